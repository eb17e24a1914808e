"""Texts about ratings, scores and finished matches."""

from collections import Counter
from collections.abc import Mapping, Sequence

import language
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escaped, plural, say
from cogs.wire import discord_limits
from games import GAMES
from language import Sentence, counted, listing, mark, mark_plural, one_line
from matches.ballots import VotingRecord
from matches.model import Match
from matches.results import ABORTED, FORFEITED_BY, LATE_BY, bare_name, introduction, result_of
from matches.standing import Outcome, Score, outcome_for
from matches.timecontrol import roughly
from render.descriptions import MOST_CHARACTERS
from service.standing import Aftermath, GameRecord, Leaderboard, Profile, Rank

STREAKS: Mapping[Outcome, tuple[str, str]] = {
    "won": mark_plural("Won the last match.", "Won the last {count} matches."),
    "lost": mark_plural("Lost the last match.", "Lost the last {count} matches."),
    "drawn": mark_plural("The last match was a draw.", "The last {count} matches were draws."),
}
LONGEST_LIST = discord_limits.MESSAGE - 100
"""The maximum length, in characters, of a text about finished matches. Links that would exceed it are omitted."""
OUTCOME_NAMES: Mapping[Outcome, str] = {
    "won": mark("won"),
    "lost": mark("lost"),
    "drawn": mark("draw"),
    "void": mark("no result"),
}
"""The name of each possible outcome of a match for one player."""


def aftermath(match: Match, after: Aftermath) -> str:
    """Return lines in small print saying how long a match took, how the ratings changed, and which player now leads.

    Example: `4 moves in 2 days · Ratings: Alice 1520 → 1534 and Bob 1480 → 1466 · Alice leads 3-1`.
    """
    parts = []
    if match.ply and match.ended_at is not None:
        time = roughly(match.ended_at - match.created_at)
        parts.append(plural("{count} move in {time}", "{count} moves in {time}", match.ply, time=time))
    if after.ratings:
        changes = [
            Sentence(
                "**{player}** {before} → {after}",
                {"player": player.name, "before": f"{step[0].rating:.0f}", "after": f"{step[1].rating:.0f}"},
            )
            for player, step in zip(match.players, after.ratings, strict=True)
            if step is not None
        ]
        parts.append(escaped(Sentence("Ratings: {changes}", {"changes": listing(changes)})))
    if after.score.played:
        parts.append(_leads(match, after.score))
    lines = [f"-# {texts.SEPARATOR.join(parts)}"] if parts else []
    if after.too_many:
        lines.append(say("-# Not for ratings: you two have reached the daily limit."))
    return "\n".join(lines)


def _leads(match: Match, score: Score) -> Markdown:
    """Return text saying who leads, such as `Alice leads 3-1`. `score` is the first player's score."""
    if not score.lead:
        return say("Score: {score}", score=_tally(score))
    return say("{leader} leads {score}", leader=match.players[score.lead < 0].name, score=_tally(score.of_leader))


def _tally(score: Score) -> Sentence:
    """Format a score, such as `3-1`, `3-1 with 2 draws`, or `2 draws`."""
    if not score.drawn:
        return Sentence("{score}", {"score": str(score)})
    if not score.won and not score.lost:
        return counted("{count} draw", "{count} draws", score.drawn)
    decided = Score(score.won, score.lost)
    return counted("{score} with {count} draw", "{score} with {count} draws", score.drawn, score=str(decided))


def nothing_found_text(game: str | None, outcome: Outcome | None) -> Markdown:
    """Return a sentence saying that no finished matches of this game have this outcome.

    None stands for any game or any outcome.
    """
    if game and outcome:
        return say(
            "No finished {game} matches with the outcome “{outcome}” here.",
            game=texts.game_name(game),
            outcome=Sentence(OUTCOME_NAMES[outcome]),
        )
    if game:
        return say("No finished {game} matches here.", game=texts.game_name(game))
    if outcome:
        return say("No finished matches with the outcome “{outcome}” here.", outcome=Sentence(OUTCOME_NAMES[outcome]))
    return say("No finished matches here.")


def finished_lines(matches: Sequence[tuple[Match, str | None]], person_id: int, limit: int) -> Sequence[str]:
    """Return one line for each finished match.

    Links to the matches are added as long as all lines together fit into `limit` characters. Escaping can double the
    length of a name, so links are added one by one.
    """
    lines = [_finished_line(match, person_id) for match, _ in matches]
    room = limit - len("\n".join(lines))
    for number, (match, link) in enumerate(matches):
        linked = _finished_line(match, person_id, link)
        room -= len(linked) - len(lines[number])
        if room < 0:
            break
        lines[number] = linked
    return lines


