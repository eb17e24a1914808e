"""The board page: matches in a browser, opened by a one-time link."""
