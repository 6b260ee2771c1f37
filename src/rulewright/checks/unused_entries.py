"""Entries that nothing in the game uses."""

from collections.abc import Iterator

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target
from rulewright.wording import full_name

UNUSED_TERM = FindingKind("unused-term", Severity.WARNING)


@finds(UNUSED_TERM)
def unused_term(book: Book) -> Iterator[Finding]:
    """A glossary entry that nothing links to.

    Either texts use the term without a link to its definition, or the rule that needed it is gone.
    """
    for term in book.game.terms:
        if Target("term", term.id) not in book.cited_by:
            message = f"nothing links to the term {term.name!r}"
            hint = f"write [[{term.name}]] where it is used, or remove it"
            yield UNUSED_TERM.at(term.span, message, hint, about=term.name)


UNUSED_RULE = FindingKind("unused-rule", Severity.WARNING)


@finds(UNUSED_RULE)
def unused_rule(book: Book) -> Iterator[Finding]:
    """A rule of another work that nothing cites.

    Authors declare a rule `external` because something refers to it. If nothing cites it, the reference was removed,
    or a link that was meant for it leads elsewhere.
    """
    for rule in book.game.rules:
        if rule.external and Target("rule", rule.id) not in book.cited_by:
            message = f"nothing cites the external rule {full_name(rule, book)!r}"
            hint = "cite it where it applies, or remove it"
            yield UNUSED_RULE.at(rule.span, message, hint, about=rule.id)


UNUSED_FIGURE = FindingKind("unused-figure", Severity.WARNING)


@finds(UNUSED_FIGURE)
def unused_figure(book: Book) -> Iterator[Finding]:
    """A figure that is not printed: it has no rule, no passage places it, and no card shows it."""
    printed = {figure.id for figure in book.figure_order.figures} | set(_on_cards(book))
    for figure in book.game.numbered_figures:
        if figure.id not in printed:
            message = f"nothing prints the figure {figure.id!r}"
            hint = f"give it a rule, or write [[figure:{figure.id}]] alone in a paragraph of a rule"
            yield UNUSED_FIGURE.at(figure.span, message, hint, about=figure.id)


def _on_cards(book: Book) -> Iterator[str]:
    shown = (name for card in book.game.cards for block in card.all_blocks() for name in block.shown.figures)
    return (target.id for name in shown if (target := book.target_of(name)) is not None)
