"""Files for one person: game records, exports and GIFs."""
