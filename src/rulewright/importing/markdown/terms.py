"""Find terms, abbreviations and their definitions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.entries.names import slug
from rulewright.findings import Span
from rulewright.importing.draft import Entry, Value
from rulewright.importing.markdown.outline import Document, Heading, blocks, words
from rulewright.markup.english import singular

SPELT = re.compile(r"(?P<words>(?:[A-Za-z][a-z-]+ ){1,5})\((?P<short>[A-Z]{2,5})(?P<plural>s?)\)")


def abbreviations(text: str) -> dict[str, str]:
    """The abbreviations that a text spells out, with their words, if the letters match."""
    names: dict[str, str] = {}
    for match in SPELT.finditer(text) if "(" in text else ():
        if words := _meant(match["words"].split(), match["short"].casefold()):
            name = singular(" ".join(words)) if match["plural"] else " ".join(words)
            names.setdefault(match["short"], name[0].upper() + name[1:])
    return names


def _meant(words: list[str], short: str) -> list[str]:
    """The words of an abbreviation: one for each letter, or one word that has its letters in order."""
    for count in range(1, len(words) + 1):
        last = words[-count:]
        parts = [part for word in last for part in word.casefold().split("-")]
        whole = [word[0].casefold() for word in last]
        if short in ("".join(whole), "".join(part[:1] for part in parts)):
            return last
    word = words[-1].casefold()
    rest = iter(word)
    in_order = all(letter in rest for letter in short)
    return words[-1:] if word[0] == short[0] and in_order and len(word) > 2 * len(short) else []


ABBREVIATED = re.compile(r"(?P<name>.+?)\s*\((?P<short>[A-Z][A-Z0-9/&]{1,7})\)")
NO_TERM = re.compile(
    r"(?:example|beispiel|exemple|note|exceptions?|important|warning|step|phase|tip|hint|remark|designer|optional|table|figure)\b|.*\d",
    re.IGNORECASE | re.DOTALL,
)
"""Words in bold at the start of a paragraph that are not terms."""
DEFINING = re.compile(
    r"(?:is|are|means|refers|denotes|an?|the|any|every|each|all|units?|models?|figures?|players?)\b", re.IGNORECASE
)
"""The first words of a definition outside of a glossary."""
BEHIND = re.compile(r"\s*[:.–—-]?\s*(?=\S|$)")
MOST_WORDS = 5
UNLINKABLE = re.compile(r"[\[\]|:{}#<>*_`\\\n]")
"""Signs that the name of a term cannot have, because links cannot."""


@dataclass(slots=True)
class Definition:
    """A term, and the tokens of the line that defines it. A `copy` leaves the line in the text as well.

    `named` are the tokens of its name, of which only the words count.
    """

    name: str
    short: str
    tokens: list[Token]
    line: int
    copy: bool = False
    named: Sequence[Token] = ()


def definitions(block: Sequence[Token], *, glossary: bool) -> list[Definition]:
    """The definitions in a block; none if it holds anything else."""
    match block[0].type:
        case "dl_open":
            return _listed(block)
        case "paragraph_open":
            return [*filter(None, (_bold(block[1], glossary=glossary),))]
        case "bullet_list_open" if glossary:
            items = list(blocks(block[1:-1]))
            terms = [_bold(each[2], glossary=True) if len(each) == 5 else None for each in items]
            return [each for each in terms if each] if all(terms) else []
    return []


def _listed(block: Sequence[Token]) -> list[Definition]:
    terms: list[Definition] = []
    name, line, named = "", 0, list[Token]()
    for part in blocks(block[1:-1]):
        if part[0].type == "dt_open":
            named = part[1].children or []
            name, line = words(named), (part[0].map or [0])[0] + 1
            continue
        inner = list(blocks(part[1:-1]))
        if not name or any(each[0].type != "paragraph_open" for each in inner):
            return []
        tokens = [token for each in inner for token in (*(each[1].children or ()), Token("softbreak", "br", 0))][:-1]
        if terms and terms[-1].line == line:
            terms[-1].tokens += [Token("softbreak", "br", 0), *tokens]
        else:
            terms.append(_definition(name, tokens, line, named))
    return terms


def _bold(inline: Token, *, glossary: bool) -> Definition | None:
    """The definition in a line that begins in bold, if it is in a glossary or reads like a definition."""
    children = inline.children or []
    if inline.type != "inline" or not children:
        return None
    start = 1 if children[0].type == "text" and not children[0].content else 0
    if children[start : start + 1] == [] or children[start].type != "strong_open":
        return None
    level = children[start].level
    end = next(at for at, each in enumerate(children) if each.type == "strong_close" and each.level == level)
    written, (first, *others) = words(children[start:end]), children[end + 1 :] or [Token("text", "", 0)]
    name, bare = written.rstrip(" :.–—-"), words((first, *others))
    marked = name != written or (bare[:1] and bare[0] in ":.–—-")
    behind = bare.lstrip(" :.–—-")
    is_name = name[:1].isalpha() and len(name.split()) <= MOST_WORDS and not NO_TERM.match(name)
    if not (is_name and behind and (glossary or (marked and DEFINING.match(behind)))):
        return None
    if first.type == "text" and (sign := BEHIND.match(first.content)):
        first = Token("text", "", 0, content=first.content[sign.end() :])
    line = (inline.map or [0])[0] + 1
    return _definition(name, [first, *others], line, children[start:end], copy=not glossary)


def _definition(name: str, tokens: list[Token], line: int, named: Sequence[Token], *, copy: bool = False) -> Definition:
    match = ABBREVIATED.fullmatch(name)
    return Definition(match["name"] if match else name, match["short"] if match else "", tokens, line, copy, named)


@dataclass(slots=True)
class Glossary:
    """The terms of a game by spelling. Each spelling occurs once."""

    spellings: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def take(self, definitions: Sequence[Definition]) -> bool:
        """Add definitions if all of them are new terms that our texts can link; return whether they are."""
        new = {each: one.name for one in definitions for each in (one.name, one.short) if each}
        slugs = [*map(slug, new)]
        names = [one.name for one in definitions]
        linkable = all(len(name) <= 80 and not UNLINKABLE.search(name) and slug(name) != "x" for name in names)
        if not linkable or len({*slugs}) < len(slugs) or not self.taken.isdisjoint(slugs):
            return False
        self.spellings |= new
        self.taken.update(slugs)
        return True

    def add(self, spelling: str, name: str) -> bool:
        """Add another spelling of a term if it is new; return whether it is."""
        if slug(spelling) in self.taken:
            return False
        self.spellings[spelling] = name
        self.taken.add(slug(spelling))
        return True


@dataclass(slots=True)
class BookTerms:
    """The terms of a book, and the headings that are not rules."""

    glossary: Glossary = field(default_factory=Glossary)
    by_heading: dict[str, dict[int, list[Definition]]] = field(default_factory=dict)
    """The terms of each heading by its id, and by the place of the block that defines them."""
    kinds: dict[str, str] = field(default_factory=dict)
    """The kinds of headings that are not rules, by id: `term`, `example`, or a `glossary` of terms only."""

    def look_at(self, headings: Sequence[Heading]) -> None:
        for heading in headings:
            self._look_at(heading)
        for heading in headings:
            only_terms = all(self.kinds.get(each.id) == "term" for each in heading.below)
            if self.kinds.get(heading.id) == "glossary" and not only_terms:
                del self.kinds[heading.id]

    def _look_at(self, heading: Heading) -> None:
        """Find the terms of a section and decide its role. A block stays in the text unless it has only new terms."""
        blocks, glossary = heading.section.blocks, heading.is_glossary
        all_of = ((at, definitions(block, glossary=glossary)) for at, block in enumerate(blocks))
        new_terms = {at: own for at, own in all_of if own and self.glossary.take(own)}
        self.by_heading[heading.id] = new_terms
        if not new_terms and self._is_term(heading):
            self.kinds[heading.id] = "term"
        elif heading.is_example:
            self.kinds[heading.id] = "example"
        elif glossary and new_terms and not heading.number:
            left = (at for at, block in enumerate(blocks) if at not in new_terms and block[0].type != "hr")
            if next(left, None) is None:
                self.kinds[heading.id] = "glossary"

    def _is_term(self, heading: Heading) -> bool:
        """Whether this heading of a glossary is a term with one paragraph as its definition; then add it."""
        section = heading.section
        if heading.number or heading.below or heading.is_example:
            return False
        if heading.parent is None or not heading.parent.is_glossary:
            return False
        if len(section.blocks) != 1 or section.blocks[0][0].type != "paragraph_open":
            return False
        whole = Definition(heading.title, "", section.blocks[0][1].children or [], section.line)
        self.by_heading[heading.id] = {0: [whole]}
        return self.glossary.take([whole])

    def target(self, heading: Heading) -> str:
        """The target that our texts use for a heading."""
        match self.kinds.get(heading.id):
            case "term":
                return heading.title
            case "glossary" | "example":
                return f"rule:{heading.parent.id}" if heading.parent else ""
        return f"rule:{heading.id}"

    def abbreviations(self, documents: Sequence[Document]) -> Iterator[Entry]:
        """Terms that the texts spell out without a definition."""
        lines = [(document, token) for document in documents for token in document.inlines()]
        texts = {token.content: Span(document.file.name, token.map[0] + 1, 1) for document, token in lines if token.map}
        for text, origin in texts.items():
            for short, name in abbreviations(text).items():
                if self.glossary.take([Definition(name, short, [], origin.line)]):
                    value: dict[str, Value] = {"abbreviation": short}
                    plural = f"{short}s"
                    if any(plural in each for each in texts) and self.glossary.add(plural, name):
                        value["also"] = [plural]
                    value["unexplained"] = "The source spells it out, and does not define it."
                    why = "the source spells the abbreviation out: say what it means, under `text`"
                    yield Entry("terms", name, value, origin, (why,))
