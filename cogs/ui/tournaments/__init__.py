"""Tournaments' private pages, and the actions people take there."""
