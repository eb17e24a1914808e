"""Texts about matches, challenges and notices."""
