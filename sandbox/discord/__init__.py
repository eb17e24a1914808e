"""Discord without its network protocols: people, servers, messages, permissions, commands, interactions."""
