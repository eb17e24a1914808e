"""Imports game records from files or pasted text, in Tidepool's format or another program's."""

import codecs
import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.base import plain_record
from language import listing, mark
from matches.checking import every_position
from matches.errors import Refusal
from matches.foreign import FORMATS, format_of
from matches.foreign.abstractplay import bad_json
from matches.movetext import past_space
from matches.notation import LONGEST, Record, check_length, read

LARGEST = 8_000_000
"""The size of the largest file, in bytes. A file may contain a list of records."""
BYTE_ORDER_MARK = "\ufeff"
"""The mark that some programs write before UTF-8 text."""
SURROGATES = re.compile("[\ud800-\udfff]")
"""Matches lone surrogates, which JSON text can contain but UTF-8 cannot represent."""
PACKED = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"\x28\xb5\x2f\xfd",
)
"""The magic bytes of archives: zip (including empty ones), gzip, bzip2, xz, 7z, and zstd."""
JSON_LIST = re.compile(r"\s*\[\s*\{")
MOST_RECORDS = 20_000
"""The most records in a list. One of AbstractPlay's records has about 700 characters."""


@dataclass(frozen=True, slots=True)
class RecordList:
    """Several records from one file."""

    texts: Sequence[str]
    """The JSON texts of the records that can be opened, newest first. There are at least two."""
    others: int
    """The number of records that cannot be opened."""

    @property
    def text(self) -> str:
        """The texts as a JSON list, one per line."""
        return "[\n" + ",\n".join(self.texts) + "\n]\n"


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list of records to choose from."""

    content: bytes
    """The whole list as a file, from which every page can be read."""
    count: int
    """The number of records in the list."""
    others: int
    """The number of records that cannot be opened."""
    number: int
    """The page number, from 0."""
    first: int
    """The number of the page's first record in the list, from 0."""
    records: Sequence[Record]


def open_import(source: bytes | str, size: int) -> Record | ListPage:
    """Parse a file or a pasted text.

    Returns a record with legal moves or, for a list, its first page of `size` records. Like `page_of` and
    `choose_record`, this may take seconds, so call it in a helper process. Raises Refusal with the reason.
    """
    read = read_text(source) if isinstance(source, str) else read_file(source)
    if isinstance(read, Record):
        return _check_record(read)
    return _page(read.texts, read.text.encode(), read.others, 0, size)


def page_of(content: bytes, others: int, number: int, size: int) -> ListPage:
    """Return one page of up to `size` records from a list written by `open_import`.

    A number that is too high means the last page. Raises Refusal if the list is invalid.
    """
    return _page(_texts(content), content, others, number, size)


def choose_record(content: bytes, number: int) -> Record:
    """Return one record from a list written by `open_import`.

    Raises Refusal if there is no such record or a move is illegal.
    """
    texts = _texts(content)
    if number >= len(texts):
        raise bad_list()
    return _check_record(read_one(texts[number]))


def _page(texts: Sequence[str], content: bytes, others: int, number: int, size: int) -> ListPage:
    number = min(number, (len(texts) - 1) // size)
    first = number * size
    return ListPage(content, len(texts), others, number, first, list(map(read_one, texts[first : first + size])))


def _check_record(record: Record) -> Record:
    """Return a record after checking its moves. Raises Refusal if one is illegal."""
    deque(every_position(record), maxlen=0)
    return record


def _texts(content: bytes) -> list[str]:
    """Return the text of each record in a list written by `open_import`. Raises Refusal if there are none."""
    texts = listed_texts(content.decode(errors="replace"))
    if not texts:
        raise bad_list()
    return texts


def bad_list() -> Refusal:
    """Return the refusal for a file not written by `open_import`."""
    return Refusal("This list can no longer be read. Import the file again.")


def check_size(size: int) -> None:
    """Raise Refusal if a file is too large. Call this before downloading it."""
    if size > LARGEST:
        message = mark("A file can have at most {most} kB. This file has {size} kB.")
        raise Refusal(message, most=LARGEST // 1000, size=-(-size // 1000))


def read_file(content: bytes) -> Record | RecordList:
    """Parse the game records in an uncompressed file. Raises Refusal if there are none."""
    check_size(len(content))
    if content.startswith(PACKED):
        raise Refusal("This file is compressed. Unpack it, then import one of its records.")
    try:
        text = content.decode(_encoding(content))
    except UnicodeDecodeError as error:
        raise Refusal("This file is not UTF-8 text, so it is not a game record.") from error
    return read_text(text)


def _encoding(content: bytes) -> str:
    """Return a file's encoding: UTF-16 with a byte order mark or if every other byte is zero, otherwise UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    beginning = content[:20]
    if beginning and len(content) % 2 == 0:
        if not any(beginning[1::2]) and all(beginning[::2]):
            return "utf-16-le"
        if not any(beginning[::2]) and all(beginning[1::2]):
            return "utf-16-be"
    return "utf-8"


def read_text(text: str) -> Record | RecordList:
    """Parse the game records in text of any known format. Raises Refusal if there are none."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) <= LONGEST:  # nobody pastes a longer text
        text = plain_record(text)
    if "\0" in text or SURROGATES.search(text):
        raise Refusal("This file is not UTF-8 text, so it is not a game record.")
    return _read_list(text) if JSON_LIST.match(text) else read_one(text)


def _read_list(text: str) -> Record | RecordList:
    """Parse a JSON list one record at a time, which saves memory and does not block other threads."""
    dated: list[tuple[int, str]] = []
    record: Record | None = None
    refused = bad_json()
    for count, part in enumerate(_parts(text), 1):
        if count > MOST_RECORDS:
            raise Refusal("A list can have at most {most} records.", most=MOST_RECORDS)
        try:
            record = read_one(part)
            dated.append((record.ended or 0, part))
        except Refusal as refusal:
            refused = refusal
    if record is None:
        raise refused
    dated.sort(key=lambda entry: -entry[0])
    return record if len(dated) == 1 else RecordList([part for _, part in dated], count - len(dated))


def _parts(text: str) -> Iterator[str]:
    """Yield the texts of a JSON list's values."""
    decoder, at = json.JSONDecoder(), text.index("[")
    while text[at : at + 1] in {"[", ","}:
        begin = past_space(text, at + 1)
        try:
            _, end = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError) as error:
            raise bad_json() from error
        yield text[begin:end].replace("\r", " ").replace("\n", " ")
        at = past_space(text, end)
    if text[at : at + 1] != "]":
        raise bad_json()


def listed_texts(text: str) -> list[str]:
    """Return the text of each record in a list made by `RecordList.text`, without parsing the records."""
    return [line.removesuffix(",") for line in text.split("\n")[1:-2]]


def read_one(text: str) -> Record:
    """Parse text containing a single record. Raises Refusal if it is malformed."""
    check_length(text)
    if foreign := format_of(text):
        return foreign.read(text)
    if "[Tidepool" not in text:
        message = mark(
            'This is not a game record: it neither begins with [Tidepool "1"], nor is it in the format of {others}.'
        )
        raise Refusal(message, others=listing([foreign.NAME for foreign in FORMATS], last="or"))
    return read(text)
