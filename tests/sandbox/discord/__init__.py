"""The sandbox's Discord without its network protocols."""
