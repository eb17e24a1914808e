"""`python -m benchmarks players match`, `… ladder` and `… survey` let computer players play; `… speed` times kernels.

See `--help` of each.
"""

from __future__ import annotations

import sys

from benchmarks.players import ladder, match, speed, survey

COMMANDS = {"match": match.main, "ladder": ladder.main, "survey": survey.main, "speed": speed.main}


def main(*words: str) -> None:
    """Run the command that the first word names, with the other words."""
    if not words or words[0] not in COMMANDS:
        sys.exit(__doc__)
    COMMANDS[words[0]](words[1:])


if __name__ == "__main__":
    main(*sys.argv[1:])
