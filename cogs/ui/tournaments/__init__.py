"""The private pages of tournaments, and the actions on them."""
