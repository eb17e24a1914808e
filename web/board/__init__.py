"""The board page, which shows matches in a browser and is opened through a one-time link."""
