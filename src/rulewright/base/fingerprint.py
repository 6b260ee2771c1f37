"""A text that is equal for equal values, wherever they stand in the source.

It contains every field of a frozen value except its spans, so it can be the key of a cache on disk.
"""

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from rulewright.base.findings import Span


def fingerprint(*values: object) -> str:
    parts: list[str] = []
    for value in values:
        _add(value, parts)
    return "".join(parts)


def _add(value: Any, parts: list[str]) -> None:
    kind: Any = type(value)
    if kind is Span:
        return
    if kind is tuple or kind is list:
        parts.append("(")
        for each in value:
            _add(each, parts)
        parts.append(")")
    elif names := _fields(kind):
        parts.append(f"{kind.__name__}(")
        for name in names:
            _add(getattr(value, name), parts)
        parts.append(")")
    elif isinstance(value, Enum):
        parts.append(f"{kind.__name__}.{value.name},")
    elif isinstance(value, Mapping):
        parts.append("map")
        _add(list(value.items()), parts)
    elif isinstance(value, frozenset | set):
        parts.append(f"set{sorted(map(fingerprint, value))}")
    else:
        parts.append(f"{value!r},")


@cache
def _fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if isinstance(kind, type) and is_dataclass(kind) else ()
