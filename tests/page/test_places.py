"""Each act on the board page has a place of its own, and none counts before it could be seen."""

import pytest
from playwright.async_api import Page, expect

from cogs.wire import languages
from language import say, speaking
from matches.settings import PlayerSettings
from service import Service
from tests.page.board import NARROW, SEEN, act, edit, play_all, touch, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.shares import share

PLACES = """() => [...document.querySelectorAll("#board, #confirm button, #steps button, #acts > *")].filter((part) =>
  part.getClientRects().length).map((shown) => {
  const { x, y, width, height } = shown.getBoundingClientRect();
  return [shown.dataset.key ?? shown.id, Math.round(x), Math.round(y + scrollY), Math.round(width), Math.round(height)];
})"""
"""A script that returns what stands where."""
PRESS_AT_ONCE = """(key) => {
  const pressed = document.querySelector(`[data-key="${key}"]`);
  new MutationObserver(() => pressed.click()).observe(pressed, { attributes: true, attributeFilter: ["disabled"] });
}"""
"""A script that presses a button as soon as that is possible."""
OVERFLOWING = """() =>
  [...document.querySelectorAll("header, #score, #question, #confirm button, #acts button")].flatMap((part) =>
    part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1 ? [part.textContent] : [])"""
"""A script that returns the texts that do not fit."""
TAP_TWICE = """(button) => {
  const { x, y } = button.getBoundingClientRect();
  const again = new MutationObserver(() => document.elementFromPoint(x + 5, y + 5).click());
  again.observe(button.parentNode, { childList: true });
  button.click();
}"""
"""A script that presses a button, and what stands there next as soon as that does."""


async def test_no_act_takes_the_place_of_another_one(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service, "coral_clash")).match
    mover, other = match.players[match.turn], match.players[1 - match.turn]
    position = (await service.lookup.snapshot(match.id)).position
    moves = [position.format(position.legal_moves()[0])]
    await visit(page, door, service, other.id, match.id)
    await expect(act(page, "resign")).to_be_enabled()
    await expect(act(page, "take-back")).to_be_disabled()
    before = await page.evaluate(PLACES)

    async def stays(key: str) -> None:
        await expect(act(page, key)).to_be_enabled()
        assert await page.evaluate(PLACES) == before, key

    match = (await play_all(service, await service.lookup.snapshot(match.id), *moves)).match
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    assert await page.evaluate(PLACES) == before
    agreements = service.agreements
    match = (await agreements.offer_draw(match.id, mover.id, rev=match.rev)).match
    await stays("accept-draw")
    match = (await agreements.decline_draw(match.id, other.id, rev=match.rev)).match
    await expect(act(page, "accept-draw")).to_be_disabled()
    match = (await agreements.offer_abort(match.id, mover.id, rev=match.rev)).match
    await stays("accept-abort")
    await page.wait_for_timeout(SEEN)
    await act(page, "resign").click()
    await stays("yes")
    await act(page, "no").click()
    await service.play.resign(match.id, mover.id)
    await stays("study")
    for key in ("accept-draw", "grant-take-back", "resign", "yes"):
        await expect(act(page, key)).to_be_disabled()


async def test_an_offer_counts_only_when_it_could_be_seen(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service, "coral_clash")).match
    mover, other = match.players[match.turn], match.players[1 - match.turn]
    await visit(page, door, service, other.id, match.id)
    accept = act(page, "accept-draw")
    await page.evaluate(PRESS_AT_ONCE, "accept-draw")
    await service.agreements.offer_draw(match.id, mover.id, rev=match.rev)
    await expect(accept).to_be_enabled()
    await page.wait_for_timeout(SEEN)
    assert not (await service.lookup.match(match.id)).over
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await accept.evaluate("(button) => button.click()")  # the page was just opened again
    await page.wait_for_timeout(SEEN)
    assert not (await service.lookup.match(match.id)).over
    await accept.click()
    await expect(page.locator("#state")).to_contain_text("Draw")


