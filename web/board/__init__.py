"""The board page, which shows matches in a browser and is opened with a one-time link."""
