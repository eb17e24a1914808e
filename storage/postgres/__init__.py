"""PostgreSQL, which lets several processes share a database.

It needs the packages in `requirements-postgres.txt`.
"""
