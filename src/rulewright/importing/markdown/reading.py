"""Files of Markdown become the draft of a game: their headings rules, and their tables, terms and examples entries."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from rulewright.findings import Span
from rulewright.garbage import uncollected
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Remark, Unread, Value
from rulewright.importing.grids import Names
from rulewright.importing.markdown.anchors import add_anchors
from rulewright.importing.markdown.bodies import Body, BodyReader
from rulewright.importing.markdown.defining import Defined
from rulewright.importing.markdown.front_matter import about, front_matter, guessed_language, place_in_order
from rulewright.importing.markdown.headings import EXAMPLE, UNTITLED, Book, Heading
from rulewright.importing.markdown.links import Links
from rulewright.importing.markdown.lost import lost_lines
from rulewright.importing.markdown.ordering import in_order, is_contents
from rulewright.importing.markdown.outline import outline, words_in_capitals
from rulewright.importing.markdown.parsing import parse
from rulewright.importing.markdown.pictures import Pictures
from rulewright.importing.markdown.plain import bare_line, beside_words
from rulewright.importing.markdown.references import Citations, Mentions
from rulewright.importing.markdown.rendering import line
from rulewright.importing.markdown.repairing import repaired, shortened
from rulewright.importing.markdown.sections import Document, Section, document
from rulewright.importing.markdown.shared import Reading
from rulewright.importing.markdown.unused import unused, used_labels
from rulewright.importing.sources import SourceFile
from rulewright.visible import CONTROL

UNSEEN = re.compile(f"(?![\n\t])[{CONTROL}]")


def read(files: Sequence[SourceFile]) -> Draft:
    """The draft of all files together: they are one book."""
    with uncollected():
        return _BookReader().read(files)


@dataclass(slots=True)
class _BookReader:
    unread: list[Unread] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    game: dict[str, Value] = field(default_factory=dict)
    ids: Ids = field(default_factory=Ids)
    defined: Defined = field(default_factory=Defined)

    def read(self, files: Sequence[SourceFile]) -> Draft:
        documents = self._documents(files)
        sections = self._with_title(documents)
        capitals = words_in_capitals(each.content for found in documents for each in found.inlines())
        book = outline(sections, self.ids, _text(self.game.get("title")), capitals)
        self.defined.look_at(book.headings)
        short = [*self.defined.abbreviations(documents)]
        reading = self._reading(book, documents)
        by_name = {each.file.name: each for each in documents}
        places = {each.file.name: at for at, each in enumerate(documents)}
        entries = [each for heading in book.headings for each in self._entries(heading, book, by_name, reading)]
        entries = sorted(entries + short, key=lambda each: (places[each.origin.file], each.origin.line))
        entries += self._external(reading.citations, entries)
        self.unread += unused(documents, reading.noted)
        title = Entry("game", "", dict(self.game), Span(""))
        self.unread += [*lost_lines(documents, [title, *entries], self.unread)]
        return Draft(
            self._game(entries, book),
            tuple(entries),
            (self._rulebook(documents),),
            tuple(reading.pictures.kept.values()),
            tuple(sorted(self.unread, key=lambda each: (each.origin.file, each.origin.line))),
            tuple(self.remarks),
        )

    def _documents(self, files: Sequence[SourceFile]) -> list[Document]:
        """The files in order, without those that only say what the order is."""
        documents, places = list[Document](), dict[str, float]()
        for file in files:
            text, remarks = file.text()
            self.remarks += remarks
            found = document(file, text := self._without_unseen(text, file), *parse(text))
            found.labels = used_labels(found)
            documents.append(found)
            place = self._front_matter(found)
            if place is not None:
                places[file.name] = place
        ordered = in_order(documents, places)
        if len(ordered) > 1:
            for each in filter(is_contents, ordered):
                self.remarks.append(Remark(Span(each.file.name), "this list of contents only gives the order"))
            return [each for each in ordered if not is_contents(each)] or ordered
        return ordered

    def _without_unseen(self, text: str, file: SourceFile) -> str:
        if UNSEEN.search(text):
            self.remarks.append(Remark(Span(file.name), "characters that nobody can see were left out"))
        return UNSEEN.sub("", text)

    def _front_matter(self, found: Document) -> float | None:
        if found.front_matter is None:
            return None
        origin = Span(found.file.name, 1, 1)
        keys = front_matter(found.front_matter.content, origin, self.unread)
        said = about(keys, origin, self.unread)
        self.game = said | self.game
        return place_in_order(keys)

    def _with_title(self, documents: Sequence[Document]) -> list[Section]:
        """The sections of all files. A single heading of the first level that begins the book is its title."""
        sections = [each for found in documents for each in found.sections if each.heading or each.blocks]
        tops = [each for each in sections if each.level == 1]
        first = next((each for each in sections if each.heading), None)
        alone = first and first.level == 1 and len(tops) == 1 and len(sections) > 1
        if first and first.heading and alone and first.words and "title" not in self.game:
            self.game["title"] = self._line(first.words)
            self.unread += beside_words(first.heading.children or (), first.origin)
            first.heading, first.level = None, 0
        return [each for each in sections if each.heading or _says_something(each)]

    def _reading(self, book: Book, documents: Sequence[Document]) -> Reading:
        links = Links()
        for found in documents:
            own = [
                (each.section, self.defined.target(each)) for each in book.headings if each.section.file is found.file
            ]
            add_anchors(found, own, links)
        numbers = {each.number: each.id for each in book.headings if each.number and each.id not in self.defined.kinds}
        citations = Citations({} if book.counted else numbers)
        if not book.counted and numbers:
            citations.declare = lambda number: self.ids.new(f"rule {number}")
        mentions = Mentions.of(self.defined.glossary.spellings.items())
        return Reading(
            links, citations, mentions, Names(), Pictures(self.unread, self.remarks), self.unread, self.remarks
        )

    def _entries(
        self, heading: Heading, book: Book, documents: dict[str, Document], reading: Reading
    ) -> Iterator[Entry]:
        """The entries of a section, its rule after what it needs."""
        kind, section = self.defined.kinds.get(heading.id), heading.section
        rule = heading.id if kind is None else heading.parent.id if heading.parent and kind == "example" else ""
        body = BodyReader(reading, documents[section.file.name], heading, rule).read(self.defined.terms[heading.id])
        yield from (each for each in body.entries if each.section == "domains")
        if kind is None:
            yield from self._rules(heading, book, body)
        elif kind == "example":
            title = EXAMPLE.sub("", heading.title, count=1).strip(" :.–—-") or (heading.parent or heading).title
            yield BodyReader(reading, documents[section.file.name], heading, rule).example(
                title, body.texts, section.origin
            )
        elif kind == "glossary":
            self.unread.append(Unread(section.origin, section.words, "the tool heads the glossary itself"))
        yield from (each for each in body.entries if each.section != "domains")

    def _rules(self, heading: Heading, book: Book, body: Body) -> Iterator[Entry]:
        """The rule of a heading, and those that take what is too long for one text."""
        title, texts = self._line(heading.title), body.texts
        value: dict[str, Value] = {**heading.keys(counted=book.counted), "title": title}
        if texts:
            value["text"] = _plain(texts[0])
        elif all(each.id in self.defined.kinds for each in heading.below):
            value["text"] = Guessed(UNTITLED, "the source says nothing below this heading")
        yield Entry("rules", heading.id, value, heading.section.origin, tuple(heading.guesses))
        for number, text in enumerate(texts[1:], 2):
            name = f"{title} ({number})"
            why = f"the text of {title!r} is too long for one rule: divide it where it makes sense"
            more: dict[str, Value] = {"parent": heading.id, "numbered": "no", "title": name, "text": text}
            yield Entry("rules", self.ids.new(name), more, heading.section.origin, (why,))

    def _external(self, citations: Citations, entries: Sequence[Entry]) -> Iterator[Entry]:
        """The rules that texts cite and no file has."""
        origin = entries[-1].origin if entries else Span("")
        for number, id_ in citations.missing.items():
            why = "a text cites this number, and no heading has it"
            value: dict[str, Value] = {"number": number, "external": "rules that are not among these files"}
            yield Entry("rules", id_, value, origin, (why,))

    def _game(self, entries: Sequence[Entry], book: Book) -> dict[str, Value]:
        texts = (each.value.get("text") for each in entries if isinstance(each.value, dict))
        language = guessed_language(text for text in texts if isinstance(text, str))
        title: dict[str, Value] = {"title": self.game["title"]} if "title" in self.game else {}
        counted: dict[str, Value] = {}
        if book.counted:
            counted = {"numbering": Guessed("auto", "no heading of the source has a number")}
        return {**title, "language": language, **{k: self._said(v) for k, v in self.game.items()}, **counted}

    def _said(self, value: Value) -> Value:
        return repaired(value, blocks=False) if isinstance(value, str) else value

    def _rulebook(self, documents: Sequence[Document]) -> Layout:
        """The whole book as one PDF."""
        name = documents[0].file.name
        title = self.game.get("title") or PurePath(name).stem.replace("-", " ").title()
        return Layout("rulebook", {"kind": "rulebook", "title": title, "paper": "A4"}, Span(name, 1, 1))

    def _line(self, words: str) -> str:
        """Bare words as a text of one line."""
        return repaired(shortened(line(bare_line(words)), lambda _: None), blocks=False)


def _text(value: Value | None) -> str:
    return value if isinstance(value, str) else ""


def _says_something(section: Section) -> bool:
    return any(block[0].type != "hr" for block in section.blocks)


def _plain(text: str) -> str:
    """A text of one line without the line feed at its end."""
    return text.removesuffix("\n") if text.count("\n") == 1 else text
