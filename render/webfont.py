"""The font of the pictures, reduced to what web pages write in it."""

from importlib.resources import files

from render.paintings import key_of, paintings
from render.text import FACES

WEIGHT = 600
"""The only weight, which is that of names on plates."""
CHARACTERS = "".join(map(chr, range(0x20, 0x7F))) + ("ÀÁÂÃÄÇÈÉÊËÍÎÏÑÓÔÕÖÙÚÛÜßàáâãäçèéêëíîïñóôõöùúûüœŒ¡¿«»·×–—‘’“”„…½")
"""What all languages of pages but Japanese are written with. Browsers have fonts for other characters."""


def web_font() -> bytes:
    """Return the reduced font as a TrueType file."""
    return paintings.of(lambda: key_of("web font", CHARACTERS, WEIGHT), _reduced)


def _reduced() -> bytes:
    import uharfbuzz  # type: ignore[import-untyped]  # noqa: PLC0415 (5 MB that are rarely needed)

    face = uharfbuzz.Face(uharfbuzz.Blob((files(FACES[0].package) / FACES[0].file).read_bytes()))
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, CHARACTERS))
    wanted.layout_feature_tag_set.clear()
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    wanted.pin_axis_location(face, "wght", WEIGHT)
    return bytes(uharfbuzz.subset(face, wanted).blob.data)
