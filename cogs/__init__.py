"""Tidepool on Discord: commands, buttons and posts; each public module here is a cog that the bot loads by itself."""
