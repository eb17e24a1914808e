"""Discord's description of its API: the part that was cut out of it, and the validation of bodies by it."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sandbox.wire import validation
from sandbox.wire.cut import OPERATIONS, cut, text
from sandbox.wire.rest import ROUTES
from sandbox.wire.validation import DESCRIPTION, faults


def test_the_cut_holds_all_that_it_needs_and_nothing_else() -> None:
    written = DESCRIPTION.read_text(encoding="utf-8")
    assert text(cut(json.loads(written))) == written


def test_every_body_is_validated_by_the_operation_of_its_endpoint() -> None:
    description = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    places = {
        operation["operationId"]: (method.upper(), path)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    named = {
        "{webhook_id}/{webhook_token}": "{application_id}/{token}",
        "{interaction_id}/{interaction_token}": "{interaction_id}/{token}",
    }
    served = {}
    for route in ROUTES:
        if route.operation:
            served[route.operation] = (route.method, route.path)
    for operation, (method, path) in places.items():
        ours = path
        for theirs, mine in named.items():
            ours = ours.replace(theirs, mine)
        assert served[operation] == (method, ours)
    assert set(served) == set(OPERATIONS)
    bodiless = {"POST /channels/{channel_id}/typing", "PUT /channels/{channel_id}/thread-members/@me"}
    bodiless |= {"PUT /channels/{channel_id}/thread-members/{user_id}"}
    sends = {f"{route.method} {route.path}" for route in ROUTES if route.method in {"POST", "PUT", "PATCH"}}
    assert sends - bodiless == {f"{method} {path}" for method, path in served.values()}


def test_ids_may_be_numbers_or_texts() -> None:
    for number in (0, "0", 5, "5"):
        assert faults("create_message", {"attachments": [{"id": number}]}) == []
    assert faults("create_message", {"attachments": [{"id": "x"}]}) != []
    assert faults("create_message", {"attachments": [{"id": -1}]}) != []


def test_of_a_union_the_fault_of_the_meant_alternative_is_told() -> None:
    button = {"type": 2, "style": 1, "label": "a" * 81, "custom_id": "a"}
    body = {"type": 4, "data": {"components": [{"type": 1, "components": [button]}]}}
    (fault,) = faults("create_interaction_response", body)
    assert fault.path == "data.components.0.components.0.label"
    assert "too long" in fault.text


def test_nullable_fields_may_be_null() -> None:
    assert faults("create_message", {"content": None, "embeds": None, "allowed_mentions": None}) == []
    assert faults("create_message", {"content": 5}) != []


@pytest.mark.parametrize("kind", [None, 99, "1", [], {}])
def test_a_component_of_no_known_type_is_a_fault(kind: object) -> None:
    (fault,) = faults("create_message", {"components": [{"type": kind, "components": []}]})
    assert fault.path.startswith("components.0")


BODIES: list[tuple[str, Any]] = [
    ("create_message", {"content": "a" * 5000}),
    ("create_message", {"content": "a", "tts": 1, "attachments": [{"id": 0, "filename": 5}, 7]}),
    ("create_message", {"components": [{"type": 1, "components": [{"type": 2, "style": 9, "custom_id": ""}]}]}),
    ("create_message", {"components": [{"type": 1}], "embeds": [{"fields": [{"name": 1}]}]}),
    ("create_interaction_response", {"type": 4, "data": {"content": "a", "allowed_mentions": {"parse": ["all"]}}}),
    ("create_interaction_response", {"type": 4, "data": {"content": "a", "flags": 64}}),
    ("create_interaction_response", {"type": 77}),
    ("create_interaction_response", []),
]


@pytest.mark.parametrize(("operation", "body"), BODIES)
def test_the_faults_are_those_that_the_library_finds_part_by_part(
    operation: str, body: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    validation._faults.cache_clear()
    first = faults(operation, body)
    validation._faults.cache_clear()
    monkeypatch.setattr(validation._Validator, "descend", Draft202012Validator.descend)
    assert first == faults(operation, body)
