"""What Discord is made of, without a wire."""
