"""The page in the browser: the events that it gets, the acts that it sends, and its own files."""
