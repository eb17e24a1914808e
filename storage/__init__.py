"""Where matches are kept: one SQLite file. All SQL of the project is here."""
