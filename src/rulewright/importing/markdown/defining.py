"""What the headings and the lines of a book define: its terms, and sections that only hold terms or an example."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.importing.draft import Entry, Value
from rulewright.importing.markdown.abbreviations import abbreviations
from rulewright.importing.markdown.headings import Heading
from rulewright.importing.markdown.sections import Document
from rulewright.importing.markdown.terms import Definition, Glossary, definitions


@dataclass(slots=True)
class Defined:
    """The terms of a book, and which headings are no rules."""

    glossary: Glossary = field(default_factory=Glossary)
    terms: dict[str, dict[int, list[Definition]]] = field(default_factory=dict)
    """The terms of each heading by its id, and by the place of the block that defines them."""
    kinds: dict[str, str] = field(default_factory=dict)
    """What headings are that are no rules, by their ids: `term`, `example`, or a `glossary` of terms only."""

    def look_at(self, headings: Sequence[Heading]) -> None:
        for heading in headings:
            self._look_at(heading)
        for heading in headings:
            only_terms = all(self.kinds.get(each.id) == "term" for each in heading.below)
            if self.kinds.get(heading.id) == "glossary" and not only_terms:
                del self.kinds[heading.id]

    def _look_at(self, heading: Heading) -> None:
        """Finds the terms of a section, and what it is. A block is nothing but new terms, or stays in the text."""
        blocks, glossary = heading.section.blocks, heading.is_glossary
        all_of = ((at, definitions(block, glossary=glossary)) for at, block in enumerate(blocks))
        found = {at: own for at, own in all_of if own and self.glossary.take(own)}
        self.terms[heading.id] = found
        if not found and self._is_term(heading):
            self.kinds[heading.id] = "term"
        elif heading.is_example:
            self.kinds[heading.id] = "example"
        elif glossary and found and not heading.number:
            left = (at for at, block in enumerate(blocks) if at not in found and block[0].type != "hr")
            if next(left, None) is None:
                self.kinds[heading.id] = "glossary"

    def _is_term(self, heading: Heading) -> bool:
        """Whether a heading of a glossary is a term, and its only paragraph the definition."""
        section = heading.section
        if heading.number or heading.below or heading.is_example:
            return False
        if heading.parent is None or not heading.parent.is_glossary:
            return False
        if len(section.blocks) != 1 or section.blocks[0][0].type != "paragraph_open":
            return False
        whole = Definition(heading.title, "", section.blocks[0][1].children or [], section.line)
        self.terms[heading.id] = {0: [whole]}
        return self.glossary.take([whole])

    def target(self, heading: Heading) -> str:
        """What our texts name a heading."""
        match self.kinds.get(heading.id):
            case "term":
                return heading.title
            case "glossary" | "example":
                return f"rule:{heading.parent.id}" if heading.parent else ""
        return f"rule:{heading.id}"

    def abbreviations(self, documents: Sequence[Document]) -> Iterator[Entry]:
        """Terms that the texts only spell out."""
        lines = [(found, token) for found in documents for token in found.inlines()]
        texts = {token.content: Span(found.file.name, token.map[0] + 1, 1) for found, token in lines if token.map}
        for text, origin in texts.items():
            for each in abbreviations((text,)):
                if self.glossary.take([Definition(each.name, each.short, [], origin.line)]):
                    why = "the source spells the abbreviation out: say what it means, under `text`"
                    yield Entry("terms", each.name, self._spelt(each.name, each.short, texts), origin, (why,))

    def _spelt(self, name: str, short: str, texts: dict[str, Span]) -> dict[str, Value]:
        value: dict[str, Value] = {"abbreviation": short}
        plural = f"{short}s"
        if any(plural in text for text in texts) and self.glossary.add(plural, name):
            value["also"] = [plural]
        return {**value, "unexplained": "The source spells it out, and does not define it."}
