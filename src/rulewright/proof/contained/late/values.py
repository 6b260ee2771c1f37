"""Which values of local names may go over a cut: those that never change and are known by their parts."""

import sys
from enum import EnumMeta
from operator import attrgetter
from types import NoneType
from typing import Any, cast

FRACTION = attrgetter("_numerator", "_denominator")


def plain_key(value: object) -> object:
    """A key that only equal values of equal types share; None for a value that may change, or hides its parts."""
    kind = type(value)
    if kind in (int, bool, str, NoneType):
        return kind, value
    if isinstance(value, float):
        return (kind, value.hex()) if kind is float else None
    if isinstance(kind, EnumMeta):
        name, members = getattr(value, "_name_", None), cast(Any, kind).__members__
        return (kind, name) if members.get(name) is value else None
    if isinstance(value, tuple) and kind is tuple:
        keys = tuple(map(plain_key, value))
        return None if None in keys else (kind, keys)
    if kind is getattr(sys.modules.get("fractions"), "Fraction", None):
        return kind, FRACTION(value)
    return None
