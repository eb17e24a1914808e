"""Stores all data in an SQLite file or a PostgreSQL database. This package contains all of the project's SQL."""
