"""The section `game`: the title of a game, what the author says about it as a work, and how it prints."""

import re
from collections.abc import Callable
from dataclasses import field, replace
from typing import Annotated, Self, TypeVar

from rulewright.base.findings import Span
from rulewright.entries.colour import COLOUR, Colour, read_tint
from rulewright.entries.entry import NOWHERE, Entry, EntryReader, Kind, Schema, key
from rulewright.entries.fonts import FAMILIES, Family
from rulewright.entries.marks import Mark
from rulewright.entries.names import did_you_mean
from rulewright.entries.notations import Notation
from rulewright.entries.numbering import FIGURES, SIGNS, Count, Numbering
from rulewright.entries.origins import Document, read_document
from rulewright.entries.roles import (
    ONE_VALUE,
    PROSE,
    STRING,
    STRINGS,
    Name,
    Names,
    Passage,
    Prose,
    ProseList,
    chosen,
    defined,
    either,
    list_of,
    names_to,
    nested,
    ref,
)
from rulewright.entries.rulebooks import Readers
from rulewright.entries.themes import STANDARD
from rulewright.entries.web_look import WebLook, web_address
from rulewright.source.files import LANGUAGE
from rulewright.source.nodes import Node, Scalar, Sequence

T = TypeVar("T")
LANGUAGE_HINT = "write a code such as en or de"
ADDRESS_HINT = "write the address of the folder that is published: https://example.org/my-game/"
PICTURE_FILE = re.compile(r"\S+\.(?:svg|png|jpe?g)", re.IGNORECASE)


def _address(reader: EntryReader, name: str) -> str:
    """Return the address with a slash at its end; empty without an address or, with a finding, for a wrong one."""
    written = STRING.read(reader, name).strip()
    parts = web_address(written, refused=' "<>\\^`{|}?#@')
    if written and (parts is None or parts.path.endswith(".html")):
        reader.report("bad-value", reader.place(name), f"{written!r} is not the web address of a folder", ADDRESS_HINT)
        return ""
    return written and written.rstrip("/") + "/"


def _language(reader: EntryReader, name: str) -> str:
    language = STRING.read(reader, name) or "en"
    if not LANGUAGE.fullmatch(language):
        reader.report("bad-value", reader.place(name), f"{language!r} is not a language code", LANGUAGE_HINT)
    return language


def _translations(reader: EntryReader, name: str) -> tuple[str, ...]:
    """Return the codes of the other languages, each once."""
    language, codes = reader.value_of("language"), list[str]()
    for written in reader.scalars_at(name):
        code = written.value
        if not LANGUAGE.fullmatch(code):
            reader.report("bad-value", written.span, f"{code!r} is not a language code", LANGUAGE_HINT)
        elif code == language:
            reader.report("bad-value", written.span, f"{code!r} is the language of the game", "remove it")
        elif code in codes:
            reader.report("bad-value", written.span, f"{code!r} is listed twice", "remove it")
        else:
            codes.append(code)
    return tuple(codes)


AUTO = "auto"
NUMBERINGS = (*(each.value for each in Numbering), AUTO)


def _numbering(reader: EntryReader, name: str) -> Numbering:
    """Return what a figure of a number means; `_counting` returns how each level counts."""
    if isinstance(reader.node_at(name), Sequence):
        return Numbering.DOTTED
    word = reader.choice_at(name, NUMBERINGS)
    return Numbering.DOTTED if word == AUTO else Numbering(word)


def _counting(reader: EntryReader) -> Count:
    """Return how each level counts; () if authors write the numbers."""
    node = reader.node_at("numbering")
    if not isinstance(node, Sequence):
        return FIGURES if isinstance(node, Scalar) and node.value == AUTO else ()
    signs = [each.value if isinstance(each, Scalar) else "" for each in node.items]
    for sign, each in zip(signs, node.items, strict=True):
        if sign not in SIGNS:
            hint = did_you_mean(sign, SIGNS, "as in numbering: [I, A, 1]")
            message = f"a level counts by one of {', '.join(SIGNS)}, not {sign!r}"
            reader.report("bad-value", each.span, message, hint)
            return FIGURES
    if not signs:
        reader.report("bad-value", node.span, "'numbering' names no level", "as in numbering: [I, A, 1]")
    return tuple(signs) or FIGURES


