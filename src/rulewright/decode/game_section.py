"""The section `game`: what the game is called, how it prints, its colours, marks and notations."""

import re
from collections.abc import Iterable, Iterator, Sequence

from rulewright.decode.addresses import read_address
from rulewright.decode.colours import COLOUR, read_tint
from rulewright.decode.marks import Pictures, decode_mark
from rulewright.decode.notations import decode_notation
from rulewright.decode.numbering import NUMBERING
from rulewright.decode.origins import decode_document
from rulewright.decode.web_pages import read_web
from rulewright.findings import Finding, Findings, Label, Span
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import (
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
    named,
    node,
    ref,
)
from rulewright.model.about import About
from rulewright.model.game import Colour
from rulewright.model.product import READERS, Readers
from rulewright.model.text import Text
from rulewright.model.theme import Family, Theme
from rulewright.source.files import LANGUAGE
from rulewright.source.nodes import Mapping, Node, Scalar


class GameEntry(Entry):
    """What the game is called, and how all of it prints. It stands in one file of the game."""

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
        "The languages into which its texts are translated, each in a folder beside the files: content/GAME/fr/ and "
        "cards/GAME/fr/. `rulewright translate` writes them",
        "translations: [fr, de]",
        default="none",
    )
    address = key(
        STRING, "The address of the web folder, for a site map and previews", "address: https://example.org/skirmish/"
    )
    web = key(
        node("a mapping of what web pages have", ref("WebEntry")),
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
        named("a mapping of names to fonts", either(ONE_VALUE, ref("FontEntry"))),
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
        named("a mapping of names to colours", COLOUR),
        "Colours that bands and notes name",
        'colours: {fire: "#b05040", move: "#7a9a60"}',
        also=("colors",),
    )
    marks = key(
        named("a mapping of ids to marks", ref("MarkEntry")),
        "Small symbols, linked as `[[mark:japanese]]`",
        'marks: {japanese: {badge: J, colour: "#b05040", legend: Japanese}}',
    )
    notations = key(
        named("a mapping of ids to notations", ref("NotationEntry")),
        "How counters are written, so that `[[unit:4-6-7]]` prints one",
        "notations: {squad: {fields: {firepower: 0..12, range: 0..12, morale: 0..10}}}",
    )


class GameSection:
    """The section `game`, which stands in exactly one file."""

    def __init__(
        self,
        given: Sequence[tuple[Scalar, Node]],
        game: str,
        themes: Iterable[Theme],
        fonts: Iterable[Family],
        pictures: Pictures,
        faults: Findings,
    ) -> None:
        self.span = given[0][1].span if given else Span(f"content/{game}")
        if not given:
            hint = "add game: with a title and a language to one of its files"
            message = "no file of this game has the key 'game'"
            faults.add(Finding("missing-key", self.span, message, hint, unknown="game"))
        for name, _ in given[1:]:
            label = Label(given[0][0].span, "first given here")
            faults.add(Finding("duplicate-key", name.span, "'game' is given in two files", "keep one", (label,)))
        title = Scalar("title", self.span), Scalar(game, self.span)
        entry = GameEntry(given[0][1] if given else Mapping((title,), self.span), "game", faults)
        self.title = entry.title or game
        self.subtitle, self.edition, self.version = entry.subtitle, entry.edition, entry.version
        self.version_span = entry.place("version")
        self.marks_changes = entry.mark_changes or not entry.has("mark-changes")
        self.language, self.language_span = entry.language or "en", entry.place("language")
        if not LANGUAGE.fullmatch(self.language):
            message = f"{self.language!r} is not a language code"
            entry.fault("bad-value", entry.place("language"), message, "write a code such as en or de")
        self.translations = tuple(_translations(entry, self.language))
        self.address = read_address(entry, entry.address)
        self.web = read_web(entry.web, entry, fonts, pictures)
        self.numbers_quoted = entry.numbers == "quoted"
        self.numbering, self.counting = entry.numbering
        self.readers = Readers(entry.readers)
        self.about = About(
            tuple(name.value for name in entry.authors), entry.licence, entry.source, entry.credits, _cover(entry)
        )
        _ = entry.fonts  # `decode_fonts` takes them apart; here it is said if they are no mapping
        self.theme = entry.choice_at("theme", tuple(theme.id for theme in themes))
        self.colours = tuple(colour for name, node in entry.colours if (colour := _colour(name, node, faults)))
        notations = (decode_notation(name, node, faults) for name, node in entry.notations)
        self.notations = tuple(notation for notation in notations if notation is not None)
        self.marks = tuple(decode_mark(name, node, pictures, faults) for name, node in entry.marks)
        documents = (decode_document(name, title, entry, faults) for name, title in entry.documents)
        self.documents = tuple(document for document in documents if document is not None)
        self.ours = entry.ours


def _translations(entry: GameEntry, language: str) -> Iterator[str]:
    """The codes of the other languages, each once."""
    seen = {language}
    for written in entry.translations:
        if not LANGUAGE.fullmatch(written.value):
            message = f"{written.value!r} is not a language code"
            entry.fault("bad-value", written.span, message, "write a code such as en or de")
        elif written.value == language:
            message = f"{language!r} is the language of the game"
            entry.fault("bad-value", written.span, message, "remove it")
        elif written.value in seen:
            message = f"{written.value!r} is listed twice"
            entry.fault("bad-value", written.span, message, "remove it")
        else:
            yield written.value
        seen.add(written.value)


def _colour(name: Scalar, node: Node, faults: Findings) -> Colour | None:
    tint = read_tint(name.value, node, faults)
    return None if tint is None else Colour(name.value, tint, name.span)


def _cover(entry: GameEntry) -> Text | None:
    """A file's name alone would print as words."""
    cover = entry.cover
    if cover is not None and PICTURE_FILE.fullmatch(cover.source):
        message = f"the cover would show the words {cover.source!r}, not the picture"
        hint = f'write cover: "![what the picture shows]({cover.source})"'
        entry.fault("bad-value", cover.span, message, hint)
    return cover


PICTURE_FILE = re.compile(r"\S+\.(?:svg|png|jpe?g)", re.IGNORECASE)
