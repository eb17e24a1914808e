"""Discord's error responses: an HTTP status, an error code and a message."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple, Self, TypeAlias

Json: TypeAlias = dict[str, Any]


class Code(IntEnum):
    """Discord's error codes (developer documentation, "JSON Error Codes"), with the status and text of responses."""

    status: int
    text: str

    def __new__(cls, value: int, status: int, text: str) -> Self:
        code = int.__new__(cls, value)
        code._value_, code.status, code.text = value, status, text
        return code

    GENERAL = 0, 404, "404: Not Found"
    UNKNOWN_APPLICATION = 10002, 404, "Unknown Application"
    UNKNOWN_CHANNEL = 10003, 404, "Unknown Channel"
    UNKNOWN_GUILD = 10004, 404, "Unknown Guild"
    UNKNOWN_MEMBER = 10007, 404, "Unknown Member"
    UNKNOWN_MESSAGE = 10008, 404, "Unknown Message"
    UNKNOWN_USER = 10013, 404, "Unknown User"
    UNKNOWN_WEBHOOK = 10015, 404, "Unknown Webhook"
    UNKNOWN_INTERACTION = 10062, 404, "Unknown interaction"
    OLD_MESSAGE_EDITS = 30046, 429, "Maximum number of edits to messages older than 1 hour reached. Try again later"
    TOO_LARGE = 40005, 413, "Request entity too large"
    ALREADY_ACKNOWLEDGED = 40060, 400, "Interaction has already been acknowledged."
    TOO_MANY_FOLLOWUPS = 40094, 400, "This interaction has hit the maximum number of follow up messages."
    MISSING_ACCESS = 50001, 403, "Missing Access"
    CANNOT_ON_DM = 50003, 403, "Cannot execute action on this channel type"
    ANOTHERS_MESSAGE = 50005, 403, "Cannot edit a message authored by another user"
    EMPTY_MESSAGE = 50006, 400, "Cannot send an empty message"
    CANNOT_SEND_TO_USER = 50007, 403, "Cannot send messages to this user"
    MISSING_PERMISSIONS = 50013, 403, "Missing Permissions"
    WRONG_TOKEN = 50014, 401, "401: Unauthorized"
    SYSTEM_MESSAGE = 50021, 403, "Cannot execute action on a system message"
    INVALID_WEBHOOK_TOKEN = 50027, 401, "Invalid Webhook Token"
    INVALID_FORM = 50035, 400, "Invalid Form Body"
    THREAD_ARCHIVED = 50083, 400, "Thread is archived"
    INVALID_JSON = 50109, 400, "The request body contains invalid JSON."
    ENTRY_POINT_MISSING = 50240, 400, "You cannot remove this app's Entry Point command in a bulk update operation."
    THREAD_EXISTS = 160004, 400, "A thread has already been created for this message"


class Refused(Exception):
    """A request that the sandbox refuses as Discord would."""

    def __init__(self, code: Code, errors: Json | None = None, *, retry_after: float | None = None) -> None:
        self.code = code
        self.errors = errors
        self.retry_after = retry_after
        super().__init__(f"{code.status} {code.value}: {code.text}" + (f" {errors}" if errors else ""))

    def body(self) -> Json:
        answer: Json = {"message": self.code.text, "code": 0 if self.code is Code.WRONG_TOKEN else self.code.value}
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
