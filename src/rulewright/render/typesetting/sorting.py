"""The order of names in a glossary and an index, and the letters that they stand under.

English names sort by their letters alone. Other languages sort by the Unicode collation: é beside e, œ as oe, ß as ss.
Its table takes a quarter of a second to read.
"""

import re
from collections.abc import Mapping
from functools import cache
from string import ascii_uppercase
from typing import TYPE_CHECKING

from rulewright.model.names import slug
from rulewright.translation.catalogues import is_english

if TYPE_CHECKING:
    from pyuca import Collator


def sort_key(name: str, language: str) -> tuple[object, ...]:
    """Equal letters sort by their accents, then by their case."""
    return (slug(name),) if is_english(language) else _collated(name)


def letter(name: str, language: str) -> str:
    """The letter under which a name stands: É under E, Œ under O."""
    plain = slug(name)[0].upper()
    return plain if is_english(language) else _letters().get(_collated(plain)[0], plain)


@cache
def _collator() -> "Collator":
    from pyuca import Collator

    return Collator()


def _collated(name: str) -> tuple[int, ...]:
    return tuple(_collator().sort_key(re.sub(r"[\W_]+", " ", name).strip()))


@cache
def _letters() -> Mapping[object, str]:
    """Each letter of the alphabet by its first weight."""
    return {_collated(each)[0]: each for each in ascii_uppercase}
