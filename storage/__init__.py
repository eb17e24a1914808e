"""Where matches are kept: an SQLite file or a PostgreSQL database. All SQL of the project is here."""
