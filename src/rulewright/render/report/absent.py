"""What no card of a game shows, kind by kind."""

from collections.abc import Iterator

from rulewright.model.book import Book
from rulewright.model.card_contents import not_on_cards
from rulewright.render.report.authority import name_of
from rulewright.render.report.views import AbsentView
from rulewright.render.typesetting.places import Places
from rulewright.translation.messages import tell


def absent(book: Book, places: Places) -> Iterator[AbsentView]:
    """The rules, terms, tables and quick references on no card; nothing for a game without cards."""
    if not book.game.cards:
        return
    missing = list(not_on_cards(book))
    game = book.game
    totals = {
        "rule": sum(not rule.external for rule in game.rules),
        "term": len(game.terms),
        "table": sum(not table.in_rule for table in game.tables),
        "reference": len(game.references),
    }
    names = {
        "rule": tell("rules"),
        "term": tell("terms"),
        "table": tell("tables"),
        "reference": tell("quick references"),
    }
    for kind, total in totals.items():
        links = tuple((name_of(book, each), places.href(each)) for each in missing if each.kind == kind)
        if links:
            yield AbsentView(names[kind], total, links)
