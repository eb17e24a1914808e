"""Private pages that one person reads and turns."""
