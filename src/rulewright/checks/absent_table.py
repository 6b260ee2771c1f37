"""A table that a text names and the book does not have: `see the Rally Table`.

It was left out, or has another title now, and the reader leafs through all pages for it. Names with capitals count: in
`the card's table` no name is given.
"""

import re
from collections.abc import Iterable, Iterator

from rulewright.checks.printed_prose import TextFindings, printed_texts
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.markup.english import STOP_WORDS, parts
from rulewright.model.book import Book
from rulewright.model.names import nearest
from rulewright.wording import plain

FINDING = FindingKind("absent-table", Severity.WARNING)

NAMED = re.compile(r"(?<![\w'’/&-])(?:[A-Z][\w'’/&-]*\s+){1,8}(?:Table|Chart)\b(?!\s+\d)")
BEGINS = re.compile(r"(?:^|[.!?:;]|[-*–])\s*$")
KINDS = frozenset({"table", "chart"})
IGNORED = STOP_WORDS | KINDS


def check(book: Book) -> Iterator[Finding]:
    """Each such name that is the name of nothing: no table, rule, quick reference, card or term has it in its title."""
    texts = [printed for printed in printed_texts(book) if not KINDS.isdisjoint(printed.words)]
    titles = list(_titles(book)) if texts else []
    known = [frozenset(_name(parts(title))) for title in titles]
    findings = TextFindings(FINDING)
    for printed in texts:
        for match in NAMED.finditer(printed.shown):
            words = parts(match[0])
            names = [frozenset(_name(words))]
            if BEGINS.search(printed.shown[: match.start()]):  # the capital of its first word may mean nothing
                names.append(frozenset(_name(words[1:])))
            if all(names) and not any(name <= title for name in names for title in known):
                meant = nearest(match[0], titles)
                hint = f"did you mean {meant!r}?" if meant else "add the table, or declare the name under terms"
                yield findings.at(
                    printed,
                    match[0],
                    f"the text names {match[0]!r}, but there is no such table",
                    hint,
                )


def _name(words: Iterable[str]) -> Iterator[str]:
    yield from (word for word in words if word not in IGNORED)


def _titles(book: Book) -> Iterator[str]:
    """The names that readers find as a heading or in the glossary."""
    game = book.game
    yield from (plain(table.title, book) for table in game.tables)
    yield from (plain(rule.title, book) for rule in game.rules)
    yield from (plain(reference.title, book) for reference in game.references)
    yield from (plain(card.title, book) for card in game.cards)
    yield from (name for term in game.terms for name in term.names)
