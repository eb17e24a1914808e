"""Actions that one person takes, such as challenging, playing, resigning and following."""
