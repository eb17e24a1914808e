"""PostgreSQL, which lets several workers share one database. Requires the packages in `requirements-postgres.txt`."""
