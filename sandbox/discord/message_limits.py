"""Discord's limits on messages and modals that its OpenAPI description does not cover."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sandbox.discord.components import LINK, PREMIUM, SELECTS, Kind, walk
from sandbox.discord.errors import Fault, Json

CHOICES = 25
CONTENT = 2000
EMBEDS = 6000
"""The most characters in all embeds of a message."""
ROWS = 5
COMPONENTS = 40
"""The most components of a message with the components-V2 flag, including nested ones."""
TEXT = 4000
"""The most characters in all text displays of a message."""
_ONLY_V2 = {
    Kind.SECTION,
    Kind.TEXT_DISPLAY,
    Kind.THUMBNAIL,
    Kind.MEDIA_GALLERY,
    Kind.FILE,
    Kind.SEPARATOR,
    Kind.CONTAINER,
}
_REFERENCE = "attachment://"


def message_faults(
    *, content: str, embeds: Sequence[Json], components: Sequence[Json], filenames: Iterable[str], v2: bool
) -> list[Fault]:
    """The faults of a message in its state after the request."""
    faults = [*_embeds(embeds), *_references(embeds, components, set(filenames)), *_custom_ids(components)]
    if len(content) > CONTENT:
        faults.append(Fault("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length."))
    for path, component in walk(components):
        faults += _component(path, component)
    if not v2:
        return faults + _classic(components)
    for name, value in (("content", content), ("embeds", embeds)):
        if value:
            text = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            faults.append(Fault(name, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text))
    return faults + _layout(components)


def modal_faults(modal: Json) -> list[Fault]:
    """The faults of a modal."""
    components = modal["components"]
    faults = list(_custom_ids(components))
    if len(components) > ROWS:
        faults.append(Fault("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length."))
    for path, component in walk(components):
        faults += _component(path, component)
        if component["type"] == Kind.ACTION_ROW and len(component["components"]) != 1:
            faults.append(Fault(path, "BASE_TYPE_BAD_LENGTH", "A row of a modal holds one text input."))
    return faults


def choice_faults(path: str, choices: Sequence[Json]) -> list[Fault]:
    """The faults of the choices of an option or for autocomplete."""
    faults = []
    if len(choices) > CHOICES:
        faults.append(Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length."))
    for number, choice in enumerate(choices):
        for part in ("name", "value"):
            if isinstance(choice[part], str) and not 1 <= len(choice[part]) <= 100:
                text = "Must be between 1 and 100 in length."
                faults.append(Fault(f"{path}.{number}.{part}", "BASE_TYPE_BAD_LENGTH", text))
    return faults


def _embeds(embeds: Sequence[Json]) -> Iterator[Fault]:
    if sum(map(_letters, embeds)) > EMBEDS:
        text = f"Embed size exceeds maximum size of {EMBEDS}"
        yield Fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", text)


def _letters(embed: Json) -> int:
    parts = [embed.get("title"), embed.get("description")]
    parts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    parts += [field[part] for field in embed.get("fields") or () for part in ("name", "value")]
    return sum(len(part) for part in parts if part)


def _references(embeds: Sequence[Json], components: Sequence[Json], filenames: set[str]) -> Iterator[Fault]:
    shown = [("embeds", embed) for embed in embeds] + list(walk(components))
    for path, part in shown:
        for url in _urls(part):
            if url.startswith(_REFERENCE) and url.removeprefix(_REFERENCE) not in filenames:
                text = f"The referenced attachment {url} was not found."
                yield Fault(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)


def _urls(part: Json) -> Iterator[str]:
    """The URLs of the pictures and files of a component, without those of its children."""
    for name in ("image", "thumbnail", "author", "footer", "media", "file"):
        inner = part.get(name)
        if isinstance(inner, dict):
            yield from (inner[key] for key in ("url", "icon_url") if isinstance(inner.get(key), str))
    for item in part.get("items") or ():
        yield item["media"]["url"]


def _custom_ids(components: Sequence[Json]) -> Iterator[Fault]:
    named = [(path, part["custom_id"]) for path, part in walk(components) if part.get("custom_id")]
    counted = Counter(custom_id for _, custom_id in named)
    for path, custom_id in named:
        if counted[custom_id] > 1:
            text = f"Component custom id {custom_id!r} cannot be duplicated"
            yield Fault(f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", text)
    numbers = Counter(part["id"] for _, part in walk(components) if part.get("id"))
    if any(count > 1 for count in numbers.values()):
        yield Fault("components", "COMPONENT_ID_DUPLICATED", "Component ids cannot be duplicated")


def _component(path: str, part: Json) -> Iterator[Fault]:
    kind = part["type"]
    if kind == Kind.BUTTON:
        yield from _button(path, part)
    if kind == Kind.STRING_SELECT:
        yield from _string_select(path, part)
    if kind in SELECTS:
        least, most = part.get("min_values"), part.get("max_values")
        if (1 if least is None else least) > (1 if most is None else most):
            yield Fault(f"{path}.min_values", "BASE_TYPE_BAD_LENGTH", "min_values is more than max_values")


def _button(path: str, part: Json) -> Iterator[Fault]:
    if part["style"] == LINK:
        if not part.get("url") or part.get("custom_id"):
            yield Fault(path, "BUTTON_COMPONENT_URL_REQUIRED", "A link button must have a url and no custom id")
    elif part["style"] != PREMIUM and (not part.get("custom_id") or part.get("url")):
        yield Fault(path, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id, and no url, is required")
    if part["style"] != PREMIUM and not part.get("label") and not part.get("emoji"):
        yield Fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")


def _string_select(path: str, part: Json) -> Iterator[Fault]:
    options = part["options"]
    values = Counter(option["value"] for option in options)
    if not 1 <= len(options) <= 25:
        yield Fault(f"{path}.options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    if any(count > 1 for count in values.values()):
        text = "The specified option value is already used"
        yield Fault(f"{path}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
    chosen = sum(bool(option.get("default")) for option in options)
    if chosen > (part.get("max_values") or 1):
        yield Fault(f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")


def _classic(components: Sequence[Json]) -> list[Fault]:
    """The faults of a message without the components-V2 flag: at most five rows, each of buttons or of one select."""
    faults = []
    if len(components) > ROWS:
        faults.append(Fault("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length."))
    for path, part in walk(components):
        if part["type"] in _ONLY_V2:
            text = f"Component type {part['type']} needs the IS_COMPONENTS_V2 flag"
            faults.append(Fault(path, "UNION_TYPE_CHOICES", text))
    return faults + _rows(components)


def _rows(components: Sequence[Json]) -> list[Fault]:
    faults = []
    for path, row in walk(components):
        if row["type"] != Kind.ACTION_ROW:
            continue
        inner = row["components"]
        if not 1 <= len(inner) <= 5:
            faults.append(Fault(f"{path}.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
        if len(inner) > 1 and any(part["type"] in SELECTS for part in inner):
            faults.append(Fault(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills a row of its own"))
    return faults


def _layout(components: Sequence[Json]) -> list[Fault]:
    """The additional faults of a message with the components-V2 flag."""
    faults = _rows(components)
    everything = [part for _, part in walk(components)]
    if len(everything) > COMPONENTS:
        text = f"The total number of components in a message must not exceed {COMPONENTS}"
        faults.append(Fault("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text))
    if sum(len(part["content"]) for part in everything if part["type"] == Kind.TEXT_DISPLAY) > TEXT:
        text = f"The total text of a message must not exceed {TEXT} characters"
        faults.append(Fault("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text))
    return faults
