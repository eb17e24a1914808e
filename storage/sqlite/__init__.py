"""Opens, migrates, locks and backs up SQLite database files, and connects to them."""
