"""What the computer advises: hints and reviews."""