NUMBERING = Kind(
    f"{', '.join(NUMBERINGS[:-1])} or {AUTO}, or a list with {', '.join(SIGNS)} for each level",
    _numbering,
    either({"enum": list(NUMBERINGS)}, list_of({"enum": [*SIGNS, 1]})),
)


def _each(words: str, schema: Schema, read: Callable[[Scalar, Node, EntryReader], T | None]) -> Kind[tuple[T, ...]]:
    """A mapping of names to values; a value that `read` cannot read is left out."""

    def read_all(reader: EntryReader, name: str) -> tuple[T, ...]:
        values = (read(each, written, reader) for each, written in reader.pairs_at(name))
        return tuple(value for value in values if value is not None)

    return Kind(words, read_all, names_to(schema))


def _colour(name: Scalar, written: Node, reader: EntryReader) -> Colour | None:
    tint = read_tint(f"the colour {name.value!r}", written, reader.findings)
    return None if tint is None else Colour(id=name.value, tint=tint, span=name.span)


def _mark(name: Scalar, written: Node, reader: EntryReader) -> Mark:
    return Mark.read_named(name, written, reader.findings, reader.context)


def _notation(name: Scalar, written: Node, reader: EntryReader) -> Notation | None:
    notation = Notation.read_named(name, written, reader.findings)
    return notation if notation.fields else None


def _fonts(reader: EntryReader, name: str) -> tuple[Family, ...]:
    """Return the fonts of the game, which `read_families` has read."""
    list(reader.pairs_at(name))  # a value that is not a mapping is a finding
    return tuple(font for font in reader.context["font"].values() if font.name not in FAMILIES)


