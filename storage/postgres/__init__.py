"""PostgreSQL: for several workers on one database. Needs the packages in `requirements-postgres.txt`."""
