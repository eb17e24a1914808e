"""How a bot speaks to the sandbox: the REST API, the gateway, and the checks of what comes in."""
