"""What Discord is made of, without a wire: people, servers, messages, permissions, commands, interactions."""
