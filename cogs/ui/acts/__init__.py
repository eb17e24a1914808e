"""Actions taken by one person, such as challenging, playing, resigning and following."""
