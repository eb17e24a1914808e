"""The network protocols between a bot and the sandbox: the REST API, the gateway, and the checks of requests."""
