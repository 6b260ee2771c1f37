"""What cards show of the game, and where they mark rulings."""

from collections.abc import Iterator, Mapping, Sequence

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, Label, Severity
from rulewright.grid import uncut, whole_grid
from rulewright.model.about import Ruling, in_force
from rulewright.model.book import Book
from rulewright.model.card import Block, Card
from rulewright.model.card_contents import links_on, not_on_cards, on_cards, tables_in
from rulewright.model.product import Rulebook
from rulewright.model.table import Lines, Table
from rulewright.wording import plain

# What no card shows in a game that prints only cards. A rulebook would print all of it.

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


@finds(Severity.NOTE)
def table_on_no_card(book: Book) -> Iterator[Finding]:
    """A table that no card shows, in a game that prints only cards: it was forgotten, or its card is not written yet.

    Tables that are rolls do not count: they belong to the text of their rule.
    """
    for id_ in missing_from_cards(book, "table"):
        message = f"no card shows the table {id_!r}"
        hint = f"add the block `table: {id_}` to a card, or a rulebook to the game"
        yield table_on_no_card.at(book.tables[id_].span, message, hint, about=id_)


@finds(Severity.NOTE)
def reference_on_no_card(book: Book) -> Iterator[Finding]:
    """A quick reference that no card shows, in a game that prints only cards: its author wrote it for a card."""
    for id_ in missing_from_cards(book, "reference"):
        message = f"no card shows the reference {id_!r}"
        place = book.references[id_].span
        hint = f"add the block `bullets: {id_}` to a card, or a rulebook to the game"
        yield reference_on_no_card.at(place, message, hint, about=id_)


@finds(Severity.NOTE)
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
        yield rule_on_no_card.at(missing[0].span, message, hint, about="rules")


@finds(Severity.NOTE)
def term_on_no_card(book: Book) -> Iterator[Finding]:
    """Terms that no card uses, in a game that prints only cards: one note for the whole game."""
    missing = [book.terms[id_] for id_ in missing_from_cards(book, "term")]
    if missing:
        named = list_names([term.name for term in missing])
        message = ("no card uses {n} term: {named}" if len(missing) == 1 else "no card uses {n} terms: {named}").format(
            n=len(missing), named=named
        )
        hint = "link [[the term]] in a bullet where players need its definition; leave the others to the glossary"
        yield term_on_no_card.at(missing[0].span, message, hint, about="terms")


HINT = "the parts follow one another: lines: 1-12, then lines: 13+"

Parts = list[tuple[Block, Lines]]


@finds(Severity.WARNING)
def missing_lines(book: Book) -> Iterator[Finding]:
    """Lines of a table that a card leaves out, prints twice, or cuts apart.

    A card may print a table in parts: some lines on one side, the rest overleaf. Whoever adds a line to the table later
    does not see that no part has it, and a player looks for it in vain.

    Each part of a table that does not begin where the one before it ends, and a last that ends too soon.
    """
    for card in book.game.cards:
        for id_, parts in _in_parts(card, book).items():
            yield from _faults(card, book.tables[id_], parts)


def _in_parts(card: Card, book: Book) -> dict[str, Parts]:
    """The parts of each table, by its id."""
    found: dict[str, Parts] = {}
    for block in card.all_blocks():
        for table in tables_in(block, book):
            if isinstance(table.part, Lines):
                found.setdefault(table.id, []).append((block, table.part))
    return found


def _faults(card: Card, table: Table, parts: Parts) -> Iterator[Finding]:
    body = whole_grid(table).body
    breaks, wanted = {*uncut(body)}, 1
    for block, lines in parts:
        if (message := _fault(card, table, lines, wanted, breaks)) is not None:
            yield missing_lines.at(block.span, message, HINT, about=f"{card.id}: {table.id} {lines.first}")
        wanted = (lines.last or len(body)) + 1
    if wanted <= len(body):
        message = f"the card {card.id!r} ends {table.id!r} before line {wanted}"
        yield missing_lines.at(parts[-1][0].span, message, HINT, about=f"{card.id}: {table.id} {wanted}")


