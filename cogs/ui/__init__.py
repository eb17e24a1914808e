"""What people use: commands, buttons, forms and private messages."""
