"""What no card shows in a game that prints only cards. A rulebook would print all of it."""

from collections.abc import Iterator, Sequence

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.on_cards import not_on_cards
from rulewright.model.rulebook import Rulebook

MOST_NAMED = 12


def missing_from_cards(book: Book, kind: str) -> list[str]:
    """List the ids of one kind that no card shows; empty if the game has no cards or has a rulebook."""
    if not book.game.cards or book.game.requests(Rulebook):
        return []
    return [target.id for target in not_on_cards(book) if target.kind == kind]


def list_names(names: Sequence[str]) -> str:
    """Join the first names, and say how many more there are."""
    more = len(names) - MOST_NAMED
    first = ", ".join(names[:MOST_NAMED])
    return f"{first} and {more} more" if more > 0 else first


TABLE_ON_NO_CARD = FindingKind("table-on-no-card", Severity.NOTE)


@finds(TABLE_ON_NO_CARD)
def table_on_no_card(book: Book) -> Iterator[Finding]:
    """A table that no card shows, in a game that prints only cards: it was forgotten, or its card is not written yet.

    Tables that are rolls do not count: they belong to the text of their rule.
    """
    for id_ in missing_from_cards(book, "table"):
        message = f"no card shows the table {id_!r}"
        hint = f"add the block `table: {id_}` to a card, or a rulebook to the game"
        yield TABLE_ON_NO_CARD.at(book.tables[id_].span, message, hint, about=id_)


REFERENCE_ON_NO_CARD = FindingKind("reference-on-no-card", Severity.NOTE)


@finds(REFERENCE_ON_NO_CARD)
def reference_on_no_card(book: Book) -> Iterator[Finding]:
    """A quick reference that no card shows, in a game that prints only cards: its author wrote it for a card."""
    for id_ in missing_from_cards(book, "reference"):
        message = f"no card shows the reference {id_!r}"
        place = book.references[id_].span
        hint = f"add the block `bullets: {id_}` to a card, or a rulebook to the game"
        yield REFERENCE_ON_NO_CARD.at(place, message, hint, about=id_)


RULE_ON_NO_CARD = FindingKind("rule-on-no-card", Severity.NOTE)


@finds(RULE_ON_NO_CARD)
def rule_on_no_card(book: Book) -> Iterator[Finding]:
    """Rules that no card cites, in a game that prints only cards.

    A card is a selection, so this is only a note: a list to go through before printing. There is one finding for the
    game, which names each rule by its number or its title.
    """
    missing = [book.rules[id_] for id_ in missing_from_cards(book, "rule")]
    if missing:
        named = list_names([rule.number or f"{rule.title.words!r}" for rule in missing])
        message = (
            "no card cites {n} rule: {named}" if len(missing) == 1 else "no card cites {n} rules: {named}"
        ).format(n=len(missing), named=named)
        hint = "cite those that players look up during play in a bullet; leave the others to the rulebook"
        yield RULE_ON_NO_CARD.at(missing[0].span, message, hint, about="rules")


TERM_ON_NO_CARD = FindingKind("term-on-no-card", Severity.NOTE)


@finds(TERM_ON_NO_CARD)
def term_on_no_card(book: Book) -> Iterator[Finding]:
    """Terms that no card uses, in a game that prints only cards: one note for the whole game."""
    missing = [book.terms[id_] for id_ in missing_from_cards(book, "term")]
    if missing:
        named = list_names([term.name for term in missing])
        message = ("no card uses {n} term: {named}" if len(missing) == 1 else "no card uses {n} terms: {named}").format(
            n=len(missing), named=named
        )
        hint = "link [[the term]] in a bullet where players need its definition; leave the others to the glossary"
        yield TERM_ON_NO_CARD.at(missing[0].span, message, hint, about="terms")
