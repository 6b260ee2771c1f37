"""The digest of how something is laid out: all that its values say, but texts and places in the source.

It must be the same for every version of the tool. So it leaves out what has its default: a new key of a card changes
only the cards that use it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

from rulewright.findings import Span
from rulewright.model.text import Text

DIGITS = 12
"""Hexadecimal digits of a digest: enough for the cards of one game."""


def layout_digest(*values: object) -> str:
    return digest_of("".join(part for value in values for part in _parts(value)))


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _parts(value: Any) -> Iterator[str]:
    match value:
        case Text() | Span():
            pass
        case Enum():
            yield f"{value.name},"
        case tuple() | list():
            yield "("
            for each in value:
                yield from _parts(each)
            yield ")"
        case bytes():
            yield f"{sha256(value).hexdigest()},"
        case Mapping():
            yield from _parts(sorted(value.items()))
        case frozenset():
            yield f"{sorted(map(str, value))},"
        case _ if is_dataclass(value):
            yield from _fields(value)
        case _:
            yield f"{value},"


def _fields(value: Any) -> Iterator[str]:
    yield f"{type(value).__name__}("
    for each in fields(value):
        held = getattr(value, each.name)
        if each.compare and held != _default(each):
            yield f"{each.name}="
            yield from _parts(held)
    yield ")"


def _default(field: "Field[Any]") -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default
