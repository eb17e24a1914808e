"""Stores everything in an SQLite file or a PostgreSQL database. Contains all SQL of the project."""
