"""The page in the browser: its event stream, its actions and its static files."""
