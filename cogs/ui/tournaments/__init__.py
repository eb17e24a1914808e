"""Tournaments' private pages, and what people do there."""
