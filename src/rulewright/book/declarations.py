"""All entries of the source, in the order of the reference, and the walk over the declared keys of a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.book.kinds import OF_CONTENT, ContentFile
from rulewright.entries.blocks import BLOCK_SCHEMA, BLOCKS
from rulewright.entries.card import Card
from rulewright.entries.card_pictures import Images, Online, Screen
from rulewright.entries.card_sizes import Margins
from rulewright.entries.colour import Tint
from rulewright.entries.entry import Declaration, Schema
from rulewright.entries.fit import Fit
from rulewright.entries.fonts import Font
from rulewright.entries.game_section import GameSection
from rulewright.entries.layers import LayerEntry
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Notation
from rulewright.entries.press import Press
from rulewright.entries.requests import Request
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.schema import entries_within, fitting
from rulewright.entries.settlements import Settlement
from rulewright.entries.sheets import ContactSheet, Sheet
from rulewright.entries.themes import Theme, ThemeCorners, ThemeLines
from rulewright.entries.web_look import Logo, WebAccent, WebFonts, WebLook
from rulewright.source.nodes import Mapping as MappingNode
from rulewright.source.nodes import Node, Scalar, Sequence

CONTENT: tuple[type[Declaration], ...] = (
    ContentFile,
    GameSection,
    WebLook,
    WebAccent,
    WebFonts,
    Logo,
    Tint,
    Font,
    Mark,
    Notation,
    *(entry for kind in OF_CONTENT for entry in kind.classes()),
    Settlement,
    LayerEntry,
)
"""The entries of the files under content/."""

REQUESTS: tuple[type[Request], ...] = (Sheet, ContactSheet, Rulebook, Press, Images, Screen, Online)
"""The entries of the files under cards/ that ask for a product."""
CARD_FILES: Mapping[str, type[Declaration]] = {request.kind: request for request in REQUESTS} | {"theme": Theme}
"""The entries of files under cards/ by their `kind`; a file without one is a card."""
_CARDS: tuple[type[Declaration], ...] = (
    Card,
    Margins,
    Fit,
    *(entry for block in BLOCKS for entry in entries_within(block) if entry.noun),
    *(entry for request in REQUESTS for entry in entries_within(request) if entry.noun),
    Theme,
    ThemeCorners,
    ThemeLines,
)
CARDS = tuple(dict.fromkeys(_CARDS))
"""The entries of the files under cards/."""
ENTRIES = (*CONTENT, *CARDS)
"""All entries in the order of the reference."""


# What a file says, by the declarations of its keys

CLASSES = {entry.__name__: entry for entry in ENTRIES}
"""The classes of entries by their names, by which schemas refer to them: `#/$defs/Rule`."""
Address = tuple[str, ...]
"""The keys and names that lead to a value, without places in lists."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A value at its address, with the alternative of its schema that it fits; the schema is empty if it fits none.

    `entry` is the class of a mapping that is an entry. If the value stands directly in an entry, `owner` is the entry,
    and `of_key` the schema of its key. In a mapping of names, `name` is its name, and `names` what names may be.
    """

    node: Node
    schema: Schema
    address: Address
    owner: MappingNode | None = None
    of_key: Schema | None = None
    name: Scalar | None = None
    names: Schema | None = None
    entry: type[Declaration] | None = None


Enter = Callable[[Declared], bool]


def declared_values(
    tree: Node, entry: type[Declaration], address: Address = (), enter: Enter = lambda _: True
) -> Iterator[Declared]:
    """Yield a mapping that is an entry, and all values in it, in the order of the file; `enter` says which to enter."""
    if isinstance(tree, MappingNode):
        yield from _in_entry(Declared(tree, {}, address, entry=entry), tree, entry, enter)


def _in_entry(declared: Declared, node: MappingNode, entry: type[Declaration], enter: Enter) -> Iterator[Declared]:
    yield declared
    spellings = {name: key for key in entry.declared.values() for name in (key.name, *key.also)}
    for written, value in node.entries if enter(declared) else ():
        if (key := spellings.get(written.value)) is not None:
            schema, address = key.kind.schema, (*declared.address, key.name)
            yield from _in_value(Declared(value, schema, address, node, schema), enter)


def _in_value(declared: Declared, enter: Enter) -> Iterator[Declared]:
    """Yield a value, and all values in it."""
    node, address = declared.node, declared.address
    chosen = fitting(node, declared.schema, CLASSES) or {}
    if "$ref" in chosen:
        assert isinstance(node, MappingNode)
        name = chosen["$ref"].rpartition("/")[2]
        variants = BLOCK_SCHEMA if name == "Block" else CLASSES[name].schema_extra()
        if "anyOf" in variants:
            yield from _in_value(replace(declared, schema={"anyOf": variants["anyOf"]}), enter)
        else:
            yield from _in_entry(replace(declared, entry=CLASSES[name]), node, CLASSES[name], enter)
        return
    declared = replace(declared, schema=chosen)
    yield declared
    inner: Iterable[Declared] = ()
    if isinstance(node, Sequence) and enter(declared):
        inner = (Declared(item, chosen.get("items", {}), address) for item in node.items)
    elif isinstance(node, MappingNode) and enter(declared):
        schema, names = chosen.get("additionalProperties") or {}, chosen.get("propertyNames")
        inner = (
            Declared(value, schema, (*address, name.value), name=name, names=names) for name, value in node.entries
        )
    for each in inner:
        yield from _in_value(each, enter)
