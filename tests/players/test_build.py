"""The kernels in the repository are exactly what the compiler makes of their sources."""

from pathlib import Path

import pytest

from players.kernels import build


@pytest.mark.long
@pytest.mark.parametrize("name", build.KERNELS)
def test_building_again_gives_the_same_bytes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / "cache"))  # no results of an earlier build are used
    monkeypatch.setenv("ZIG_LOCAL_CACHE_DIR", str(tmp_path / "cache"))
    target = tmp_path / f"{name}.wasm"
    build.build(name, target)
    assert target.read_bytes() == (build.FOLDER / f"{name}.wasm").read_bytes()


def test_every_kernel_is_built() -> None:
    assert {path.stem for path in build.FOLDER.glob("*.wasm")} == build.KERNELS.keys()
