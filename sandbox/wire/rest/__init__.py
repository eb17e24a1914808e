"""The supported endpoints of Discord's REST API v10."""

from sandbox.wire.call import ROUTES
from sandbox.wire.rest import applications, channels, guilds, interactions, messages, threads, users

__all__ = ["ROUTES", "applications", "channels", "guilds", "interactions", "messages", "threads", "users"]
