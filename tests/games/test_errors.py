"""The refusals of the rules as errors."""

import pickle

import pytest

from games import GAMES, AmbiguousMove, IllegalMove, InvalidNotation, OptionError, RuleError
from language import Sentence
from tests.support.strange import left_over, strange
from tests.support.wide import Wide

every_kind = pytest.mark.parametrize("kind", [RuleError, InvalidNotation, IllegalMove, AmbiguousMove, OptionError])


@every_kind
def test_a_refusal_carries_its_message_and_fields(kind: type[RuleError]) -> None:
    refusal = kind("{name} is taken: {reason}", name="a1", reason=Sentence("there is a stone"))
    assert str(refusal) == "a1 is taken: there is a stone"
    assert refusal.sentence.fields["name"] == "a1"
    with strange():
        assert not left_over(refusal.said())
        assert str(refusal) == "a1 is taken: there is a stone", "for the log, a refusal is English"


@every_kind
def test_a_refusal_can_have_a_plural(kind: type[RuleError]) -> None:
    said = [str(kind(Sentence("{count} stone", {"count": count}, "{count} stones"))) for count in (1, 2)]
    assert said == ["1 stone", "2 stones"]


@every_kind
def test_a_refusal_survives_the_way_to_another_process(kind: type[RuleError]) -> None:
    refusal = kind("{name} is taken", name="a1")
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), str(again), again.sentence) == (kind, "a1 is taken", refusal.sentence)


def test_the_refusal_of_a_beginning_knows_the_moves() -> None:
    position = GAMES["kings_convoy"].start()
    with pytest.raises(AmbiguousMove, match="only the beginning of a move: g2-") as refused:
        position.parse("g2")
    assert {position.format(move)[:2] for move in refused.value.moves} == {"g2"}
    again = pickle.loads(pickle.dumps(refused.value))
    assert list(again.moves) == list(refused.value.moves)


def test_the_refusal_of_a_beginning_of_many_moves_names_the_next_steps() -> None:
    with pytest.raises(AmbiguousMove) as refused:
        Wide.start().parse("d1")
    assert str(refused.value).startswith("“d1” is only the beginning of a move: d1-a2-, d1-b2-, d1-c2-, ")
    assert len(refused.value.moves) == 600
