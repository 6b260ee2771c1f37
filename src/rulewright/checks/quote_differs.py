"""A quote that prints another number than the one it quotes: `[[fact:dice|two]]` where the fact is 3.

Words read better than figures in a sentence, so a quote may show its number as a word, or as figures of the author's.
Then the printed number no longer follows when the fact or the cell changes, and the sentence would contradict it.
Other words of a quote, such as "the third line", are the author's own. Number words are known in English only.
"""

from collections.abc import Iterator
from fractions import Fraction

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.printed_prose import book_texts, is_english
from rulewright.findings import Finding, FindingKind, Label
from rulewright.markup.english import NUMBERS
from rulewright.markup.words import EMPHASIS
from rulewright.model.book import Book
from rulewright.model.exact_numbers import read_exact
from rulewright.model.text import Link, Text
from rulewright.wording import link_text

FINDING = FindingKind("quote-differs")


def check(book: Book) -> Iterator[Finding]:
    """Each quote whose own words are another number."""
    occurrences = Occurrences()
    for owner, text in book_texts(book):
        for link in text.links:
            declared = _declared(link, book) if link.shown else None
            if declared is not None and _differ(link.shown, declared.source, book):
                message = f"the quote shows {link.shown!r}, but [[{link.target}]] is {declared.source}"
                hint, label = (
                    "correct the one that is wrong",
                    Label(declared.span, "the number is declared here"),
                )
                about = occurrences.about(owner, f"[[{link.target}|{link.shown}]]")
                yield FINDING.at(link.span, message, hint, (label,), about=about)


def _declared(link: Link, book: Book) -> Text | None:
    """What a link quotes, as it prints without words of the author."""
    target = book.resolve(link)
    if target is None or target.kind not in ("fact", "cell"):
        return None
    span = book.facts[target.id].span if target.kind == "fact" else book.case(target).span
    return Text(link_text(Link(link.target, "", link.span), target, book), (), span)


def _differ(shown: str, quoted: str, book: Book) -> bool:
    """Whether both are numbers, and not the same; a number without a sign leaves the sign to its sentence."""
    number, other = _number(shown, book), read_exact(quoted)
    if number is None or other is None:
        return False
    return number != (other if shown.startswith(("+", "-", "−")) else abs(other))


def _number(shown: str, book: Book) -> int | Fraction | None:
    """The number that the words of a quote are, if they are nothing else."""
    words = EMPHASIS.sub("", shown).strip()
    return NUMBERS.get(words.lower()) if is_english(book) and words.isalpha() else read_exact(words)
