"""Texts of a study."""

from dataclasses import replace

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from games import GAMES
from language import Sentence, counted, listing, one_line
from matches.model import Snapshot
from matches.movetext import MAIN, time_text
from matches.notation import Record
from matches.results import result_sentence, seat_name
from matches.studies import ListedStudy, Moment, Study


def with_names(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot in which nameless players are named after their sides."""
    match = snapshot.match
    info = GAMES[match.game].info
    first, second = match.players
    first = replace(first, name=first.name or info.side(0).said())
    second = replace(second, name=second.name or info.side(1).said())
    return replace(snapshot, match=replace(match, players=(first, second)))


def title(study: Study) -> Sentence:
    """Return a study's title, such as `Study of Konane, Alice and Bob`.

    The names are left out if the record has none.
    """
    game, names = texts.game_name(study.record.game), [name for name in study.record.players if name]
    if not names:
        return Sentence("Study of {game}", {"game": game})
    return Sentence("Study of {game}, {players}", {"game": game, "players": listing(names)})


def label(study: ListedStudy) -> Sentence:
    """Return a study's plain-text label for a select menu.

    The label includes how many moves there are, and how many lines of the reader's own.
    """
    names = [one_line(name) for name in study.players if name]
    moves = counted("{count} move", "{count} moves", study.moves)
    facts = {"game": texts.game_name(study.game), "players": listing(names), "moves": moves}
    what = Sentence("{game}, {players}: {moves}", facts) if names else Sentence("{game}: {moves}", facts)
    if not study.lines:
        return what
    lines = counted("{count} line of yours", "{count} lines of yours", study.lines)
    return Sentence("{what}, {lines}", {"what": what, "lines": lines})


def record_label(record: Record) -> tuple[str, str]:
    """Return a record's plain-text label for a select menu, along with the date on which the match ended."""
    listed = ListedStudy(0, record.game, record.players, len(record.moves), len(record.lines))
    return label(listed).said(), time_text(record.ended)[:10]


def record_list(count: int, others: int) -> str:
    """Return text saying how many of a file's records can be opened (`count`) and how many cannot (`others`)."""
    heading = plural("### {count} record in this file", "### {count} records in this file", count=count)
    foot = plural(
        "-# {count} more record is for another game or board, or cannot be read.",
        "-# {count} more records are for other games or boards, or cannot be read.",
        count=others,
    )
    return f"{heading}\n{foot}" if others else heading


def moment(moment: Moment) -> str:
    """Describe a position in a study: its move number, line and last move and, at the end of the game, the result."""
    study, match = moment.study, moment.snapshot.match
    if moment.ply:
        first = say(
            "{study}: after move {number} of {count}.", study=title(study), number=moment.ply, count=moment.count
        )
    elif not moment.count:
        first = say("{study}: at the start.", study=title(study))
    else:
        first = plural(
            "{study}: at the start; {count} move follows.",
            "{study}: at the start; {count} moves follow.",
            count=moment.count,
            study=title(study),
        )
    ended = say("{outcome}.", outcome=result_sentence(match)) if match.over else ""
    told = [
        first,
        _line(moment),
        texts.last_move(moment.snapshot),
        texts.warning(moment.snapshot),
        ended,
        leaving(moment),
    ]
    return "\n".join(filter(None, told))


def to_move(moment: Moment) -> str:
    """Return whose turn it is, as text for readers who cannot see the picture.

    Returns "" after the end of the game.
    """
    match = moment.snapshot.match
    if match.over:
        return ""
    known = moment.study.record.players[match.turn]
    side = GAMES[match.game].info.side(match.turn)
    return say("{player} to move.", player=seat_name(match, match.turn) if known else side)


def _line(moment: Moment) -> Markdown | str:
    """Return a note saying where the reader's own line starts, or "" for the main line."""
    if moment.line == MAIN:
        return ""
    after = moment.study.line(moment.line).after
    if not after:
        return say("Your own line, from the start.")
    return say("Your own line, from move {number} on.", number=after + 1)


def leaving(moment: Moment) -> str:
    """Return a note listing the moves where other lines branch off, or "" if none do."""
    plies = sorted({line.after + 1 for line in moment.study.lines.values() if line.of == moment.line})
    if not plies:
        return ""
    numbers = listing([str(ply) for ply in plies])
    return plural(
        "-# Other lines begin at move {numbers}.",
        "-# Other lines begin at moves {numbers}.",
        count=len(plies),
        numbers=numbers,
    )


def deleted_studies_text(gone: int) -> str:
    """Return a note saying how many old studies were deleted to make room for a new one, or "" if none were."""
    if not gone:
        return ""
    return plural(
        "-# To make room, your least recently used study was deleted.",
        "-# To make room, your {count} least recently used studies were deleted.",
        count=gone,
    )


def export_text(moment: Moment, *, whole: bool) -> str:
    """Describe the exported file, which contains either the whole study with all its lines or only the current line."""
    if whole and moment.study.lines:
        return plural(
            "The record of this study: the main line and {count} variation.",
            "The record of this study: the main line and {count} variations.",
            count=len(moment.study.lines),
        )
    return plural(
        "The game record of this line ({count} move).",
        "The game record of this line ({count} moves).",
        count=moment.count,
    )


def move_list(moment: Moment, first: int, played: list[str]) -> str:
    """Return a line's moves, numbered from `first`."""
    heading = say("### {study}", study=title(moment.study))
    return "\n".join(
        filter(None, [heading, _line(moment), texts.number_moves(moment.study.record.game, played, first)])
    )
