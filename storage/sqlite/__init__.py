"""SQLite: opens, migrates, locks and backs up a database file, and connects to it."""
