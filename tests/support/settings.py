"""The settings as docs/settings.md lists them: each variable with its meaning and its default."""

import ast
import inspect
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from admin._parsing import variable_of
from admin._settings import HOME, Settings


def documented() -> list[tuple[str, str, str]]:
    """The variable, the meaning and the default of each setting, in the order of the page."""
    about = _meanings(Settings)
    return [(variable_of(setting), about[setting.name], _shown(setting.default)) for setting in fields(Settings)]


def _meanings(kind: type[Any]) -> dict[str, str]:
    """The docstring under each field of a class, by the name of the field."""
    (body,) = (node for node in ast.parse(inspect.getsource(kind)).body if isinstance(node, ast.ClassDef))
    return {
        assigned.target.id: text.value.value
        for assigned, text in pairwise(body.body)
        if isinstance(assigned, ast.AnnAssign) and isinstance(assigned.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def _shown(default: object) -> str:
    if default is None:
        return "none"
    if isinstance(default, Path):
        return f"`{(default.relative_to(HOME) if default.is_absolute() else default).as_posix()}`"
    return f"`{default}`"
