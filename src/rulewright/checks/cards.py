"""Checks of what cards show of the game, and of rulings.

In a game that prints only cards, a table, a reference, a rule or a term on no card is a note. A table in parts must be
complete: after `lines: 1-12` comes `lines: 13+`. A ruling must agree with the cells and earlier rulings that it names.
`@finds` makes each check an object, whose `at` makes its findings.
"""

from collections.abc import Iterator, Mapping

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.book.book import Book
from rulewright.book.card_contents import links_on, not_on_cards, on_cards, tables_in
from rulewright.book.grid import uncut, whole_grid
from rulewright.book.wording import plain
from rulewright.checks.named_check import finds
from rulewright.entries.card import Card
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.rulings import Ruling, in_force
from rulewright.entries.table import Lines, Table

MOST_NAMED = 12
"""The most names in one message."""


def missing_from_cards(book: Book, kind: str) -> list[str]:
    """Return the ids of one kind that no card shows; empty if the game has no cards, or has a rulebook."""
    if not book.game.cards or book.game.requests(Rulebook):
        return []
    return [target.id for target in not_on_cards(book) if target.kind == kind]


def count_and_list(noun: str, names: list[str]) -> str:
    """Return a count with the first names: `14 rules: 1.1, 1.2 and 12 more`."""
    more = len(names) - MOST_NAMED
    first = ", ".join(names[:MOST_NAMED])
    counted = f"1 {noun}" if len(names) == 1 else f"{len(names)} {noun}s"
    return f"{counted}: {first} and {more} more" if more > 0 else f"{counted}: {first}"


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
        hint = f"add the block `bullets: {id_}` to a card, or a rulebook to the game"
        yield reference_on_no_card.at(book.references[id_].span, message, hint, about=id_)


@finds(Severity.NOTE)
def rule_on_no_card(book: Book) -> Iterator[Finding]:
    """Rules that no card cites, in a game that prints only cards.

    A card is a selection, so this is only a note: a list to go through before printing. There is one finding for the
    game, which names each rule by its number or its title.
    """
    missing = [book.rules[id_] for id_ in missing_from_cards(book, "rule")]
    if missing:
        names = [rule.number or repr(rule.title.words) for rule in missing]
        message = f"no card cites {count_and_list('rule', names)}"
        hint = "cite those that players look up during play in a bullet; leave the others to the rulebook"
        yield rule_on_no_card.at(missing[0].span, message, hint, about="rules")


@finds(Severity.NOTE)
def term_on_no_card(book: Book) -> Iterator[Finding]:
    """Terms that no card uses, in a game that prints only cards: one note for the whole game."""
    missing = [book.terms[id_] for id_ in missing_from_cards(book, "term")]
    if missing:
        message = f"no card uses {count_and_list('term', [term.name for term in missing])}"
        hint = "link [[the term]] in a bullet where players need its definition; leave the others to the glossary"
        yield term_on_no_card.at(missing[0].span, message, hint, about="terms")


@finds(Severity.WARNING)
def missing_lines(book: Book) -> Iterator[Finding]:
    """Lines of a table that a card leaves out, prints twice, or cuts apart.

    A card may print a table in parts: some lines on one side, the rest overleaf. Whoever adds a line to the table later
    does not see that no part has it, and a player looks for it in vain.
    """
    for card in book.game.cards:
        parts: dict[str, list[tuple[Span, Lines]]] = {}
        for block in card.all_blocks():
            for table in tables_in(block, book):
                if isinstance(table.part, Lines):
                    parts.setdefault(table.id, []).append((block.span, table.part))
        for id_, parts_of_table in parts.items():
            yield from _missing_between(card, book.tables[id_], parts_of_table)


def _missing_between(card: Card, table: Table, parts: list[tuple[Span, Lines]]) -> Iterator[Finding]:
    """Report parts that do not begin where the one before them ends, and a last part that ends too soon.

    `parts` are the lines of each part, in the order of the card, with the place of its block in the source.
    """
    hint = "the parts follow one another: lines: 1-12, then lines: 13+"
    body = whole_grid(table).body
    breaks, next_line = {0, *uncut(body)}, 1
    for span, lines in parts:
        message = ""
        if lines.first != next_line:
            message = f"the card {card.id!r} goes on with line {lines.first} of {table.id!r}, not with {next_line}"
        elif lines.first - 1 not in breaks:
            message = f"a cell of {table.id!r} is cut in two before line {lines.first}"
        if message:
            yield missing_lines.at(span, message, hint, about=f"{card.id}: {table.id} {lines.first}")
        next_line = (lines.last or len(body)) + 1
    if next_line <= len(body):
        message = f"the card {card.id!r} ends {table.id!r} before line {next_line}"
        yield missing_lines.at(parts[-1][0], message, hint, about=f"{card.id}: {table.id} {next_line}")


@finds(Severity.WARNING)
def ruling_differs(book: Book) -> Iterator[Finding]:
    """A ruling with a value, though a cell that it is about prints another.

    Readers of the table and readers of the ruling would play by different rules. Correct the cell, so that the proof
    compares it with the rules code, or say which later ruling supersedes this one. A value without a cell is reported
    too.
    """
    for ruling in in_force(book.game.rulings):
        if ruling.value is None:
            continue
        value, span = plain(ruling.value, book), ruling.value.span
        targets = [(text, target) for text in ruling.where if (target := book.target_of(text)) is not None]
        cells = [(text, book.case(target)) for text, target in targets if target.kind == "cell"]
        for text, case in cells:
            printed = plain(case.value.label, book)
            if printed != value:
                message = f"the ruling says {value}, but the cell prints {printed}"
                hint = "correct the cell, and the rules code with it; or name the ruling that supersedes this one"
                labels, about = (Label(case.span, "the cell"),), f"{ruling.id}: {plain(text, book)}"
                yield ruling_differs.at(span, message, hint, labels, about=about)
        if targets and not cells:
            message = f"the ruling {ruling.id!r} has a value, but names no cell"
            yield ruling_differs.at(span, message, "name it: where: cell:hits(wood, rifle)", about=ruling.id)


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
        message = ""
        if ruling in _chain(earlier, by_id):
            message = f"the ruling {ruling.id!r} supersedes itself"
        elif ruling.date and earlier.date and earlier.date > ruling.date:
            message = f"the ruling {ruling.id!r} supersedes {earlier.id!r}, which is later"
        if message:
            hint = "write 'supersedes' at the later of the two, and there the name of the earlier"
            labels = (Label(earlier.span, "the ruling that it supersedes"),)
            yield superseded_ruling.at(ruling.supersedes.span, message, hint, labels, about=ruling.id)


def _chain(ruling: Ruling, by_id: Mapping[str, Ruling]) -> list[Ruling]:
    """Return the ruling, the ruling that it supersedes, and so on, without a ruling twice."""
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
    printed = on_cards(book)
    for ruling, rule in of_rules:
        if rule in printed and rule not in cited:
            message = f"no card has a sign for the ruling {ruling.id!r}, though cards print what belongs to its rule"
            hint = f"write errata: {ruling.id} at the bullet, modifier or output that follows it"
            yield unmarked_ruling.at(ruling.where.span, message, hint, about=ruling.id)
