"""Validate request bodies against Discord's OpenAPI description."""

import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError, best_match

from sandbox.discord.errors import Fault, Json

DESCRIPTION = Path(__file__).parent / "openapi.json"
"""The extract of Discord's description made by `sandbox.wire.cut`."""
_SNOWFLAKE = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}
"""An ID as text or number: Discord accepts both, although its description allows only text."""
_REFERENCE = "#/components/schemas/"
_SHOWN = 80


def faults(operation: str, body: Any) -> list[Fault]:  # noqa: ANN401 (a body is any JSON)
    """The faults in the body of a request for this operation, by Discord's name."""
    return list(_faults(operation, json.dumps(body)))


@lru_cache(maxsize=64)
def _faults(operation: str, body: str) -> tuple[Fault, ...]:
    """The faults in the text of a body, cached because bots send the same commands at each start."""
    return tuple(
        Fault(".".join(map(str, error.absolute_path)), str(error.validator).upper(), _sentence(error))
        for error in map(_deepest, _validator(operation).iter_errors(json.loads(body)))
    )


def _deepest(error: ValidationError) -> ValidationError:
    """The most specific fault among those of all alternatives."""
    return best_match([error]) or error


def _sentence(error: ValidationError) -> str:
    shown = repr(error.instance)
    if len(shown) > _SHOWN:
        return error.message.replace(shown, f"{shown[:_SHOWN]}…")
    return error.message


def _union(fallback: Callable[..., Iterator[ValidationError]]) -> Callable[..., Iterator[ValidationError]]:
    """Check a union against the alternative selected by the value's `type`.

    That is faster than trying all alternatives, and the fault is precise.
    """

    def check(validator: Any, options: list[Json], value: Any, schema: Json) -> Iterator[ValidationError]:  # noqa: ANN401 (any JSON)
        if value is None and {"type": "null"} in options:
            return
        constants = [option["const"] for option in options if "const" in option]
        if len(constants) == len(options):
            if value not in constants:
                yield ValidationError(f"{value!r} is none of {constants}")
            return
        others = [option for option in options if option != {"type": "null"}]
        if len(others) == 1:
            yield from validator.descend(value, others[0])
            return
        by_type = _by_type(tuple(option.get("$ref", "") for option in others))
        if not by_type or not isinstance(value, dict):
            yield from fallback(validator, options, value, schema)
        elif not isinstance(kind := value.get("type"), int) or (name := by_type.get(kind)) is None:
            yield ValidationError(f"type {kind!r} is none of {sorted(by_type)}")
        else:
            yield from validator.descend(value, {"$ref": name})

    return check


def _referred(validator: Any, reference: str, value: Any, _: Json) -> Iterator[ValidationError]:  # noqa: ANN401 (any JSON)
    """Check a value against a referenced schema.

    The library's own lookup across documents takes a quarter of the validation time.
    """
    yield from validator.descend(value, _schemas()[reference.removeprefix(_REFERENCE)])


def _descend(
    validator: Any,  # noqa: ANN401 (`extend` creates its class at run time)
    instance: Any,  # noqa: ANN401 (any JSON)
    schema: Json | bool,
    path: object = None,
    schema_path: object = None,
    resolver: object = None,  # noqa: ARG001 (references are looked up by `_referred`)
) -> Iterator[ValidationError]:
    """Check a value against a part of the schema with the same validator.

    The library creates a validator for each part, which takes half of the validation time.
    """
    if isinstance(schema, bool):
        schema = {} if schema else {"not": {}}
    for name, wanted in schema.items():
        check = validator.VALIDATORS.get(name)
        for error in (check and check(validator, wanted, instance, schema)) or ():
            details = {"validator": name, "validator_value": wanted, "instance": instance, "schema": schema}
            error._set(validator.TYPE_CHECKER, **details)  # noqa: SLF001 (as the library does)
            if path is not None:
                error.path.appendleft(path)
            if name != "$ref":
                error.schema_path.appendleft(name)
            if schema_path is not None:
                error.schema_path.appendleft(schema_path)
            yield error


_Validator = validators.extend(  # type: ignore[no-untyped-call]  # its arguments are missing from the stubs
    Draft202012Validator,
    {"$ref": _referred, **{name: _union(Draft202012Validator.VALIDATORS[name]) for name in ("anyOf", "oneOf")}},
)
_Validator.descend = _descend


@cache
def _by_type(references: tuple[str, ...]) -> dict[int, str]:
    """The alternative for each `type`; empty if the types do not distinguish the alternatives."""
    by_type: dict[int, str] = {}
    for reference in references:
        schema = _schemas().get(reference.removeprefix(_REFERENCE), {})
        types = schema.get("properties", {}).get("type", {}).get("enum")
        if not types or by_type.keys() & set(types):
            return {}
        by_type |= dict.fromkeys(types, reference)
    return by_type


@cache
def _validator(operation: str) -> Any:  # noqa: ANN401 (`extend` creates the class at run time)
    return _Validator({**_bodies()[operation], "components": {"schemas": _schemas()}})


@cache
def _bodies() -> Json:
    operations = [operation for path in _description()["paths"].values() for operation in path.values()]
    return {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["schema"]
        for operation in operations
    }


@cache
def _schemas() -> Json:
    schemas: Json = _description()["components"]["schemas"]
    return schemas | {"SnowflakeType": _SNOWFLAKE}


@cache
def _description() -> Json:
    return dict(json.loads(DESCRIPTION.read_text(encoding="utf-8")))
