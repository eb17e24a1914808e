"""PostgreSQL, which lets several workers share one database. Needs the packages in `requirements-postgres.txt`."""
