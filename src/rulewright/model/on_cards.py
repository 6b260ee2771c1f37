"""What of a game its cards print, and what they leave to the rulebook."""

from collections.abc import Iterator

from rulewright.model.book import Book, Outline, Target
from rulewright.model.card_contents import tables_in
from rulewright.model.game import Part
from rulewright.model.table import Table


def not_on_cards(book: Book) -> Iterator[Target]:
    """The rules, tables, quick references and terms that no card shows, each kind in the order of the source.

    A rule is shown by whatever belongs to it or cites it, and by the rules under it; what lies outside the source
    cannot be, and a roll is text of its rule. Nobody looks up introductions, appendices and sidebars during play.
    """
    shown = on_cards(book)
    chapters = (chapter for chapter in book.outline if chapter.rule.part is Part.RULES)
    to_look_up = {each.rule.id for chapter in chapters for each in chapter.walk() if each.rule.numbered}
    rules = (Target("rule", rule.id) for rule in book.game.rules if rule.id in to_look_up and not rule.external)
    tables = (Target("table", table.id) for table in book.game.tables if not table.in_rule)
    references = (Target("reference", reference.id) for reference in book.game.references)
    terms = (Target("term", term.id) for term in book.game.terms)
    yield from (target for target in (*rules, *tables, *references, *terms) if target not in shown)


def on_cards(book: Book) -> frozenset[Target]:
    """Everything that some card prints, or names in what it prints."""
    printed = frozenset(_printed(book))
    named = {citation.target for citation in book.citations if citation.source in printed}
    shown = printed | named
    return frozenset(shown | set(_above(book.outline, shown)))


def _printed(book: Book) -> Iterator[Target]:
    """The cards, and what stands on them as a block or within one."""
    for card in book.game.cards:
        yield Target("card", card.id)
        for block in card.all_blocks():
            for table in tables_in(block, book):
                yield Target("table", table.id)
                yield from (Target("domain", id_) for id_ in _domains(table))
            yield from (target for name in block.shown.references if (target := book.target_of(name)) is not None)


def _domains(table: Table) -> Iterator[str]:
    yield from (axis.domain.id for axis in table.axes)
    values = (table.values, *(output.values for output in table.outputs))
    yield from (domain.id for domain in values if domain is not None)


def _above(outlines: tuple[Outline, ...], shown: frozenset[Target] | set[Target]) -> Iterator[Target]:
    """The rules that head one of those shown."""
    for outline in outlines:
        if any(Target("rule", below.rule.id) in shown for below in outline.walk()):
            yield Target("rule", outline.rule.id)
        yield from _above(outline.below, shown)
