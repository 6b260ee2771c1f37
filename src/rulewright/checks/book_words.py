"""The words of a book as they print, and names normalised for comparison."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from sys import intern

from rulewright.checks.printed_prose import book_texts
from rulewright.markup.links import LINK
from rulewright.markup.words import EMPHASIS
from rulewright.model.book import Book
from rulewright.model.text import Text
from rulewright.wording import plain

RUN = re.compile(r"[^\W_][\w'’]*(?:(?:[ \t]*\n[ \t]*|[ \t]+|-)[^\W_][\w'’]*)*")
"""Words with only spaces and hyphens between them: a name does not cross a comma."""
SHORTEST_PLURAL = 4
"""Letters of the shortest word whose final s counts as a plural."""

STOP_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "back",
        "be",
        "but",
        "by",
        "can",
        "cannot",
        "do",
        "does",
        "down",
        "each",
        "every",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "must",
        "no",
        "not",
        "of",
        "off",
        "on",
        "one",
        "only",
        "or",
        "out",
        "over",
        "per",
        "some",
        "than",
        "that",
        "the",
        "their",
        "then",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "under",
        "up",
        "was",
        "when",
        "where",
        "which",
        "while",
        "with",
        "without",
    }
)
"""Words that belong to a sentence rather than to a name."""

Words = tuple[str, ...]


@lru_cache(1 << 16)
def singular_word(word: str) -> str:
    """A word in lower case without a plural or genitive ending. A book asks for a million times."""
    word = word.lower()
    if word.endswith(("'", "’", "'s", "’s")):
        word = word.removesuffix("s")[:-1]
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) >= SHORTEST_PLURAL and word[-1] == "s" != word[-2] else word


def normalised(name: str) -> Words:
    """The words of a name, in lower case and singular; hyphens divide words as spaces do."""
    return tuple(singular_word(word) for word in re.split(r"[\s-]+", name.strip()) if word)


@dataclass(frozen=True, slots=True)
class Passage:
    """A text as it prints; `runs` are its words in lower case, divided at punctuation."""

    text: Text
    shown: str
    runs: tuple[list[str], ...]

    def written(self, phrase: str) -> str:
        """A phrase as the author spelt it here."""
        pattern = "".join(r"\s+" if sign == " " else re.escape(sign) for sign in phrase)
        match = re.search(rf"(?<![\w-]){pattern}(?!\w)", self.shown, re.IGNORECASE)
        return match[0] if match else phrase


def _words(run: str) -> list[str]:
    """Each word is there once in memory, however often the book has it."""
    return list(map(intern, run.split()))


@dataclass(frozen=True)
class BookWords:
    """Every text of a book except errata, which quote old names on purpose, and every declared name."""

    book: Book

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        sources = [text for owner, text in book_texts(self.book) if owner.kind != "erratum"]
        sources += [Text(name, (), term.span) for term in self.book.game.terms for name in term.names]
        shown = [(text, self._shown(text)) for text in sources]
        return tuple(Passage(text, words, tuple(map(_words, RUN.findall(words.lower())))) for text, words in shown)

    def _shown(self, text: Text) -> str:
        """The text with `|` in place of each link that does not show words of the author."""

        def words(link: re.Match[str]) -> str:
            target = self.book.targets.get(" ".join(link[1].split()))
            return link[2] or (link[1].removeprefix("term:") if target and target.kind == "term" else "|")

        shown = LINK.sub(words, text.source) if text.links else text.source
        return EMPHASIS.sub("", shown) if re.search("[*_`]", shown) else shown

    @cached_property
    def names(self) -> frozenset[Words]:
        """The declared names: all spellings of the terms, and the titles of tables."""
        terms = (name for term in self.book.game.terms for name in term.names)
        titles = (plain(table.title, self.book) for table in self.book.game.tables)
        return frozenset(normalised(name) for name in (*terms, *titles))

    @cached_property
    def headings(self) -> frozenset[str]:
        """Titles, labels and terms: texts that are names."""
        game = self.book.game
        headings = [each.title for each in game.rules] + [each.title for each in game.tables]
        headings += [each.title for each in game.references]
        headings += [name.label for domain in game.domains for name in (*domain.names, *domain.groups)]
        return frozenset(text.source for text in headings) | {name for term in game.terms for name in term.names}

    def same_term(self, name: str, other: str) -> bool:
        """Whether both are declared spellings of one term."""
        spellings = ({singular_name(each.lower()) for each in term.names} for term in self.book.game.terms)
        return any({name, other} <= names for names in spellings)


def singular_name(name: str) -> str:
    """A name in the singular, with its spaces and hyphens."""
    last = max(name.rfind(" "), name.rfind("-")) + 1
    return name[:last] + singular_word(name[last:])
