"""Lines of moves continue what is known of them, and what is kept is bounded."""

from service import lines
from service.lines import Lines


def walked(known: Lines, line: str, start: object = "") -> tuple[str, int]:
    """What a line reaches, and how many moves were made for it."""
    made = 0

    def after(reached: str, number: int) -> str:
        nonlocal made
        made += 1
        return reached + line[number]

    *_, reached = known.along(start, "", line, after)
    return reached, made


def test_a_line_continues_a_known_one() -> None:
    known, line = Lines(), "abcdefghijklmnopqrstuvwxyz" * 4
    assert walked(known, line) == (line, len(line))
    assert walked(known, line) == (line, 0)
    assert walked(known, line + "!") == (line + "!", 1)
    assert walked(known, line[:50]) == (line[:50], 50 % lines.EVERY)
    assert walked(known, line[:-20] + "?") == (line[:-20] + "?", (len(line) - 20) % lines.EVERY + 1)
    assert walked(known, line, "another start") == (line, len(line))
    assert walked(known, "?" + line[1:]) == ("?" + line[1:], len(line))


def test_a_step_back_through_a_long_line_never_replays_it() -> None:
    known, line = Lines(), "abcdefghijklmnopqrst" * 10
    walked(known, line)
    assert max(walked(known, line[:ply])[1] for ply in range(len(line) - 1, -1, -1)) < lines.EVERY


def test_what_is_kept_is_bounded_and_what_is_used_stays() -> None:
    known = Lines()
    walked(known, "used")
    for number in range(5 * lines.KEPT):
        walked(known, f"line {number:06}")
        assert walked(known, "used") == ("used", 0)
    assert len(known._known) == lines.KEPT
