"""The keys with which a layer says what it does, and the entries of trees."""

from collections.abc import Iterator

from rulewright.model.names import slug
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar

GAME, EXTENDS, BECAUSE, STRUCK, OF = "game", "extends", "because", "struck", "of"
SAYING = (BECAUSE, STRUCK, OF)
"""Keys of an entry that say something of the change, and change nothing themselves."""
Entry = tuple[Scalar, Node]
Address = tuple[str, str]
"""A section, and the name of an entry in comparable form."""


def address_of(section: str, key: Scalar) -> Address:
    return section, slug(key.value)


def entries_of(sources: Sources) -> Iterator[tuple[Address, Entry]]:
    """All entries of all sections but `game`."""
    for tree in sources.content:
        for section, node in tree.entries:
            if section.value != GAME and isinstance(node, Mapping):
                yield from ((address_of(section.value, entry[0]), entry) for entry in node.entries)


def game_of(sources: Sources) -> tuple[Scalar, Mapping] | None:
    """The section `game` with its key."""
    given = (entry for tree in sources.content for entry in tree.entries if entry[0].value == GAME)
    return next(((key, node) for key, node in given if isinstance(node, Mapping)), None)


def said_of_all(sources: Sources) -> Scalar | None:
    """The reason of all changes of a layer."""
    game = game_of(sources)
    return text_at(game[1], BECAUSE) if game else None


def text_at(node: Node, key: str) -> Scalar | None:
    """A text under a key; None where there is none."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) and not value.empty and value.value.strip() else None


def without(node: Node, *keys: str) -> Node:
    if not isinstance(node, Mapping):
        return node
    return Mapping(tuple(entry for entry in node.entries if entry[0].value not in keys), node.span)
