"""The supported endpoints of Discord's REST API v10."""

from sandbox.wire.rest import applications, channels, guilds, interactions, messages, threads, users

ROUTES = (
    *applications.ROUTES,
    *channels.ROUTES,
    *guilds.ROUTES,
    *interactions.ROUTES,
    *messages.ROUTES,
    *threads.ROUTES,
    *users.ROUTES,
)
