"""Tournaments' private pages and the actions on them."""
