"""The page in the browser: what it is sent, what people do there, and its own files."""
