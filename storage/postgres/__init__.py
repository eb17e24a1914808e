"""PostgreSQL, which lets several processes share one database. Requires the packages in `requirements-postgres.txt`."""