def _fault(card: Card, table: Table, lines: Lines, wanted: int, breaks: set[int]) -> str | None:
    if lines.first != wanted:
        return f"the card {card.id!r} goes on with line {lines.first} of {table.id!r}, not with {wanted}"
    if lines.first > 1 and lines.first - 1 not in breaks:
        first = lines.first
        return f"a cell of {table.id!r} is cut in two before line {first}"
    return None


# Rulings: their values, their order and their signs on cards.


@finds(Severity.WARNING)
def ruling_differs(book: Book) -> Iterator[Finding]:
    """A ruling with a value, though a cell that it is about prints another.

    Readers of the table and readers of the ruling would play by different rules. Correct the cell, so that the proof
    compares it with the rules code, or say which later ruling supersedes this one. A value without a cell is reported
    too.
    """
    for ruling in in_force(book.game.rulings):
        if ruling.value is not None:
            yield from _differing(ruling, plain(ruling.value, book), book)


def _differing(ruling: Ruling, value: str, book: Book) -> Iterator[Finding]:
    assert ruling.value is not None
    targets = [(text, target) for text in ruling.where if (target := book.target_of(text)) is not None]
    cells = [(text, target) for text, target in targets if target.kind == "cell"]
    for text, cell in cells:
        case = book.case(cell)
        printed = plain(case.value.label, book)
        if printed != value:
            message = f"the ruling says {value}, but the cell prints {printed}"
            labels = (Label(case.span, "the cell"),)
            hint = "correct the cell, and the rules code with it; or name the ruling that supersedes this one"
            yield ruling_differs.at(ruling.value.span, message, hint, labels, about=f"{ruling.id}: {plain(text, book)}")
    if targets and not cells:
        message = f"the ruling {ruling.id!r} has a value, but names no cell"
        yield ruling_differs.at(ruling.value.span, message, "name it: where: cell:hits(wood, rifle)", about=ruling.id)


SUPERSEDED_RULING_HINT = "write 'supersedes' at the later of the two, and there the name of the earlier"


@finds(Severity.WARNING)
def superseded_ruling(book: Book) -> Iterator[Finding]:
    """A ruling that supersedes a later one, or itself through a chain of others.

    Readers see the ruling that is in force. If two supersede one another, neither is. If the earlier supersedes the
    later, the author most likely swapped them.
    """
    by_id = {ruling.id: ruling for ruling in book.game.rulings}
    for ruling in book.game.rulings:
        earlier = by_id.get(ruling.earlier)
        if earlier is None or ruling.supersedes is None:
            continue
        labels = (Label(earlier.span, "the ruling that it supersedes"),)
        if ruling in _chain(earlier, by_id):
            message = f"the ruling {ruling.id!r} supersedes itself"
            yield superseded_ruling.at(ruling.supersedes.span, message, SUPERSEDED_RULING_HINT, labels, about=ruling.id)
        elif ruling.date and earlier.date and earlier.date > ruling.date:
            message = f"the ruling {ruling.id!r} supersedes {earlier.id!r}, which is later"
            yield superseded_ruling.at(ruling.supersedes.span, message, SUPERSEDED_RULING_HINT, labels, about=ruling.id)


def _chain(ruling: Ruling, by_id: Mapping[str, Ruling]) -> list[Ruling]:
    """The ruling, those that it supersedes, and so on."""
    chain = [ruling]
    while (earlier := by_id.get(chain[-1].earlier)) is not None and earlier not in chain:
        chain.append(earlier)
    return chain


@finds(Severity.WARNING)
def unmarked_ruling(book: Book) -> Iterator[Finding]:
    """A ruling that no card marks, though a card prints something that follows from it.

    Players take the words of a card for the words of the rules. Where a ruling decided, the card shows a sign, but the
    tool can only place it at something that the ruling names.
    """
    of_rules = [(ruling, target) for ruling, target in book.ruling_signs.unnamed() if target.kind == "rule"]
    if not of_rules:
        return
    cited = {book.resolve(link) for card in book.game.cards for link in links_on(card, book)}
    shown = on_cards(book)
    for ruling, rule in of_rules:
        if rule in shown and rule not in cited:
            message = f"no card has a sign for the ruling {ruling.id!r}, though cards print what belongs to its rule"
            hint = f"write errata: {ruling.id} at the bullet, modifier or output that follows it"
            yield unmarked_ruling.at(ruling.where.span, message, hint, about=ruling.id)
