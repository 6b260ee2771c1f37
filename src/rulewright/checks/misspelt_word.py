"""A word that is one letter away from an English one, and none itself: `recieve`, `casulties`.

The words come from the package `pyspellchecker`, which need not be there: then nothing is checked. Words of terms and
of the labels of domains are the game's own, and so are words that it uses often. Names have capitals, and are left out.
"""

import re
from collections import Counter
from collections.abc import Iterator
from sys import intern

from rulewright.checks.english_words import correction, is_word
from rulewright.checks.printed_prose import Slips, english_texts
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.wording import plain

FINDING = FindingKind("misspelt-word", Severity.WARNING)

SMALL = re.compile(r"(?<![\w’'./-])([a-z]{4,})(?:['’]s)?(?![\w’'/-])")
"""A word without its genitive."""
OFTEN = 3
"""A word used so often is meant."""


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such word, in each text once."""
    passages = list(english_texts(book))
    words = [list(map(intern, SMALL.findall(printed.shown))) for printed in passages]
    often = Counter(word for found in words for word in found)
    own = _own_words(book)
    strange = {word for word, count in often.items() if count < OFTEN and word not in own and not is_word(word)}
    corrections = {word: meant for word in sorted(strange) if (meant := correction(word)) is not None}
    slips = Slips(FINDING)
    for printed, found in zip(passages, words, strict=True):
        for word in dict.fromkeys(each for each in found if each in corrections):
            hint = f"did you mean {corrections[word]!r}? If it is a word of the game, define it under terms"
            yield slips.at(printed, word, f"{word!r} looks misspelt", hint)


def _own_words(book: Book) -> frozenset[str]:
    """The words of terms and of labels of domains."""
    names = [name for term in book.game.terms for name in term.names]
    labels = [name for domain in book.game.domains for name in (*domain.names, *domain.groups)]
    names += [plain(name.label, book) for name in labels] + [name.id for name in labels]
    return frozenset(word for name in names for word in re.findall(r"[^\W\d_]+", name.lower()))
