"""The rules in Discord on a phone: each page is in sight with its picture and buttons in
every language; the first is only the aim."""

from itertools import product

import pytest

from cogs.ui.pages.rules import leaves, page_number
from cogs.ui.picker.stages import PHONE
from games import GAMES
from language import languages, say, speaking
from render.pages import pages
from render.thumbnails import LEAST_WIDTH, least_share
from sandbox import Sandbox
from tests.page.browser import Windows
from tests.page.match import arrive, is_in_sight
from tests.support.samples import one_of

LONGEST = ("konane", "de")
"""The rules with the longest page, which are read in `make test`."""


@pytest.mark.parametrize(("game", "spoken"), one_of(dict.fromkeys([LONGEST, *product(GAMES, languages())])))
async def test_a_page_of_the_rules_is_in_sight_with_its_picture_and_buttons(
    windows: Windows, sandbox: Sandbox, game: str, spoken: str
) -> None:
    page = await windows.open(phone=True)
    alice = await arrive(page, sandbox, f"rules-of-{game}-{spoken}".lower().replace("_", "-"), spoken)
    shown = await alice.slash(f"/{game.replace('_', '-')} rules")
    with speaking(spoken):
        assert shown.buttons[0].label == say("Learn it")
        book = leaves(game)
        for number in range(1, len(book) + 1):
            await is_in_sight(page, page_number(number, len(book)).strip())
            if number < len(book):
                shown = await alice.click(shown, say("Next"))


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_have_every_word_of_the_rules_and_begin_with_the_aim(game: str) -> None:
    book = leaves(game)
    told = " ".join(leaf.text for leaf in book).split()
    assert told == " ".join(page.text for page in pages(game)).split()
    assert book[0].text == pages(game)[0].text.split("\n")[0]
    assert book[0].text.count(". ") <= 1, "two sentences"


@pytest.mark.parametrize("spoken", languages())
@pytest.mark.parametrize("game", GAMES)
def test_no_board_of_the_rules_is_much_narrower_than_the_phone(game: str, spoken: str) -> None:
    with speaking(spoken):
        book = leaves(game)
    for leaf in book:
        least = LEAST_WIDTH * PHONE * least_share(leaf.page.scene)
        assert leaf.high >= int(least), f"{leaf.heading}: name the rows that matter, or shorten the text: {leaf.text}"
