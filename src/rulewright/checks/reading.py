"""A book as its reader sees it: the words that print, and names made comparable."""

import re
from dataclasses import dataclass
from functools import cache, cached_property

from rulewright.model.book import Book, texts
from rulewright.model.text import LINK, Text
from rulewright.wording import EMPHASIS, plain

RUN = re.compile(r"[^\W_][\w'’]*(?:(?:[ \t]*\n[ \t]*|[ \t]+|-)[^\W_][\w'’]*)*")
"""Words with nothing but blanks and hyphens between them: a name does not reach over a comma."""
SHORTEST_PLURAL = 4
"""Letters of the shortest word whose s is taken for a plural's."""

SMALL_WORDS = frozenset({
    "a", "an", "and", "any", "are", "as", "at", "back", "be", "but", "by", "can", "cannot", "do", "does", "down",
    "each", "every", "for", "from", "has", "have", "if", "in", "into", "is", "it", "its", "may", "must", "no", "not",
    "of", "off", "on", "one", "only", "or", "out", "over", "per", "some", "than", "that", "the", "their", "then",
    "these", "they", "this", "those", "through", "to", "under", "up", "was", "when", "where", "which", "while",
    "with", "without",
})  # fmt: skip
"""Words that are part of a sentence rather than of a name."""

Words = tuple[str, ...]


@cache
def single(word: str) -> str:
    """A word in lower case without the ending of a plural or a genitive."""
    word = re.sub(r"['’]s?$", "", word.lower())
    if re.search(r"(?:x|ch|sh|ss)es$", word):
        return word[:-2]
    return word[:-1] if len(word) >= SHORTEST_PLURAL and re.search(r"[^s]s$", word) else word


def folded(name: str) -> Words:
    """The words of a name made comparable; hyphens divide words as blanks do."""
    return tuple(single(word) for word in re.split(r"[\s-]+", name.strip()) if word)


@dataclass(frozen=True, slots=True)
class Page:
    """A text with its words as they print, and these in `runs` between two signs of punctuation, in lower case."""

    text: Text
    shown: str
    runs: tuple[list[str], ...]

    def written(self, phrase: str) -> str:
        """A phrase as its author spelt it here."""
        pattern = "".join(r"\s+" if sign == " " else re.escape(sign) for sign in phrase)
        found = re.search(rf"(?<![\w-]){pattern}(?!\w)", self.shown, re.IGNORECASE)
        return found[0] if found else phrase


@dataclass(frozen=True)
class Reading:
    """A book as its reader sees it: every text but errata, which tell old names on purpose, and every name."""

    book: Book

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        found = [text for owner, text in texts(self.book.game) if owner.kind != "erratum"]
        found += [Text(name, (), term.span) for term in self.book.game.terms for name in term.names]
        shown = [(text, self._shown(text)) for text in found]
        return tuple(Page(text, words, tuple(map(str.split, RUN.findall(words.lower())))) for text, words in shown)

    def _shown(self, text: Text) -> str:
        """The text with a sign in place of each link that shows no words of its author."""

        def words(link: re.Match[str]) -> str:
            target = self.book.targets.get(" ".join(link[1].split()))
            return link[2] or (link[1].removeprefix("term:") if target and target.kind == "term" else "|")

        shown = LINK.sub(words, text.source) if text.links else text.source
        return EMPHASIS.sub("", shown) if re.search("[*_`]", shown) else shown

    @cached_property
    def names(self) -> frozenset[Words]:
        """What is declared: the terms in all their spellings, and the titles of tables."""
        terms = (name for term in self.book.game.terms for name in term.names)
        titles = (plain(table.title, self.book) for table in self.book.game.tables)
        return frozenset(folded(name) for name in (*terms, *titles))

    @cached_property
    def headings(self) -> frozenset[str]:
        """Titles and labels: what stands there is a name, and not by chance."""
        game = self.book.game
        found = [each.title for each in game.rules] + [each.title for each in game.tables]
        found += [each.title for each in game.references]
        found += [name.label for domain in game.domains for name in (*domain.names, *domain.groups)]
        return frozenset(text.source for text in found) | {name for term in game.terms for name in term.names}

    def one_term(self, name: str, other: str) -> bool:
        """Whether both are declared spellings of the same term."""
        spelt = ({singular(each.lower()) for each in term.names} for term in self.book.game.terms)
        return any({name, other} <= names for names in spelt)


def singular(name: str) -> str:
    """A name in the singular, its blanks and hyphens kept."""
    last = re.split(r"[\s-]", name)[-1]
    return name[: len(name) - len(last)] + single(last)
