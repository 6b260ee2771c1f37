"""A decoded game: everything that its source files say, with unresolved links."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.messages.messages import joined, tell
from rulewright.book.kinds import OF_CONTENT, Entries
from rulewright.entries.entry import EntryReader
from rulewright.entries.layers import Layer, LayerChange
from rulewright.entries.names import slug
from rulewright.entries.product import Product
from rulewright.entries.roles import prose
from rulewright.entries.settlements import Settlement
from rulewright.entries.text import Text
from rulewright.entries.themes import Theme, themes_of_the_tool
from rulewright.source.files import Layered
from rulewright.source.nodes import Mapping as MappingNode
from rulewright.source.nodes import Node, Scalar
from rulewright.source.pictures import Picture

R = TypeVar("R")
EDITION, VERSION = (re.compile(words, re.IGNORECASE) for words in ("edition|édition|ausgabe|auflage", "version"))
"""Words in the name of an edition or version that make a word before it unnecessary, in any of our languages."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """The id of a finding that the author accepts, and the reason. A `*` in the id matches any text."""

    finding: str
    reason: str
    span: Span = field(compare=False)

    @property
    def name(self) -> str:
        """The name of the finding: its id up to the first slash."""
        return self.finding.partition("/")[0]

    def covers(self, id_: str) -> bool:
        """Whether it waives the finding with this id."""
        return bool(re.fullmatch(".*".join(map(re.escape, self.finding.split("*"))), id_, re.DOTALL))


class Game(Entries):
    """Everything that the files of one game say; `id` is the name of its folder.

    - `pictures` are the pictures of cards and `content_pictures` those of the content, by file name.
    - `themes` has those of the tool, too; `fonts` are the game's own fonts.
    - `unread` maps the names of entries that could not be decoded to their places.
    - In a translation `language` is its language, and `lengths` are the lengths of the original's rules, so that
      chapters divide into the same pages.
    - `layer` describes the changes to the games that this game extends.
    """

    id: str
    waivers: tuple[Waiver, ...] = ()
    settled: tuple[Settlement, ...] = ()
    themes: tuple[Theme, ...] = field(default_factory=lambda: tuple(themes_of_the_tool().values()))
    products: tuple[Product[Any], ...] = ()
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    content_pictures: Mapping[str, Picture] = field(default_factory=dict)
    unread: Mapping[str, Span] = field(default_factory=dict)
    lengths: Mapping[str, int] = field(default_factory=dict)
    layer: Layer | None = None

    def texts(self) -> Iterator[Text]:
        """Yield the texts about the game as a whole."""
        about = (*self.ours, self.cover, self.licence, self.source, self.credits)
        yield from (text for text in about if text is not None)
        yield from self.layer.texts() if self.layer else ()

    def has_file(self, file: str) -> bool:
        """Whether a source file belongs to this game and not to a game that it extends."""
        return self.layer is None or file.split("/")[1:2] == [self.id]

    def completed(self, reader: EntryReader) -> Self:
        return replace(super().completed(reader), title=self.title or self.id)

    @property
    def is_translation(self) -> bool:
        return bool(self.original_language) and self.language != self.original_language

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game appears, the original first; empty if there is only one."""
        return (self.original_language, *self.translations) if self.translations else ()

    def requests(self, kind: type[R]) -> tuple[R, ...]:
        """Return the requests of one kind in cards/GAME/: `game.requests(Sheet)`."""
        return tuple(each.request for each in self.products if isinstance(each.request, kind))

    @property
    def by(self) -> str:
        """The author in file metadata; the title of the game if it names no authors."""
        return self.byline or self.title

    @property
    def imprint(self) -> str:
        """The edition and version, such as `edition 2.0, version 1.3`; empty if the source states neither."""
        return joined((*([self.edition_name] if self.edition else ()), *([self.version_name] if self.version else ())))

    @property
    def edition_name(self) -> str:
        """The edition, such as `edition 2.0`. A value such as "Second edition" needs no word before it."""
        return self.edition if EDITION.search(self.edition) else tell("edition {name}", name=self.edition)

    @property
    def version_name(self) -> str:
        """The version, such as `version 1.3`. If the game names no edition, the version is called the edition.

        A value such as "Version of May" needs no word before it.
        """
        if VERSION.search(self.version):
            return self.version
        name = {"name": self.version}
        return tell("version {name}", **name) if self.edition else tell("edition {name}", **name)


def read_section(
    sections: Sequence[tuple[Scalar, Node]], game: str, context: Mapping[str, Any], findings: Findings
) -> Game:
    """Read the section `game`, which stands in exactly one file. The other sections are left empty.

    The `context` has the fonts, the themes and the pictures of the content by name.
    """
    span = sections[0][1].span if sections else Span(f"content/{game}")
    if not sections:
        hint = "add game: with a title and a language to one of its files"
        findings.add(Finding("missing-key", span, "no file of this game has the key 'game'", hint, unknown="game"))
    for name, _ in sections[1:]:
        label = Label(sections[0][0].span, "first given here")
        findings.add(Finding("duplicate-key", name.span, "'game' is given in two files", "keep one", (label,)))
    title = Scalar("title", span), Scalar(game, span)
    return Game.read(sections[0][1] if sections else MappingNode((title,), span), "game", findings, context, id=game)


def read_layer(layered: Layered | None, because: Text | None, findings: Findings) -> Layer | None:
    """Return how a game changes the games that it extends, by default for the reason `because`; None if it does not."""
    if layered is None:
        return None
    return Layer(layered.bases, because, tuple(_changes(layered, because, findings)))


def _changes(layered: Layered, default: Text | None, findings: Findings) -> Iterator[LayerChange]:
    """Yield each changed entry with its reason."""
    kinds = {kind.section: kind.name for kind in OF_CONTENT}
    for each in layered.changes:
        if each.section in kinds:
            because = default
            if each.because is not layered.because:
                because = None if each.because is None else prose(each.because, findings)
            id_ = slug(each.name.value) if each.section == "terms" else each.name.value
            yield LayerChange(kinds[each.section], id_, each.done, because, each.name.span, each.below)
