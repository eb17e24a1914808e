"""The door over HTTP for whoever watches the bot: health, readiness and metrics."""
