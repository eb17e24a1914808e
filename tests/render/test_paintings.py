"""Paintings kept from earlier runs give the same pictures, and are not used when out of date or damaged."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from games import GAMES
from render import BOARDS, THEMES, Scene, draw, first_boards, frame, paintings, sprites, thumbnails, webfont
from render.boards._reef import Stone
from render.brush import Sprite
from render.first_boards import draw_all, paint_common
from render.layout import Layout
from render.paintings import Paintings, about_sprite, write
from render.samples import random_scenes
from render.sprites import with_theme

ROOT = Path(__file__).parent.parent.parent
KEYS = """
from render.first_boards import draw_all
from render.paintings import paintings
with paintings.collecting() as found:
    draw_all()
print(*sorted(key.hex() for key in found))
"""


@pytest.fixture(autouse=True)
def own_paintings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Paintings]:
    """An empty store of paintings for this test, with empty caches."""
    found = Paintings()
    for module in (sprites, frame, thumbnails, webfont):
        monkeypatch.setattr(module, "paintings", found)
    _forget()
    yield found
    _forget()


def _forget() -> None:
    sprites.with_theme.cache_clear()  # type: ignore[attr-defined]  # it is an lru_cache
    frame.canvas.cache_clear()
    thumbnails.overview.cache_clear()
    thumbnails._bare_board.cache_clear()


def _first_boards() -> list[bytes]:
    _forget()
    games = thumbnails.overview(thumbnails.captions(), THEMES[0])
    return [games, *(draw(Scene(game.start(), game.info.seats)) for game in GAMES.values())]


def _recorded(own: Paintings) -> Mapping[bytes, bytes]:
    with own.collecting() as found:
        draw_all()
    return found


def test_nothing_of_the_first_boards_is_painted_again_and_they_look_the_same(
    own_paintings: Paintings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = _first_boards()
    _forget()
    found = _recorded(own_paintings)
    assert write(tmp_path / "kept", found)
    assert own_paintings.read(tmp_path / "kept")

    def refuse(*_: object) -> None:
        pytest.fail("something is painted")

    for module, name in ((sprites, "paint"), (frame, "compose"), (thumbnails, "_sheet")):
        monkeypatch.setattr(module, name, refuse)
    assert _first_boards() == painted


@pytest.mark.parametrize("key", ["brain_coral", pytest.param("branching_coral", marks=pytest.mark.long)])
def test_no_coral_of_the_first_matches_is_painted_again(
    key: str, own_paintings: Paintings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_paintings.collecting() as found:
        paint_common()
    assert write(tmp_path / "kept", found)
    assert own_paintings.read(tmp_path / "kept")
    _forget()

    def refuse(*_: object) -> None:
        pytest.fail("a coral is painted")

    monkeypatch.setattr(sprites, "paint", refuse)
    board = BOARDS[key]
    corals = {
        sprite
        for scene in random_scenes(GAMES[key].start(), 3, 60)
        for view in (0, 1)
        for cell, sprite in board.visible_sprites(replace(scene, view=view))
        if sprite.details[:1] and isinstance(sprite.details[0], Stone)
    }
    cell = Layout(board.grid(GAMES[key].start(), 0)).cell
    assert len(corals) > 20
    for coral in corals:
        with_theme(coral, cell, board.theme(THEMES[0]))


@pytest.mark.parametrize("writable", [True, False])
def test_common_pieces_are_painted_in_advance_only_if_they_can_be_kept(
    writable: bool,
    own_paintings: Paintings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted = list[str]()
    monkeypatch.setattr(first_boards, "paintings", own_paintings)
    monkeypatch.setattr(first_boards, "file", lambda: tmp_path / "kept")
    monkeypatch.setattr(first_boards, "draw_all", lambda: painted.append("first boards"))
    monkeypatch.setattr(first_boards, "paint_common", lambda: painted.append("common pieces"))
    monkeypatch.setattr(sys, "dont_write_bytecode", not writable)
    first_boards.prepare()
    assert painted == (["first boards", "common pieces"] if writable else ["first boards"])
    assert (tmp_path / "kept").exists() == writable


@pytest.mark.long
def test_another_process_finds_the_same_keys(own_paintings: Paintings) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    other = subprocess.run(
        [sys.executable, "-c", KEYS], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert other.stdout.split() == sorted(key.hex() for key in _recorded(own_paintings))


@pytest.mark.parametrize("damage", ["cut short", "changed", "empty", "other sources", "missing"])
def test_a_damaged_or_outdated_file_is_not_read(
    damage: str, own_paintings: Paintings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    assert write(path, {b"k" * paintings.LENGTH: b"painted"})
    whole = path.read_bytes()
    if damage == "other sources":
        monkeypatch.setattr(paintings, "sources", lambda: b"s" * paintings.LENGTH)
    elif damage == "missing":
        path.unlink()
    else:
        path.write_bytes({"cut short": whole[:-1], "changed": whole[:-1] + b"!", "empty": b""}[damage])
    assert not own_paintings.read(path)
    assert own_paintings.of(lambda: b"k" * paintings.LENGTH, lambda: b"anew") == b"anew"


def test_the_file_belongs_to_its_owner_and_a_second_writer_replaces_it_whole(
    own_paintings: Paintings, tmp_path: Path
) -> None:
    path = tmp_path / "folder" / "kept"
    key = b"k" * paintings.LENGTH
    assert write(path, {key: b"one"})
    assert own_paintings.read(path)
    assert write(path, {key: b"two"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["kept"]
    assert own_paintings.of(lambda: key, lambda: b"anew") == b"one"
    later = Paintings()
    assert later.read(path)
    assert later.of(lambda: key, lambda: b"anew") == b"two"


def test_where_nothing_can_be_written_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "something").touch()
    assert not write(tmp_path / "kept", {})
    assert [found.name for found in tmp_path.iterdir()] == ["kept"]


def test_a_painting_without_a_name_is_never_kept(own_paintings: Paintings) -> None:
    assert about_sprite(Sprite(lambda _: None)) is None
    with own_paintings.collecting() as found:
        assert own_paintings.of(lambda: None, lambda: b"painted") == b"painted"
    assert found == {}


def test_the_sum_over_the_sources_knows_every_file_that_paints() -> None:
    rooms = {Path(str(module.__file__)) for name, module in sys.modules.items() if name.startswith(("render", "games"))}
    known = {path for room in paintings.ROOMS for path in (paintings.HOME / room).rglob("*.py")}
    assert rooms <= known
