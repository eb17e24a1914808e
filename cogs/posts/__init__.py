"""Posts that everybody sees or that nobody asked for: boards, challenges and notices."""
