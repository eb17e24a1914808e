"""SQLite: connections, opening and migrating a file, and its lock."""