def _finished_line(match: Match, person_id: int, link: str | None = None) -> Markdown:
    """Return a match's line in a list, such as `Konane #1f3k against Bob: won (no legal move), 2 days ago`."""
    name = escaped(texts.title(match))
    return say(
        "- {match} against {opponent}: **{outcome}** ({reason}), {when}",
        match=Markdown(f"[{name}]({link})" if link else name),
        opponent=_opponent(match, person_id),
        outcome=Sentence(OUTCOME_NAMES[outcome_for(match, person_id)]),
        reason=_reason(match),
        when=texts.relative(match.ended_at or match.moved_at),
    )


def _reason(match: Match) -> Sentence:
    """Return why a match ended, naming the player who aborted it."""
    for keys, text in ENDED_BY.items():
        if match.ending in keys:
            return Sentence(text, {"name": bare_name(match, 0 if match.ending == keys[0] else 1)})
    return result_of(match).phrase


ENDED_BY = {
    ABORTED: mark("{name} aborted it"),
    FORFEITED_BY: mark("resignation before both had moved"),
    LATE_BY: mark("time was up before both had moved"),
}
"""The reasons of endings that depend on a seat, keyed by the endings by that seat."""


def finished_label(match: Match, person_id: int) -> Sentence:
    """Return a finished match's plain-text label for a select menu."""
    outcome, opponent = Sentence(OUTCOME_NAMES[outcome_for(match, person_id)]), _opponent(match, person_id)
    facts = {"match": texts.title(match), "opponent": opponent, "outcome": outcome}
    return Sentence("{match} against {opponent}: {outcome}", facts)


def _opponent(match: Match, person_id: int) -> str | Sentence:
    return introduction(match.players[1 - (match.seat_of(person_id) or 0)])


def profile_text(profile: Profile, last: Sequence[str], practice: Sequence[str], *, own: bool) -> str:
    """Return the part of a profile not shown in its picture, such as scores by side and the latest matches.

    `own` means that the reader is this person, so the score against the reader is left out.
    """
    name = profile.person.name
    lines: list[str] = [say("### {player}", player=name)]
    if profile.games:
        lines += _records(profile, own=own)
    else:
        nothing = (
            say("You have not finished a match against another person yet.")
            if own
            else say("{player} has not finished a match against another person yet.", player=name)
        )
        lines.append(nothing)
        lines += [_tournaments(profile.tournaments)] if profile.tournaments else []
    if learned := [texts.game_name(game) for game in profile.learned if game in GAMES]:
        lines.append(say("Learned: {games}.", games=listing(learned)))
    if profile.voting.votes:
        lines.append(_voting(profile.voting))
    if last:
        lines += [say("**Last matches**"), *last]
    if practice:
        lines += [say("**Against the computer**"), *practice]
    if profile.games:
        lines.append(say("-# Scores are won-lost or won-lost-drawn."))
    ratings = [(texts.game_name(record.game), record.rating) for record in profile.games]
    if uncertain := [game for game, rating in ratings if rating is not None and rating.provisional]:
        lines.append(say("-# Ratings still uncertain, after few matches lately: {games}.", games=listing(uncertain)))
    return "\n".join(lines)


def _voting(record: VotingRecord) -> Markdown:
    """Return a line such as `Votes: 34, best move 41%.`"""
    if not record.judged:
        return say("Votes: {count}.", count=record.votes)
    return say(
        "Votes: {count}, best move {percent}%.", count=record.votes, percent=round(100 * record.best / record.judged)
    )


def _records(profile: Profile, *, own: bool) -> list[str]:
    name = profile.person.name
    lines = [_record(record) for record in profile.games]
    if profile.streak:
        one, many = STREAKS[profile.streak[0]]
        lines.append(plural(one, many, count=profile.streak[1]))
    if profile.tournaments:
        lines.append(_tournaments(profile.tournaments))
    if profile.against_reader.played and not own:
        lines.append(_against_reader(name, profile.against_reader))
    return lines


