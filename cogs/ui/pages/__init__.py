"""Private pages that one person reads and navigates."""
