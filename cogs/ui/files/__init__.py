"""Files for one person: game records, exports, GIFs."""
