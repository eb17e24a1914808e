"""SQLite: opening, migrating, locking and backing up a file, and connections to it."""