def _tournaments(won: Sequence[str]) -> str:
    """Name the tournaments a person has won, as in `Won 3 tournaments: **Konane** (2) and **SquAlma**.`"""
    counts = Counter(won).most_common()
    named = [(say("**{game}**", game=texts.game_name(game)), count) for game, count in counts]
    games = [say("{game} ({count})", game=game, count=count) if count > 1 else game for game, count in named]
    return plural(
        "Won {count} tournament: {games}.", "Won {count} tournaments: {games}.", len(won), games=listing(games)
    )


def _against_reader(name: str, score: Score) -> str:
    """Return a sentence saying who leads in the matches between this person, who has `score`, and the reader."""
    facts = {"player": name, "score": _tally(score.of_leader)}
    if score.lead > 0:
        return say("{player} leads against you: **{score}**", **facts)
    if score.lead < 0:
        return say("You lead against {player}: **{score}**", **facts)
    return say("You and {player} are tied: **{score}**", **facts)


def _record(record: GameRecord) -> str:
    """Return a person's results on each side of a game, such as `**Konane**: Black 7-2, White 5-3-1`."""
    info = GAMES[record.game].info
    return say(
        "**{game}**: {one} {first}, {other} {second}",
        game=texts.game_name(record.game),
        one=info.side(0),
        first=str(record.sides[0]),
        other=info.side(1),
        second=str(record.sides[1]),
    )


LEADERBOARDS_HEADING = mark("### This week's leaderboards")
MOST_IN_WEEKLY = 3
"""How many people the weekly leaderboards list per game."""


def weekly_leaderboards(boards: Mapping[str, Sequence[Rank]]) -> str:
    """Return the top players, one line per game."""
    lines = [say(LEADERBOARDS_HEADING)]
    for game, ranks in boards.items():
        people = texts.SEPARATOR.join(
            say("{player} {rating}", player=rank.name, rating=rank.rating.told) for rank in ranks
        )
        lines.append(say("**{game}**: {people}", game=texts.game_name(game), people=Markdown(people)))
    return "\n".join([*lines, say("-# `/leaderboard` shows everyone, and your place.")])


def leaderboard_text(board: Leaderboard, game: str, *, everywhere: bool) -> str:
    """Return the text below a leaderboard's picture.

    If nobody is listed, the text is shown instead of a picture.
    """
    facts = {"game": texts.game_name(game)}
    heading = (
        say("### {game}: leaderboard for all servers", **facts)
        if everywhere
        else say("### {game}: leaderboard for this server", **facts)
    )
    if not board.people:
        listed = say("Nobody is listed yet. To be listed, turn it on in `/settings`.")
        ranked = say("Nobody has finished a rated match in this server yet.")
        return "\n".join([heading, listed if everywhere else ranked])
    lines = [heading]
    if board.pages > 1:
        lines.append(say("-# Page {number} of {count}", number=board.page + 1, count=board.pages))
    return "\n".join(lines)


def leaderboards_alt(boards: Mapping[str, Sequence[Rank]], reader: int) -> str:
    """Describe leaderboards in words for screen readers.

    If the description is too long, people near the end are left out.
    """
    lines = []
    for game, ranks in boards.items():
        lines.append(language.say("{game}:", game=texts.game_name(game)))
        lines += [_rank(rank, own=rank.person_id == reader) for rank in ranks]
    while len(text := "\n".join(lines)) > MOST_CHARACTERS:
        del lines[-2]  # the last one may be the reader's
    return text


def _rank(rank: Rank, *, own: bool) -> str:
    """Return a leaderboard line, such as `1. Ann: 1534, +34 in 30 days, 18 matches`."""
    facts = {
        "number": rank.number,
        "player": one_line(rank.name),
        "rating": rank.rating.told,
        "matches": counted("{count} match", "{count} matches", rank.rating.matches),
    }
    if rank.trend and rank.gain:
        facts["rating"] = Sentence("{rating}, {change} in 30 days", {**facts, "change": change(rank)})
    elif rank.trend:
        facts["rating"] = Sentence("{rating}, unchanged in 30 days", dict(facts))
    if own:
        return language.say("{number}. {player} (you): {rating}, {matches}", **facts)
    return language.say("{number}. {player}: {rating}, {matches}", **facts)


def change(rank: Rank) -> str:
    """Return a rating's change over the last 30 days, with a plus or minus sign unless it is 0.

    Returns "" if there were no rated matches in that time.
    """
    return (f"{rank.gain:+}".replace("-", "−") if rank.gain else "0") if rank.trend else ""
