"""Tidepool on Discord: commands, buttons and posts. The bot loads each public module in this package as a cog."""
