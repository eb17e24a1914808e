"""The REST API and the gateway, spoken to by hand."""
