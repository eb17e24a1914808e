"""The form for typing a move."""

from typing import Any

import language
from cogs.wire.controls import Form, text_field
from games import Position
from language import mark


def move_form(title: str, form_id: str, position: Position[Any], label: str = mark("The move")) -> Form:
    """Return a form with the field `move`, whose placeholder is an example of a legal move."""
    example = position.format(position.legal_moves()[0])
    hint = language.say("for example {move}", move=example)
    return Form(title, form_id, text_field("move", language.say(label), placeholder=hint, limit=60))
