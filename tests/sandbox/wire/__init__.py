"""The REST API and the gateway, used without a library."""
