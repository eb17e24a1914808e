"""What a match is: challenges, moves, endings. Knows no Discord and no SQL."""
