"""PostgreSQL, with which several processes can share a database.

It needs the packages in `requirements-postgres.txt`.
"""
