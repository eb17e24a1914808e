"""SQLite: opening, migrating, locking and backing up a database file, and connections to it."""
