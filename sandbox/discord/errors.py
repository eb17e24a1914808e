"""Discord's error responses: an HTTP status, an error code and a message."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]


class Code(IntEnum):
    """Discord's error codes (developer documentation, "JSON Error Codes")."""

    GENERAL = 0
    UNKNOWN_APPLICATION = 10002
    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    OLD_MESSAGE_EDITS = 30046
    TOO_LARGE = 40005
    ALREADY_ACKNOWLEDGED = 40060
    TOO_MANY_FOLLOWUPS = 40094
    MISSING_ACCESS = 50001
    CANNOT_ON_DM = 50003
    ANOTHERS_MESSAGE = 50005
    EMPTY_MESSAGE = 50006
    CANNOT_SEND_TO_USER = 50007
    MISSING_PERMISSIONS = 50013
    WRONG_TOKEN = 50014
    SYSTEM_MESSAGE = 50021
    INVALID_WEBHOOK_TOKEN = 50027
    INVALID_FORM = 50035
    THREAD_ARCHIVED = 50083
    INVALID_JSON = 50109
    ENTRY_POINT_MISSING = 50240
    THREAD_EXISTS = 160004


_ANSWERS: dict[Code, tuple[int, str]] = {
    Code.GENERAL: (404, "404: Not Found"),
    Code.UNKNOWN_APPLICATION: (404, "Unknown Application"),
    Code.UNKNOWN_CHANNEL: (404, "Unknown Channel"),
    Code.UNKNOWN_GUILD: (404, "Unknown Guild"),
    Code.UNKNOWN_MEMBER: (404, "Unknown Member"),
    Code.UNKNOWN_MESSAGE: (404, "Unknown Message"),
    Code.UNKNOWN_USER: (404, "Unknown User"),
    Code.UNKNOWN_WEBHOOK: (404, "Unknown Webhook"),
    Code.UNKNOWN_INTERACTION: (404, "Unknown interaction"),
    Code.OLD_MESSAGE_EDITS: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    Code.TOO_LARGE: (413, "Request entity too large"),
    Code.ALREADY_ACKNOWLEDGED: (400, "Interaction has already been acknowledged."),
    Code.TOO_MANY_FOLLOWUPS: (400, "This interaction has hit the maximum number of follow up messages."),
    Code.MISSING_ACCESS: (403, "Missing Access"),
    Code.CANNOT_ON_DM: (403, "Cannot execute action on this channel type"),
    Code.ANOTHERS_MESSAGE: (403, "Cannot edit a message authored by another user"),
    Code.EMPTY_MESSAGE: (400, "Cannot send an empty message"),
    Code.CANNOT_SEND_TO_USER: (403, "Cannot send messages to this user"),
    Code.MISSING_PERMISSIONS: (403, "Missing Permissions"),
    Code.WRONG_TOKEN: (401, "401: Unauthorized"),
    Code.SYSTEM_MESSAGE: (403, "Cannot execute action on a system message"),
    Code.INVALID_WEBHOOK_TOKEN: (401, "Invalid Webhook Token"),
    Code.INVALID_FORM: (400, "Invalid Form Body"),
    Code.THREAD_ARCHIVED: (400, "Thread is archived"),
    Code.INVALID_JSON: (400, "The request body contains invalid JSON."),
    Code.ENTRY_POINT_MISSING: (400, "You cannot remove this app's Entry Point command in a bulk update operation."),
    Code.THREAD_EXISTS: (400, "A thread has already been created for this message"),
}


class Refused(Exception):
    """A request that the sandbox refuses as Discord would."""

    def __init__(self, code: Code, errors: Json | None = None, *, retry_after: float | None = None) -> None:
        self.code = code
        self.status, self.text = _ANSWERS[code]
        self.errors = errors
        self.retry_after = retry_after
        super().__init__(f"{self.status} {code.value}: {self.text}" + (f" {errors}" if errors else ""))

    def body(self) -> Json:
        answer: Json = {"message": self.text, "code": 0 if self.code is Code.WRONG_TOKEN else self.code.value}
        if self.errors:
            answer["errors"] = self.errors
        if self.retry_after is not None:
            answer |= {"retry_after": self.retry_after, "global": False}
        return answer


class Fault(NamedTuple):
    """A fault in a form: its dotted path (`components.0.label`), Discord's name for it, and a sentence."""

    path: str
    name: str
    text: str


def invalid_form(faults: Iterable[Fault]) -> Refused:
    """The refusal of a form, with its faults nested as in Discord's responses."""
    errors: Json = {}
    for fault in faults:
        node = errors
        for step in filter(None, fault.path.split(".")):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": fault.name, "message": fault.text})
    return Refused(Code.INVALID_FORM, errors)
