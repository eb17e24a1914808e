"""The board page's drawings against the pictures in Discord: both show the same scene alike."""

from dataclasses import replace
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Page, Route

from games import GAMES, Seat
from render import BOARDS, THEMES, Scene, draw
from render.layout import Layout
from render.plan import plan
from tests.page.browser import Windows
from tests.render.positions import moment
from web.board.files import FOLDER, TYPES

HOME = "http://127.0.0.1/"
RUBIK = Path(str(files("fontpkg_rubik") / "files/Rubik[wght].ttf"))
SHRUNK = 4
"""How many times both are shrunk before they are compared, so that smooth edges do not count."""
FAR = 64
"""A pixel is wrong if a band differs by more, of 255."""
MOST_APART = 8.5
"""The largest mean difference."""
PHONE = 0.4
"""The size of a board on a phone, relative to the picture in Discord."""
WHOLE = 1.0
MOST_WRONG = {PHONE: 0.002, WHOLE: 0.02}
"""The largest share of wrong pixels; the edges of shapes are wrong where less is shrunk away."""

SHOW = """async ([told, width, height]) => {
  const { Board } = await import("/board.js");
  const { known } = await import("/server.js");
  for (const kind of ["grids", "drawings"])
    for (const [name, made] of Object.entries(told.new[kind])) known[kind].set(name, made);
  const home = document.getElementById("board");
  home.replaceChildren();
  const board = new Board(home, () => {});
  board.show(told, false);
  board.svg.setAttribute("viewBox", `0 0 ${board.grid.width * 100} ${board.grid.height * 100}`);
  board.svg.setAttribute("style", `position: fixed; left: 0; top: 0; width: ${width}px; height: ${height}px`);
  await document.fonts.load("600 16px Rubik");
}"""


@pytest.fixture
async def page(windows: Windows) -> Page:
    """A window with the page's scripts and the font of the pictures, without a bot."""
    page = await windows.open()

    async def served(route: Route) -> None:
        name = Path(route.request.url).name
        if name == "rubik.ttf":
            await route.fulfill(path=RUBIK, content_type="font/ttf")
        elif (kind := TYPES.get(Path(name).suffix)) is not None:
            await route.fulfill(path=FOLDER / name, content_type=kind)
        else:
            face = "@font-face { font-family: Rubik; font-weight: 300 900; src: url(rubik.ttf) }"
            style = f"<link rel=stylesheet href=page.css><style>{face} body {{ font-family: Rubik }}</style>"
            await route.fulfill(body=f"<!doctype html>{style}<div id=board></div>", content_type="text/html")

    await page.route("**", served)
    await page.goto(HOME)
    return page


async def drawn_by_page(page: Page, scene: Scene[Any], size: tuple[int, int]) -> Image.Image:
    """The board of a scene as the page draws it, without its coordinates."""
    planned = plan(scene)
    drawings = {name: [drawn.svg, drawn.width, drawn.height] for name, drawn in planned.drawings.items()}
    told = {
        "grid": planned.grid_name,
        "stamps": planned.stamps,
        "taken": [],
        "new": {"grids": {planned.grid_name: planned.grid}, "drawings": drawings},
    }
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.evaluate(SHOW, [told, *size])
    return Image.open(BytesIO(await page.screenshot())).convert("RGB")


def in_discord(scene: Scene[Any]) -> Image.Image:
    """The board of a scene in its picture, without its coordinates."""
    layout = Layout(BOARDS[scene.position.info.key].grid(scene.position, scene.view))
    picture = Image.open(BytesIO(draw(scene))).convert("RGB")
    right, bottom = layout.pixel((layout.grid.width, layout.grid.height))
    return picture.crop((layout.left, layout.top, right, bottom))


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of two images, and the share of pixels that are wrong."""
    bands = ImageChops.difference(one, other)
    red, green, blue = bands.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    wrong = sum(most.histogram()[FAR + 1 :])
    return sum(ImageStat.Stat(bands).mean) / 3, wrong / (one.width * one.height)


async def compare(page: Page, scene: Scene[Any], scale: float) -> None:
    picture = in_discord(scene)
    size = round(picture.width * scale), round(picture.height * scale)
    drawn = await drawn_by_page(page, scene, size)
    shrunk = size[0] // SHRUNK, size[1] // SHRUNK
    apart, wrong = difference(*(image.resize(shrunk, Image.Resampling.BOX) for image in (picture, drawn)))
    about = (scene.position.info.key, scene.theme, scene.view, scale, apart, wrong)
    assert apart <= MOST_APART, about
    assert wrong <= MOST_WRONG[scale], about


async def test_the_page_draws_the_picture_of_discord(page: Page) -> None:
    for game in GAMES:
        await compare(page, moment(game, "middle", THEMES[0]), PHONE)


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_page_draws_every_theme_side_and_size(page: Page, game: str, theme: str) -> None:
    drawn: list[tuple[str, Seat, float]] = [
        ("start", 0, PHONE),
        ("middle", 1, PHONE),
        ("end", 0, WHOLE),
        ("end", 1, PHONE),
    ]
    for at, view, scale in drawn:
        await compare(page, replace(moment(game, at, theme), view=view), scale)