async def test_a_double_tap_on_resign_only_asks(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    await visit(page, door, service, ANN.id, match.id)
    await act(page, "resign").scroll_into_view_if_needed()
    await page.wait_for_timeout(SEEN)
    await act(page, "resign").dblclick()
    await expect(act(page, "yes")).to_be_enabled()
    await act(page, "yes").evaluate("(button) => button.click()")
    assert not (await service.lookup.match(match.id)).over
    await page.wait_for_timeout(SEEN)
    await act(page, "yes").click()
    await expect(page.locator("#state")).to_contain_text("Ann resigned")


async def test_nothing_moves_while_the_computer_thinks(page: Page, door: Door, service: Service) -> None:
    match = (await service.practice.begin("konane", ANN, 2, CHANNEL, "first")).match
    await visit(page, door, service, ANN.id, match.id)
    await expect(act(page, "hint")).to_be_enabled()
    before = await page.evaluate(PLACES)
    for _ in range(2):
        await touch(page, "d5")
    await expect(act(page, "hint")).to_be_disabled()
    await expect(act(page, "take-back")).to_be_enabled()
    assert await page.evaluate(PLACES) == before


async def test_an_impossible_position_moves_nothing_in_the_editor(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service, "squalma")).match
    await visit(page, door, service, BOB.id, match.id)
    await edit(page)
    await page.get_by_role("button", name="Take off").click()
    before = await page.evaluate(PLACES)
    await touch(page, "a1")
    await expect(page.locator("#state")).to_contain_text("Now there are 15 black")
    for key in ("study", "play-here"):
        await expect(act(page, key)).to_be_disabled()
    assert await page.evaluate(PLACES) == before


async def test_a_double_tap_begins_one_match(page: Page, door: Door, service: Service) -> None:
    match = (await service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    await service.play.resign(match.id, ANN.id)
    await visit(page, door, service, ANN.id, match.id)
    await page.wait_for_timeout(SEEN)
    await act(page, "again").evaluate("(button) => { button.click(); button.click(); }")
    await expect(page.locator("#state")).not_to_contain_text(match.code)
    await page.wait_for_timeout(SEEN)
    assert len(await service.lookup.queue(ANN.id)) == 1


async def test_a_tap_too_many_opens_one_study_and_stays_in_the_match(page: Page, door: Door, service: Service) -> None:
    snapshot = await play_all(service, await begin_game(service), "d5", "d4")
    await begin_game(service)
    code = (await service.play.resign(snapshot.match.id, BOB.id)).match.code
    opened = list[str]()
    page.on("request", lambda request: opened.append(request.url) if request.url.endswith("/study") else None)
    await visit(page, door, service, ANN.id, snapshot.match.id)
    await expect(act(page, "next")).to_have_text("Next match (1)")
    await expect(act(page, "study")).to_be_enabled()
    await page.wait_for_timeout(SEEN)
    await act(page, "study").evaluate("(button) => { button.click(); button.click(); }")
    await expect(act(page, "leave")).to_be_enabled()
    await page.wait_for_timeout(SEEN)
    await act(page, "leave").evaluate(TAP_TWICE)
    await expect(act(page, "next")).to_have_text("Next match (1)")
    await page.wait_for_timeout(SEEN)
    await expect(page.locator("#state")).to_contain_text(code)
    assert len(opened) == 1


async def test_an_offer_leaves_what_was_chosen(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service, "squalma")).match
    await visit(page, door, service, ANN.id, match.id)
    await touch(page, "a1")
    await expect(page.locator("#board .chosen")).to_have_count(1)
    await service.agreements.offer_draw(match.id, BOB.id, rev=match.rev)
    await expect(act(page, "accept-draw")).to_be_enabled()
    await expect(page.locator("#board .chosen")).to_have_count(1)
    target = page.locator(".lit").first
    await touch(page, await target.get_attribute("data-cell") or "")
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")


