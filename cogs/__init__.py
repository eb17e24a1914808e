"""Tidepool on Discord: commands, buttons and posts. The bot loads each public module here as a cog."""
