"""Tournaments' private pages, and what people do in them."""