async def test_an_earlier_board_shows_that_the_opponent_has_moved(page: Page, door: Door, service: Service) -> None:
    snapshot = await play_all(service, await begin_game(service), "d5")
    await visit(page, door, service, ANN.id, snapshot.match.id)
    await page.get_by_role("button", name="One move back").click()
    await expect(page.get_by_role("button", name="Newest board")).to_be_enabled()
    snapshot = await play_all(service, snapshot, "d4")
    await expect(page.locator("#state")).to_contain_text("Ann (Black) to move")
    await expect(page.locator("#list summary")).to_have_text("Moves (2)")
    await expect(page).to_have_title("● Konane – Tidepool")
    await expect(act(page, "newest")).to_have_class("primary")
    await expect(page.locator("[data-cell='d4']")).to_have_attribute("aria-label", "d4, white stone")
    await service.agreements.offer_abort(snapshot.match.id, BOB.id, rev=snapshot.match.rev)
    await expect(act(page, "accept-abort")).to_be_enabled()


@pytest.mark.parametrize(
    ("terms", "has"), share(3, [("3d soft", {"keep", "claim"}), ("none", {"keep"}), ("3d", {"claim"})])
)
async def test_what_a_match_can_never_have_takes_no_place(
    page: Page, door: Door, service: Service, terms: str, has: set[str]
) -> None:
    match = (await begin_game(service, clock=terms)).match
    await visit(page, door, service, ANN.id, match.id)
    await expect(act(page, "resign")).to_be_enabled()
    shown = set(await page.locator("#acts > *").evaluate_all("(acts) => acts.map((act) => act.dataset.key)"))
    assert shown & {"keep", "claim"} == has
    assert not shown & {"offer-draw", "accept-draw", "hint", "again"}
    await expect(act(page, "yes")).to_be_hidden()


@pytest.mark.parametrize(
    ("tongue", "game"),
    share(2, [("fr", "brain_coral"), ("es", "coral_clash"), ("de", "kings_convoy"), ("de", "konane")]),
)
async def test_state_and_score_fit_their_places(
    page: Page, door: Door, service: Service, monkeypatch: pytest.MonkeyPatch, tongue: str, game: str
) -> None:
    """Also beside a clock, and in the languages with the longest words."""
    monkeypatch.setattr(languages, "of_person", lambda _: tongue)
    match = (await begin_game(service, game, clock="3d")).match
    await visit(page, door, service, match.players[match.turn].id, match.id)
    await expect(page.locator("#clock")).not_to_be_empty()
    await expect(act(page, "resign")).to_be_enabled()
    assert await page.evaluate(OVERFLOWING) == []


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_a_move_is_confirmed_and_listed_in_the_words_of_the_reader(
    page: Page, door: Door, service: Service, monkeypatch: pytest.MonkeyPatch, tongue: str
) -> None:
    monkeypatch.setattr(languages, "of_person", lambda _: tongue)
    snapshot = await play_all(service, await begin_game(service, "coral_clash"), "+a7")
    match, position = snapshot.match, snapshot.position
    mover = match.players[match.turn].id
    await service.settings.choose(mover, PlayerSettings(preview=True))
    await page.set_viewport_size(NARROW)
    await visit(page, door, service, mover, match.id)
    for cell in ("e2", "f3"):
        await touch(page, cell)
    with speaking(tongue):
        effect, began, placing = (
            each.said() for each in (position.label("place coral"), *map(position.worded, ("+a7", "e2-f3+")))
        )
        confirming = say("Play {move}", move=placing)
    await page.locator("#choices").get_by_role("button", name=effect, exact=True).click()
    await expect(act(page, "play")).to_have_text(confirming)
    assert await page.evaluate(OVERFLOWING) == []
    await page.wait_for_timeout(SEEN)
    await act(page, "play").click()
    await expect(page.locator("#list button")).to_have_text([began, placing])
