"""Messages that the bot posts publicly or without being asked, such as boards, challenges and notices."""
