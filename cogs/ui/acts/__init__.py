"""Actions of one person, such as challenging, playing, resigning and following."""
