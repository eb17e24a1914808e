"""What one person does: challenge, play, resign, agree, or follow."""
