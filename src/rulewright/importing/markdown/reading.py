"""Make a draft from a rulebook in Markdown: front matter, order of files, lost and unused text.

`readers` calls `read` with all Markdown files of an import. Files are parsed, their headings become an outline, `terms`
finds what the texts may link, and then `bodies` reads each section: rules, tables, terms and examples of the draft.

In a draft, `Guessed(value, why)` is a value that the source only implies, `Unread` are words that no entry has, and a
`Remark` tells the author about a whole file. The `roles` of `BookTerms` say which headings are not rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from itertools import chain, groupby
from pathlib import PurePath
from typing import Any

import yaml

from rulewright.base.findings import Span
from rulewright.base.visible import CONTROL
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Remark, Unread, Value, repaired, texts_in
from rulewright.importing.markdown.bodies import BodyReader
from rulewright.importing.markdown.inline import Citations, Links, Mentions, Pictures, Reading, add_anchors
from rulewright.importing.markdown.outline import (
    APPENDIX,
    EXAMPLE,
    LAST,
    NAMES,
    UNTITLED,
    Book,
    Document,
    Heading,
    Section,
    document,
    outline,
    words_in_capitals,
)
from rulewright.importing.markdown.parsing import beside_words, parser, plain_line
from rulewright.importing.markdown.terms import BookTerms
from rulewright.importing.sources import SourceFile

GAME_KEYS = {
    "title": "title",
    "subtitle": "subtitle",
    "edition": "edition",
    "version": "version",
    "licence": "licence",
    "license": "licence",
    "rights": "licence",
    "lang": "language",
    "language": "language",
    "author": "authors",
    "authors": "authors",
    "credits": "credits",
}
"""Our keys for the front matter keys of other tools."""
ORDER_KEYS = ("nav_order", "sidebar_position", "weight", "order")
"""Keys that websites use to order pages."""
LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Za-z]{2,4})?")
COMMON_WORDS = {
    "de": {"der", "die", "das", "und", "ist", "ein", "eine", "nicht", "wird", "mit", "auf"},
    "fr": {"le", "la", "les", "des", "est", "une", "dans", "pas", "pour", "qui", "sur"},
    "es": {"el", "los", "las", "una", "que", "por", "con", "para", "del", "se"},
    "it": {"il", "che", "di", "una", "per", "con", "del", "della", "sono", "si"},
    "en": {"the", "and", "is", "of", "to", "a", "in", "may", "that", "not", "with"},
}
"""Words that are on every page of a language."""
ENOUGH_WORDS, SAMPLE_LETTERS = 20, 50_000
"""How many common words identify a language, and how many letters at the beginning of the texts are searched."""


def front_matter(source: str, origin: Span, unread: list[Unread]) -> dict[str, Any]:
    """Read the keys of a front matter. Text that is not YAML is added to `unread`."""
    try:
        keys = yaml.load(source, Loader=yaml.BaseLoader)  # noqa: S506  # it makes texts, lists and mappings only
    except (yaml.YAMLError, RecursionError):
        keys = None
    if isinstance(keys, dict):
        return {str(key).casefold(): value for key, value in keys.items()}
    if source.strip():
        unread.append(Unread(origin, source, "the front matter is not valid YAML"))
    return {}


def game_keys(keys: Mapping[str, Any], origin: Span, unread: list[Unread]) -> dict[str, Value]:
    """Return the front matter keys that the section `game` takes."""
    section: dict[str, Value] = {}
    for key, value in keys.items():
        name, texts = GAME_KEYS.get(key, ""), [*_texts(value)]
        if name == "language" and not (texts and LANGUAGE.fullmatch(texts[0])):
            name = ""
        if name and texts:
            section.setdefault(name, [*texts] if name == "authors" else " ".join(texts))
        elif key not in ORDER_KEYS and texts:
            unread.append(Unread(origin, f"{key}: {', '.join(texts)}", f"front matter key {key!r} ignored"))
    return section


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a value of any shape."""
    if isinstance(value, dict):
        yield from (f"{key} {text}" for key, each in value.items() for text in _texts(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in _texts(each))
    elif str(value).strip():
        yield " ".join(str(value).split())


def guessed_language(texts: Iterable[str]) -> Value:
    """The language of a text by its most common words; English if they are too few."""
    counts = dict.fromkeys(COMMON_WORDS, 0)
    for word in re.findall(r"[^\W\d_]+", " ".join(texts)[:SAMPLE_LETTERS].casefold()):
        for language, common in COMMON_WORDS.items():
            counts[language] += word in common
    best = max(counts, key=lambda language: (counts[language], language == "en"))
    if counts[best] < ENOUGH_WORDS:
        best = "en"
    return Guessed(best, "its most common words are of this language")


WORD = re.compile(r"[^\W_]+")
APPENDIX_LABEL = APPENDIX.pattern.partition("(?P<title>")[0]
REWRITTEN = re.compile(
    "|".join(
        (
            r"\bn/a\b",  # an empty cell
            r"</?[a-zA-Z][^<>]*>",  # an HTML tag
            r"\]\[[^\[\]]*\]|\]\([^()]*\)",  # the end of a link: `](page.md)`
            r"\{#[^{}]*\}|\[\[[^\[\]]*\]\]|\[\^[^\]\s]*\]",  # an anchor `{#fire}`, a wiki link, a footnote `[^1]`
            rf"^[#\s>*_]*(?:{NAMES}|{EXAMPLE.pattern}(?:\s+of\s+play)?|{APPENDIX_LABEL})\s*[\dA-Z]*",  # `## Chapter 4`
            r"^\s*(?:[-*+]|\d+[.)])\s",  # the sign of a list item
            r"^\s*\[[^\]^][^\]]*\]:.*",  # the address of a link: `[label]: page.md`
            r"^\s*(?:```|~~~)\S*",  # the fence of a code block
        )
    ),
    re.IGNORECASE,
)
"""Parts of a line that a draft writes in another way or leaves out."""


def lost_lines(documents: Iterable[Document], entries: Iterable[Entry], unread: Iterable[Unread]) -> Iterator[Unread]:
    """Yield the lines of the sources with words that are in no entry and no note.

    A line is not lost if the draft has all its words, or all words that are left without its `REWRITTEN` parts.
    """
    texts = chain(
        (text for each in entries for text in (each.id, *texts_in(each.value, reasons=True))),
        (each.words for each in unread),
    )
    draft_words = {word for text in texts for word in words_of(text)}
    for source in documents:
        first_line = source.front_matter.map[1] if source.front_matter and source.front_matter.map else 0
        for number, line in enumerate(source.lines[first_line:], first_line + 1):
            rest = REWRITTEN.sub(" ", unescape(line))
            if _has_other_words(line, draft_words) and _has_other_words(rest, draft_words):
                origin = Span(source.file.name, number, 1)
                yield Unread(origin, line.strip(), "words of this line are not in the draft")


def _has_other_words(line: str, draft_words: set[str]) -> bool:
    """Whether a line has words that the draft lacks; digits do not count."""
    return any(word not in draft_words and not word.isdigit() for word in words_of(line))


def words_of(text: str) -> list[str]:
    return WORD.findall(text.casefold())


FIRST_FILES = ("readme", "index")
"""The stems of files that come first in their folder."""
CONTENTS = "summary"
"""The stem of a file with the table of contents of a book."""
PAGE = re.compile(r"\]\(([^()#\s]+)")
"""A link to a page in a table of contents: `[Moving](moving.md)`."""


def in_order(documents: Sequence[Document]) -> list[Document]:
    """Put the files of each folder in the order of its authors. Files that the user named keep their order."""
    ordered: list[Document] = []
    for folder, group in groupby(documents, key=lambda each: each.file.folder):
        in_folder = [*group]
        pages = [
            (each.file.path.parent / page).as_posix()
            for each in in_folder
            if is_contents(each)
            for page in PAGE.findall("\n".join(each.lines))
        ]
        # reversed, so that a page that is listed twice keeps its first index
        listed = {page: index for index, page in reversed([*enumerate(pages)])}
        is_named_by_user = folder is None
        ordered += in_folder if is_named_by_user else sorted(in_folder, key=partial(_sort_key, listed=listed))
    return ordered


def _sort_key(document: Document, listed: Mapping[str, int]) -> tuple[object, ...]:
    """The sort key of a file in its folder; `listed` has the index of each page in a table of contents."""
    path = document.file.path
    names_folder = path.stem.casefold() in FIRST_FILES
    index = listed.get(path.as_posix(), LAST)
    # False comes before True, so the first file of a folder comes before the others
    return index, _natural(path.parent.as_posix()), not names_folder, document.weight, _natural(path.name)


def is_contents(document: Document) -> bool:
    """Whether a file is a table of contents."""
    return document.file.path.stem.casefold() == CONTENTS


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that compares numbers in names as numbers: `rule-2` comes before `rule-10`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", name) if part)


INVISIBLE = re.compile(f"(?![\n\t])[{CONTROL}]")
"""A control character other than a line feed or a tab."""


def read(files: Sequence[SourceFile]) -> Draft:
    """Make one draft of all files: they are one book."""
    return _BookReader().read(files)


@dataclass(slots=True)
class _BookReader:
    """Read the files of one book, and collect what the draft has besides entries: notes, remarks and game keys."""

    unread: list[Unread] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    game: dict[str, Value] = field(default_factory=dict)
    ids: Ids = field(default_factory=Ids)
    terms: BookTerms = field(default_factory=BookTerms)

    def read(self, files: Sequence[SourceFile]) -> Draft:
        documents = self._documents(files)
        sections = self._with_title(documents)
        capitals = words_in_capitals(each.content for source in documents for each in source.inlines())
        book = outline(sections, self.ids, str(self.game.get("title", "")), capitals)
        # all terms and anchors come before the first text, which may link any of them
        self.terms.add_sections(book.headings)
        abbreviations = [*self.terms.abbreviations(documents)]
        reading = self._reading(book, documents)
        by_name = {each.file.name: each for each in documents}
        file_order = {each.file.name: index for index, each in enumerate(documents)}
        entries = [each for heading in book.headings for each in self._entries(heading, book, by_name, reading)]
        entries = sorted(entries + abbreviations, key=lambda each: (file_order[each.origin.file], each.origin.line))
        entries += self._external(reading.citations, entries)
        of_game = Entry("game", "", dict(self.game), Span(""))
        self.unread += [*lost_lines(documents, [of_game, *entries], self.unread)]
        first = Span(documents[0].file.name, 1, 1)
        title = self.game.get("title") or PurePath(first.file).stem.replace("-", " ").title()
        rulebook = Layout("rulebook", {"kind": "rulebook", "title": title, "paper": "A4"}, first)
        return Draft(
            game=self._game(entries, book),
            entries=tuple(entries),
            layouts=(rulebook,) if entries else (),
            pictures=tuple(reading.pictures.by_path.values()),
            unread=tuple(sorted(self.unread, key=lambda each: (each.origin.file, each.origin.line))),
            remarks=tuple(self.remarks),
        )

    def _documents(self, files: Sequence[SourceFile]) -> list[Document]:
        """Return the files in order, without tables of contents."""
        documents: list[Document] = []
        for file in files:
            text, remarks = file.text()
            self.remarks += remarks
            if INVISIBLE.search(text):
                self.remarks.append(Remark(Span(file.name), "invisible characters removed"))
                text = INVISIBLE.sub("", text)
            source = document(file, text, parser().parse(text))
            documents.append(source)
            if source.front_matter is not None:
                origin = Span(file.name, 1, 1)
                keys = front_matter(source.front_matter.content, origin, self.unread)
                self.game = game_keys(keys, origin, self.unread) | self.game
                for key in reversed(ORDER_KEYS):  # the first key that is a number counts
                    with suppress(KeyError, TypeError, ValueError):
                        source.weight = float(keys[key])
        ordered = in_order(documents)
        if len(ordered) > 1:
            for each in filter(is_contents, ordered):
                self.remarks.append(Remark(Span(each.file.name), "this table of contents only gives the order"))
            return [each for each in ordered if not is_contents(each)] or ordered
        return ordered

    def _with_title(self, documents: Sequence[Document]) -> list[Section]:
        """The sections of all files. A single heading of level 1 at the beginning is the title of the book."""
        sections = [each for source in documents for each in source.sections if each.heading or each.blocks]
        tops = [each for each in sections if each.level == 1]
        first = next((each for each in sections if each.heading), None)
        is_title = first and first.level == 1 and len(tops) == 1 and len(sections) > 1
        if first and first.heading and is_title and first.words and "title" not in self.game:
            self.game["title"] = plain_line(first.words)
            self.unread += beside_words(first.heading.children or (), first.origin)
            first.heading, first.level = None, 0
        return [each for each in sections if each.heading or any(block[0].type != "hr" for block in each.blocks)]

    def _reading(self, book: Book, documents: Sequence[Document]) -> Reading:
        """Collect what the texts may link: anchors, numbered rules and terms."""
        links = Links()
        for source in documents:
            targets = [
                (each.section, self.terms.target(each)) for each in book.headings if each.section.file is source.file
            ]
            add_anchors(source, targets, links)
        numbers = {each.number: each.id for each in book.headings if each.number and each.id not in self.terms.roles}
        citations = Citations({} if book.counted else numbers)
        if not book.counted and numbers:
            citations.declare = lambda number: self.ids.new(f"rule {number}")
        mentions = Mentions.of(self.terms.spellings.items())
        return Reading(links, citations, mentions, Pictures(self.unread, self.remarks), self.unread)

    def _entries(
        self, heading: Heading, book: Book, documents: dict[str, Document], reading: Reading
    ) -> Iterator[Entry]:
        """Yield the entries of a section: first the entries that its rule needs, then the rule."""
        kind, section = self.terms.roles.get(heading.id), heading.section  # None if the heading is a rule
        # what is below it belongs to this rule, or to the rule of which it is an example
        rule = heading.id if kind is None else heading.parent.id if heading.parent and kind == "example" else ""
        body = BodyReader(reading, documents[section.file.name], heading, rule)
        body.read(self.terms.by_heading[heading.id])
        yield from (each for each in body.entries if each.section == "domains")
        if kind is None:
            yield from self._rules(heading, book, body)
        elif kind == "example":
            title = EXAMPLE.sub("", heading.title, count=1).strip(" :.–—-") or (heading.parent or heading).title
            yield body.example(title, body.texts, section.origin)
        elif kind == "glossary":
            why = "heading removed: Rulewright adds its own heading to the glossary"
            self.unread.append(Unread(section.origin, section.words, why))
        yield from (each for each in body.entries if each.section != "domains")

    def _rules(self, heading: Heading, book: Book, body: BodyReader) -> Iterator[Entry]:
        """Yield the rule of a heading, and further rules if the text is too long for one."""
        title, texts = plain_line(heading.title), body.texts
        value: dict[str, Value] = {**heading.keys(counted=book.counted), "title": title}
        if texts:
            value["text"] = texts[0].removesuffix("\n") if texts[0].count("\n") == 1 else texts[0]
        elif all(each.id in self.terms.roles for each in heading.below):
            value["text"] = Guessed(UNTITLED, "the source has no text below this heading")
        yield Entry("rules", heading.id, value, heading.section.origin, tuple(heading.guesses))
        for number, text in enumerate(texts[1:], 2):
            name = f"{title} ({number})"
            why = f"the text of {title!r} is too long for one rule: divide it where it makes sense"
            further: dict[str, Value] = {"parent": heading.id, "numbered": "no", "title": name, "text": text}
            yield Entry("rules", self.ids.new(name), further, heading.section.origin, (why,))

    def _external(self, citations: Citations, entries: Sequence[Entry]) -> Iterator[Entry]:
        """Rules that texts cite and no file has."""
        origin = entries[-1].origin if entries else Span("")
        for number, id_ in citations.missing.items():
            why = "a text cites this number, but no heading has it"
            value: dict[str, Value] = {"number": number, "external": "rules that are not among these files"}
            yield Entry("rules", id_, value, origin, (why,))

    def _game(self, entries: Sequence[Entry], book: Book) -> dict[str, Value]:
        """The keys of the section `game`: the title, a guessed language, and the keys of the front matter."""
        texts = (each.value.get("text") for each in entries if isinstance(each.value, dict))
        language = guessed_language(text for text in texts if isinstance(text, str))
        title: dict[str, Value] = {"title": self.game["title"]} if "title" in self.game else {}
        other_keys: dict[str, Value] = {
            key: repaired(each, blocks=False) if isinstance(each, str) else each for key, each in self.game.items()
        }
        if book.counted:
            other_keys["numbering"] = Guessed("auto", "no heading of the source has a number")
        return {**title, "language": language, **other_keys}
