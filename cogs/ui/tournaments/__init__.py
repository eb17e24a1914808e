"""The private pages of tournaments, and what people do in them."""
