"""Messages the bot posts publicly or unprompted, such as boards, challenges and notices."""
