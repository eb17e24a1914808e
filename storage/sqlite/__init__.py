"""SQLite: opening, migrating, locking and backing up a file, and its connections."""
