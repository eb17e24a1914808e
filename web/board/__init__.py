"""The board page: matches in a browser, opened with a one-time link."""
