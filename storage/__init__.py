"""Storage in an SQLite file or a PostgreSQL database, with all of the project's SQL."""
