"""The bot over HTTP: its health for programs that watch it, and the door for Discord's interactions."""
