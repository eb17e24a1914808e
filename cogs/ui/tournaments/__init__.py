"""The private pages of tournaments, and the actions that people take there."""
