"""What a kind of table makes of a grid, and the values of its cells."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.decode.values import NOTHING, UNKNOWN
from rulewright.importing.draft import Entry, Unread, Value
from rulewright.importing.grids.scores import SIGNS

EMPTY = ("", "-", "–", "—", "−", "n/a", "N/A", "NA", "—")
"""How sources say that there is nothing."""
NUMBER = re.compile(r"[-+]?\d{1,15}")


@dataclass(frozen=True, slots=True)
class Table:
    """The keys of the entry beside its title, the domains that it needs, and the reasons for the kind."""

    keys: dict[str, Value]
    why: tuple[str, ...]
    domains: tuple[Entry, ...] = ()
    unread: tuple[Unread, ...] = ()
    section: str = "tables"


def value_text(text: str) -> str:
    """A cell as our language writes it: nothing for an empty one; two words that mean something else get capitals."""
    plain = text.strip()
    if plain in EMPTY:
        return NOTHING
    return plain.capitalize() if plain in (NOTHING, UNKNOWN) else plain


def number_of(text: str) -> int | None:
    """The whole number that a cell is, whichever sign it has for minus."""
    plain = text.strip().translate(SIGNS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def numbers_of(texts: Iterable[str]) -> list[int] | None:
    """The numbers of cells, of which some may be empty; None if one is something else, or there is none."""
    present = [text for text in texts if text.strip() not in EMPTY]
    found = [number_of(text) for text in present]
    return [each for each in found if each is not None] if present and None not in found else None


def line(texts: Sequence[str], unknown: str | None = None) -> Value:
    """The cells of a row as the table lists them; a single one stands alone. An `unknown` one may stay so."""
    values: list[Value] = [text if text == unknown else value_text(text) for text in texts]
    return values if len(values) != 1 else values[0]
