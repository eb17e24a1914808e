"""What the page is sent and may do."""
