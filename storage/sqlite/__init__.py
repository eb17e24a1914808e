"""SQLite: opens, migrates, locks, backs up and connects to a database file."""
