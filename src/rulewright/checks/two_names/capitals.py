"""One term with and without capitals: `[[Weak morale]]` and `[[weak morale]]` in the middle of sentences.

Readers take the two for two things. At the beginning of a sentence and in labels capitals say nothing, and so they do
in terms of one word, which may be a verb or another noun as well, and in those with a particle: units fall back.
"""

import re
from collections.abc import Iterator

from rulewright.checks.book_words import STOP_WORDS, BookWords, Passage, normalised
from rulewright.checks.two_names.tally import Tally
from rulewright.diagnostics import Diagnostic
from rulewright.markup.links import LINK
from rulewright.model.book import Book

INSIDE = re.compile(r"[\w,)’'”%″\]]\s+[*_]*$")
"""What comes before a word in the middle of a sentence."""
SENTENCE = re.compile(r"[.!?;:]\s*$|[.!?]\s")


def variant_capitals(book_words: BookWords) -> Iterator[Diagnostic]:
    """Terms of several words that sentences write in two ways; in English, where small letters are the rule."""
    if book_words.book.game.language.partition("-")[0] != "en":
        return
    tally = Tally()
    patterns: dict[str, dict[str, None]] = {}
    for passage in book_words.passages:
        if passage.text.source not in book_words.headings and SENTENCE.search(passage.text.source):
            for term, written in _uses(passage, book_words.book):
                pattern = _pattern(written)
                tally.add((term, pattern), passage, written)
                patterns.setdefault(term, {})[pattern] = None
    for term, found in patterns.items():
        usual, *others = sorted(found, key=lambda pattern: -tally.count[term, pattern])
        for other in others:
            yield tally.finding((term, usual), (term, other), "they differ by capitals")


def _uses(passage: Passage, book: Book) -> Iterator[tuple[str, str]]:
    """The spellings of terms that a text links in the middle of its sentences, each with how it is written."""
    source = passage.text.source
    for link, match in zip(passage.text.links, LINK.finditer(source), strict=True):
        target, written = book.resolve(link), link.shown or link.target.removeprefix("term:")
        words = normalised(written)
        named = target is not None and target.kind == "term" and len(words) > 1 and not STOP_WORDS.intersection(words)
        if named and INSIDE.search(source[: match.start()]):
            yield " ".join(words), written


def _pattern(written: str) -> str:
    """Which words of a name have a capital; abbreviations always have."""
    words = re.split(r"[\s-]", written)
    return "".join("A" if word.rstrip("s").isupper() else "C" if word[0].isupper() else "c" for word in words)
