"""The board page: matches in a browser, opened through a one-time link."""
