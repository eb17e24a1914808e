"""Stores all data in an SQLite file or a PostgreSQL database. All of the project's SQL is in this package."""
