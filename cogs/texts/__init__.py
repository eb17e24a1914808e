"""What people read about matches, challenges and notices."""
