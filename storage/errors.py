"""The one error of the storage that people read."""


class StorageError(Exception):
    """The database cannot be used; the text is one sentence for whoever runs the bot."""
