"""PostgreSQL as the database: for several workers at once. It needs the packages of `requirements-postgres.txt`."""
