"""Extract the part of Discord's OpenAPI description that the sandbox needs.

`python -m sandbox.wire.cut openapi.json` prints the extract. The file `openapi.json` beside this one was extracted from
`specs/openapi.json` of github.com/discord/discord-api-spec at commit 74fda0fad044407ea280043a03ffc9bc64c4e49e
(2026-07-18, MIT licence: see LICENSE.openapi). It contains the request bodies of the supported operations, and every
schema that they refer to.
"""

import json
import sys
from pathlib import Path
from typing import Any

from sandbox.discord.errors import Json

OPERATIONS = (
    "bulk_delete_messages",
    "bulk_set_application_commands",
    "bulk_set_guild_application_commands",
    "create_dm",
    "create_interaction_response",
    "create_message",
    "create_thread",
    "create_thread_from_message",
    "execute_webhook",
    "update_channel",
    "update_message",
    "update_my_application",
    "update_original_webhook_message",
    "update_webhook_message",
)
"""The supported operations that have a body, by Discord's names."""
_REFERENCE = "#/components/schemas/"


def cut(description: Json) -> Json:
    """Extract the part that OPERATIONS need. Raises KeyError if one is missing."""
    bodies = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]
        for path in description["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict) and operation.get("operationId") in OPERATIONS
    }
    schemas = description["components"]["schemas"]
    needed: set[str] = set()
    waiting = [name for operation in OPERATIONS for name in _references(bodies[operation])]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _references(schemas[name])
    paths: Json = {}
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and operation.get("operationId") in OPERATIONS:
                name = operation["operationId"]
                body = {"content": {"application/json": bodies[name]}}
                paths.setdefault(path, {})[method] = {"operationId": name, "requestBody": body}
    return {
        "openapi": description["openapi"],
        "info": {name: description["info"][name] for name in ("title", "license", "version")},
        "paths": paths,
        "components": {"schemas": {name: schemas[name] for name in sorted(needed)}},
    }


def text(part: Json) -> str:
    """Format the extract with one line per path and schema."""
    paths = _lines(part["paths"])
    schemas = _lines(part["components"]["schemas"])
    head = "".join(f"{json.dumps(name)}: {json.dumps(part[name])},\n" for name in ("openapi", "info"))
    return f'{{{head}"paths": {{\n{paths}\n}},\n"components": {{"schemas": {{\n{schemas}\n}}}}}}\n'


def _lines(named: Json) -> str:
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in named.items())


def _references(part: Any) -> list[str]:  # noqa: ANN401 (a schema is any JSON)
    if isinstance(part, dict):
        here = part.get("$ref")
        own = [here.removeprefix(_REFERENCE)] if isinstance(here, str) else []
        return own + [name for value in part.values() for name in _references(value)]
    if isinstance(part, list):
        return [name for value in part for name in _references(value)]
    return []


if __name__ == "__main__":
    sys.stdout.write(text(cut(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
