"""The sections of a source file, and the section `game`: the title of the game, and how it prints."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from collections.abc import Sequence as SequenceOf
from typing import Any, ClassVar

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.book.game import Game
from rulewright.book.kinds import OF_CONTENT
from rulewright.entries.about import About
from rulewright.entries.colour import COLOUR, Colour, read_tint
from rulewright.entries.entry import EntryReader, Key, Kind
from rulewright.entries.fonts import Family
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.marks import Mark, Pictures
from rulewright.entries.names import did_you_mean
from rulewright.entries.notations import Notation
from rulewright.entries.numbering import FIGURES, SIGNS, Count, Numbering
from rulewright.entries.origins import decode_document
from rulewright.entries.roles import (
    FLAG,
    ONE_VALUE,
    PASSAGE,
    PROSE,
    STRING,
    STRINGS,
    TEXT,
    TEXTS,
    WORDS,
    choice,
    either,
    list_of,
    named,
    node,
    ref,
)
from rulewright.entries.rulebooks import READERS, Readers
from rulewright.entries.text import Text
from rulewright.entries.themes import Theme
from rulewright.entries.web_look import WebLook, web_address
from rulewright.source.files import LANGUAGE
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

# The address under which a game is published

HINT = "write the address of the folder that is published: https://example.org/my-game/"


def read_address(entry: EntryReader, written: str) -> str:
    """Return the address with a slash at its end; empty without an address or, with a finding, for a wrong one."""
    written = written.strip()
    if not written:
        return ""
    parts = web_address(written, refused=' "<>\\^`{|}?#@')
    if parts is None or parts.path.endswith(".html"):
        entry.report("bad-value", entry.place("address"), f"{written!r} is not the web address of a folder", HINT)
        return ""
    return written.rstrip("/") + "/"


# The key `numbering` of a game

AUTO = "auto"
NUMBERINGS = (*(each.value for each in Numbering), AUTO)


def _numbering(entry: EntryReader, name: str) -> tuple[Numbering, Count]:
    """Return what a figure of a number means, and how each level counts; () if authors write the numbers."""
    node = entry.node_at(name)
    if isinstance(node, Sequence):
        return Numbering.DOTTED, _levels(entry, name, node)
    word = entry.choice_at(name, NUMBERINGS)
    return (Numbering.DOTTED, FIGURES) if word == AUTO else (Numbering(word), ())


def _levels(entry: EntryReader, name: str, node: Sequence) -> Count:
    signs = [each.value if isinstance(each, Scalar) else "" for each in node.items]
    for sign, each in zip(signs, node.items, strict=True):
        if sign not in SIGNS:
            hint = did_you_mean(sign, SIGNS, "as in numbering: [I, A, 1]")
            message = f"a level counts by one of {', '.join(SIGNS)}, not {sign!r}"
            entry.report("bad-value", each.span, message, hint)
            return FIGURES
    if not signs:
        entry.report("bad-value", entry.place(name), "'numbering' names no level", "as in numbering: [I, A, 1]")
    return tuple(signs) or FIGURES


NUMBERING: Kind[tuple[Numbering, Count]] = Kind(
    f"{', '.join(NUMBERINGS[:-1])} or {AUTO}, or a list with {', '.join(SIGNS)} for each level",
    _numbering,
    either({"enum": list(NUMBERINGS)}, list_of({"enum": [*SIGNS, 1]})),
)


class GameEntry(LazyEntry):
    """The title of the game, and how all of it prints. This section stands in one file of the game."""

    noun = "the section game"
    title = key(WORDS, "What the game is called", "title: Skirmish", required=True)
    subtitle = key(WORDS, "A line below the title", "subtitle: Small actions in the woods")
    edition = key(WORDS, "The edition of the game", "edition: 2.0")
    extends = key(
        STRINGS,
        "The game that this one changes, by its folder; or several, the later ones over those before them",
        "extends: skirmish",
        default="none",
    )
    because = key(
        TEXT,
        "Why a game that extends another changes it, for changes that give no reason of their own",
        "because: So our club plays.",
    )
    version = key(
        STRING, "The version of these texts within the edition; `rulewright edition` records it", "version: 1.3"
    )
    mark_changes = key(
        FLAG,
        "Whether cards mark with a bar what the edition before their `version` did not say; the footer explains it",
        "mark-changes: no",
        default="yes",
    )
    authors = key(STRINGS, "Who wrote the game", "authors: [Ann Author, Ben Writer]")
    licence = key(
        TEXT,
        "The terms under which others may use the game",
        'licence: "[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)"',
        also=("license",),
    )
    source = key(TEXT, "What the texts of the game come from", "source: The second edition of the rules, retold")
    credits = key(
        PASSAGE, "Who else contributed; printed with the imprint", "credits: Drawings by Cleo, tested by Dan."
    )
    cover = key(
        PASSAGE,
        "What the cover shows below the title: most often a picture, from the folder of the game",
        'cover: "![A squad at the edge of a wood](pictures/cover.svg)"',
        default="no cover",
    )
    language = key(STRING, "The language of the texts, as a code such as en or de", "language: en", default="en")
    translations = key(
        STRINGS,
        "The languages into which its texts are translated, each in a file: content/GAME/fr.po. `rulewright translate` "
        "writes it",
        "translations: [fr, de]",
        default="none",
    )
    address = key(
        STRING, "The address of the web folder, for a site map and previews", "address: https://example.org/skirmish/"
    )
    web = key(
        node("a mapping of what web pages have", ref("WebLook")),
        "How web pages look, and what they have besides the texts of the game",
        'web:\n  accent: "#2f5778"\n  edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"',
    )
    readers = key(
        choice(*READERS),
        "Whom web pages and rulebooks are for: editors also see what is proved, what is left open, and the rules code",
        "readers: editors",
        default="players",
    )
    documents = key(
        named("a mapping of ids to titles", PROSE),
        "The documents that the game follows; `source` names them",
        'documents: {rulebook: "Skirmish in the Woods, second edition"}',
    )
    ours = key(
        TEXTS,
        "What of the game no document says, where that is not one rule, table, term or bullet of it",
        "ours: The reasons in the rules code are ours.",
    )
    numbers = key(
        choice("typed", "quoted"),
        "Whether prose may hold typed numbers, or must quote facts",
        "numbers: quoted",
        default="typed",
    )
    numbering = key(
        NUMBERING,
        "What a figure after the dot is: in 4.3.10 the tenth of its level, or as in 12.121 each figure a level. With "
        "`auto` rules have the numbers of their order; a list says how each level counts: `[I, A, 1]` begins with I, "
        "I.A and I.A.1",
        "numbering: auto",
        default="dotted",
    )
    fonts = key(
        named("a mapping of names to fonts", either(ONE_VALUE, ref("Font"))),
        "Fonts of the game, for its themes to name",
        "fonts: {Report: fonts/FiraMono-Regular.ttf}",
        default="those of the tool",
    )
    theme = key(
        STRING,
        "The theme of web pages, and of cards and rulebooks that name none",
        "theme: plain-ink",
        default="standard",
    )
    colours = key(
        named("a mapping of names to colours", COLOUR.schema),
        "Colours that bands and notes name",
        'colours: {fire: "#b05040", move: "#7a9a60"}',
        also=("colors",),
    )
    marks = key(
        named("a mapping of ids to marks", ref("Mark")),
        "Small symbols, linked as `[[mark:japanese]]`",
        'marks: {japanese: {badge: J, colour: "#b05040", legend: Japanese}}',
    )
    notations = key(
        named("a mapping of ids to notations", ref("Notation")),
        "How counters are written, so that `[[unit:4-6-7]]` prints one",
        "notations: {squad: {fields: {firepower: 0..12, range: 0..12, morale: 0..10}}}",
    )


def read_game(
    sections: SequenceOf[tuple[Scalar, Node]],
    game: str,
    themes: Iterable[Theme],
    fonts: MappingOf[str, Family],
    pictures: Pictures,
    findings: Findings,
) -> Game:
    """Decode the section `game`, which stands in exactly one file. The other sections are left empty."""
    span = sections[0][1].span if sections else Span(f"content/{game}")
    if not sections:
        hint = "add game: with a title and a language to one of its files"
        findings.add(Finding("missing-key", span, "no file of this game has the key 'game'", hint, unknown="game"))
    for name, _ in sections[1:]:
        label = Label(sections[0][0].span, "first given here")
        findings.add(Finding("duplicate-key", name.span, "'game' is given in two files", "keep one", (label,)))
    title = Scalar("title", span), Scalar(game, span)
    entry = GameEntry(sections[0][1] if sections else Mapping((title,), span), "game", findings)
    language = entry.language or "en"
    if not LANGUAGE.fullmatch(language):
        message = f"{language!r} is not a language code"
        entry.report("bad-value", entry.place("language"), message, "write a code such as en or de")
    context = {"font": fonts, "picture": pictures}
    numbering, counting = entry.numbering
    _ = entry.fonts  # `read_families` reads them; here only a value that is not a mapping gives a finding
    colours = ((name, read_tint(f"the colour {name.value!r}", written, findings)) for name, written in entry.colours)
    notations = (Notation.read_named(name, written, findings) for name, written in entry.notations)
    documents = (decode_document(name, written, entry, findings) for name, written in entry.documents)
    authors = tuple(name.value for name in entry.authors)
    return Game(
        id=game,
        title=entry.title or game,
        subtitle=entry.subtitle,
        edition=entry.edition,
        version=entry.version,
        version_span=entry.place("version"),
        marks_changes=entry.mark_changes or not entry.has("mark-changes"),
        language=language,
        original_language=language,
        language_span=entry.place("language"),
        translations=tuple(_translations(entry, language)),
        address=read_address(entry, entry.address),
        look=WebLook.read(entry.web, "'web'", findings, context) if entry.web else WebLook(),
        numbers_quoted=entry.numbers == "quoted",
        numbering=numbering,
        counting=counting,
        readers=Readers(entry.readers),
        about=About(authors, entry.licence, entry.source, entry.credits, _cover(entry)),
        theme=entry.choice_at("theme", tuple(theme.id for theme in themes)),
        colours=tuple(Colour(id=name.value, tint=tint, span=name.span) for name, tint in colours if tint is not None),
        notations=tuple(notation for notation in notations if notation.fields),
        marks=tuple(Mark.read_named(name, written, findings, pictures) for name, written in entry.marks),
        documents=tuple(document for document in documents if document is not None),
        ours=entry.ours,
        span=span,
    )


def _translations(entry: GameEntry, language: str) -> Iterator[str]:
    """Yield the codes of the other languages, each once."""
    seen = {language}
    for written in entry.translations:
        if not LANGUAGE.fullmatch(written.value):
            message = f"{written.value!r} is not a language code"
            entry.report("bad-value", written.span, message, "write a code such as en or de")
        elif written.value == language:
            message = f"{language!r} is the language of the game"
            entry.report("bad-value", written.span, message, "remove it")
        elif written.value in seen:
            message = f"{written.value!r} is listed twice"
            entry.report("bad-value", written.span, message, "remove it")
        else:
            yield written.value
        seen.add(written.value)


def _cover(entry: GameEntry) -> Text | None:
    """Return the cover. Report a bare file name, which would print as words."""
    cover = entry.cover
    if cover is not None and PICTURE_FILE.fullmatch(cover.source):
        message = f"the cover would show the words {cover.source!r}, not the picture"
        hint = f'write cover: "![what the picture shows]({cover.source})"'
        entry.report("bad-value", cover.span, message, hint)
    return cover


PICTURE_FILE = re.compile(r"\S+\.(?:svg|png|jpe?g)", re.IGNORECASE)


# The sections of a source file


GAME = key(
    node("what the game is called and how it prints", ref("GameEntry")),
    "The game itself, in one of its files",
    "game: {title: Skirmish, language: en}",
    name="game",
)
WAIVERS = key(
    named("a mapping of the ids of findings to reasons", ONE_VALUE),
    "Findings that may stay, each by its id with the reason; `*` in an id means any text",
    "waivers: {unused-term/smoke: The next edition uses it.}",
    name="waivers",
)
SETTLED = key(
    named("a mapping of ids of a source's statements to settlements", ref("Settlement")),
    "What a person has decided on statements of a source, by the ids that `rulewright compare` prints",
    "settled: {firing-3f2a9c01: {because: The table says the same., said: [hits-5d0e11aa]}}",
    name="settled",
)


class ContentFile(LazyEntry):
    """A file under `content/GAME/`. All files of a game are read together: each section may be spread over several."""

    noun = "a source file"
    declared: ClassVar[dict[str, Key[Any]]] = {
        each.name: each for each in (GAME, *(kind.section_key() for kind in OF_CONTENT), WAIVERS, SETTLED)
    }

    def near_miss(self, name: str) -> str:
        indented = "write it under game:, with more indent"
        return indented if name in GameEntry.declared else super().near_miss(name)


EntryReader.sections = tuple(ContentFile.declared)