class GameSection(Entry, noun="the section game"):
    """The title of the game, and how all of it prints. This section stands in one file of the game."""

    title: Name = key("What the game is called", "title: Skirmish")
    subtitle: Name = key("A line below the title", "subtitle: Small actions in the woods", default="")
    edition: Name = key("The edition of the game", "edition: 2.0", default="")
    extends: Names = key(
        "The game that this one changes, by its folder; or several, the later ones over those before them",
        "extends: skirmish",
        default=(),
        otherwise="none",
    )
    because: Prose | None = key(
        "Why a game that extends another changes it, for changes that give no reason of their own",
        "because: So our club plays.",
        default=None,
    )
    version: str = key(
        "The version of these texts within the edition; `rulewright edition` records it", "version: 1.3", default=""
    )
    marks_changes: bool = key(
        "Whether cards mark with a bar what the edition before their `version` did not say; the footer explains it",
        "mark-changes: no",
        name="mark-changes",
        default=True,
    )
    authors: Names = key("Who wrote the game", "authors: [Ann Author, Ben Writer]", default=())
    licence: Prose | None = key(
        "The terms under which others may use the game",
        'licence: "[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)"',
        default=None,
        also=("license",),
    )
    source: Prose | None = key(
        "What the texts of the game come from", "source: The second edition of the rules, retold", default=None
    )
    credits: Passage | None = key(
        "Who else contributed; printed with the imprint", "credits: Drawings by Cleo, tested by Dan.", default=None
    )
    cover: Passage | None = key(
        "What the cover shows below the title: most often a picture, from the folder of the game",
        'cover: "![A squad at the edge of a wood](pictures/cover.svg)"',
        default=None,
        otherwise="no cover",
    )
    language: Annotated[str, Kind("text", _language, ONE_VALUE)] = key(
        "The language of the texts, as a code such as en or de", "language: en", default="en", otherwise="en"
    )
    translations: Annotated[tuple[str, ...], Kind(STRINGS.words, _translations, STRINGS.schema)] = key(
        "The languages into which its texts are translated, each in a file: content/GAME/fr.po. `rulewright translate` "
        "writes it",
        "translations: [fr, de]",
        default=(),
        otherwise="none",
    )
    address: Annotated[str, Kind("text", _address, ONE_VALUE)] = key(
        "The address of the web folder, for a site map and previews",
        "address: https://example.org/skirmish/",
        default="",
    )
    look: Annotated[WebLook, nested(WebLook, "a mapping of what web pages have")] = key(
        "How web pages look, and what they have besides the texts of the game",
        'web:\n  accent: "#2f5778"\n  edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"',
        name="web",
        default=WebLook(),
    )
    readers: Readers = key(
        "Whom web pages and rulebooks are for: editors also see what is proved, what is left open, and the rules code",
        "readers: editors",
        default=Readers.PLAYERS,
    )
    documents: Annotated[tuple[Document, ...], _each("a mapping of ids to titles", PROSE, read_document)] = key(
        "The documents that the game follows; `source` names them",
        'documents: {rulebook: "Skirmish in the Woods, second edition"}',
        default=(),
    )
    ours: ProseList = key(
        "What of the game no document says, where that is not one rule, table, term or bullet of it",
        "ours: The reasons in the rules code are ours.",
        default=(),
    )
    numbers_quoted: Annotated[bool, chosen({"typed": False, "quoted": True})] = key(
        "Whether prose may hold typed numbers, or must quote facts",
        "numbers: quoted",
        name="numbers",
        default=False,
        otherwise="typed",
    )
    numbering: Annotated[Numbering, NUMBERING] = key(
        "What a figure after the dot is: in 4.3.10 the tenth of its level, or as in 12.121 each figure a level. With "
        "`auto` rules have the numbers of their order; a list says how each level counts: `[I, A, 1]` begins with I, "
        "I.A and I.A.1",
        "numbering: auto",
        default=Numbering.DOTTED,
    )
    fonts: Annotated[
        tuple[Family, ...], Kind("a mapping of names to fonts", _fonts, names_to(either(ONE_VALUE, ref("Font"))))
    ] = key(
        "Fonts of the game, for its themes to name",
        "fonts: {Report: fonts/FiraMono-Regular.ttf}",
        default=(),
        otherwise="those of the tool",
    )
    theme: Annotated[str, defined("theme", "text")] = key(
        "The theme of web pages, and of cards and rulebooks that name none",
        "theme: plain-ink",
        default=STANDARD,
        otherwise="standard",
    )
    colours: Annotated[tuple[Colour, ...], _each("a mapping of names to colours", COLOUR.schema, _colour)] = key(
        "Colours that bands and notes name", 'colours: {fire: "#b05040", move: "#7a9a60"}', default=(), also=("colors",)
    )
    marks: Annotated[tuple[Mark, ...], _each("a mapping of ids to marks", ref("Mark"), _mark)] = key(
        "Small symbols, linked as `[[mark:japanese]]`",
        'marks: {japanese: {badge: J, colour: "#b05040", legend: Japanese}}',
        default=(),
    )
    notations: Annotated[tuple[Notation, ...], _each("a mapping of ids to notations", ref("Notation"), _notation)] = (
        key(
            "How counters are written, so that `[[unit:4-6-7]]` prints one",
            "notations: {squad: {fields: {firepower: 0..12, range: 0..12, morale: 0..10}}}",
            default=(),
        )
    )
    counting: Count = ()
    """How each level of rules counts; empty if authors write the numbers."""
    original_language: str = ""
    """The language of the source, of which a translation is made."""
    language_span: Span = field(default=NOWHERE, compare=False)
    version_span: Span = field(default=NOWHERE, compare=False)

    def check(self, reader: EntryReader) -> None:
        """Report a cover that is a bare file name, which would print as words."""
        if self.cover is not None and PICTURE_FILE.fullmatch(self.cover.source):
            message = f"the cover would show the words {self.cover.source!r}, not the picture"
            hint = f'write cover: "![what the picture shows]({self.cover.source})"'
            reader.report("bad-value", self.cover.span, message, hint)

    def completed(self, reader: EntryReader) -> Self:
        return replace(
            self,
            counting=_counting(reader),
            original_language=self.language,
            language_span=reader.place("language"),
            version_span=reader.place("version"),
        )

    @property
    def byline(self) -> str:
        """The authors, joined with commas."""
        return ", ".join(self.authors)
