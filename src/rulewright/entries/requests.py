"""Requests: the files of cards/GAME/ that ask for a product."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key, shared
from rulewright.entries.roles import ONE_VALUE, Prose, file_kind, one_or_list, reference
from rulewright.entries.text import Text
from rulewright.source.nodes import Scalar, Sequence

T = TypeVar("T")
Surroundings = Mapping[str, Mapping[str, Any]]
"""What requests are read by: under `theme` the ids of themes, that of the game first; under `profile` the ICC profiles
beside the file by name."""


class Request(NamedEntry):
    """A request for a product. Its id is the name of the file, and `kind` the name of the product."""

    kind: str = shared(file_kind("…"), default="…")
    title: Prose = key("What it is called where the web pages offer it", "title: For the table")


# Kinds of value that several requests have


def refuse_empty(reader: EntryReader, name: str, hint: str) -> None:
    """Report an empty list as an error."""
    value = reader.node_at(name)
    if isinstance(value, Sequence) and not value.items:
        reader.report("missing-key", value.span, f"{reader.what} has nothing under {name!r}", hint)


def distinct(
    reader: EntryReader, name: str, hint: str, read: Callable[[Scalar], tuple[str, T] | None]
) -> tuple[T, ...]:
    """Read the distinct values of a non-empty list; `read` returns a value with its name, or None on an error."""
    refuse_empty(reader, name, hint)
    values: dict[str, T] = {}
    for written in reader.scalars_at(name):
        named = read(written)
        if named and named[0] in values:
            reader.report("bad-value", written.span, f"{named[0]} is given twice", "remove one")
        elif named:
            values[named[0]] = named[1]
    return tuple(values.values())


def _chosen_cards(reader: EntryReader, name: str) -> tuple[Text, ...]:
    def read(card: Scalar) -> tuple[str, Text]:
        return f"the card {card.value!r}", reference(card, "card")

    return distinct(reader, name, f"leave {name!r} out to take all of them", read)


ChosenCards = Annotated[
    tuple[Text, ...],
    Kind("the name of a card, or a list of them", _chosen_cards, one_or_list(ONE_VALUE), refers=True),
]
"""The cards to show; an empty tuple means all cards."""
