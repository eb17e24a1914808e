"""Acts of one person: challenge, play, resign, agree, follow."""
