"""Two printed names that seem to have changed places.

The proof knows a value by its id and a player by its label; with two labels exchanged everything is proved and all that
is printed is wrong. Ids are made of the words of what they name. So if each of two labels has more words in common with
the id of the other, they are exchanged. The same goes for two titles, headings of columns, and labels of
modifiers beside their conditions. Of the names for yes and no, the one for no has the negation. The title of a block on
a card is held against the table under it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from rulewright.checks.english import denies, is_english, is_negative
from rulewright.checks.passages import Features, stems
from rulewright.checks.printed_names import Named, columns, named
from rulewright.checks.topics import texts_in
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.domain import Domain
from rulewright.model.table import Modifiers, Table
from rulewright.model.text import Text
from rulewright.wording import plain

FINDING = FindingKind("exchanged-names", Severity.WARNING)

CLEARLY = 0.3
"""How much more the words of two names must fit exchanged than as they are, of 2 where both fit exactly."""
SURELY = 0.01
"""How much better each of two titles must fit the other thing; of the names of a domain one may tell nothing."""
TITLES = "titles"
"""The owner of all titles of a kind, which no thing owns."""


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each pair of names that fit better exchanged; `only` among those of these owners."""
    for owner, names in _siblings(book):
        if only is None or owner in only:
            least = 0 if owner.id != TITLES else SURELY
            yield from (_finding(owner, one, other, book) for one, other in _exchanged(names, least))
    for domain in book.game.domains if is_english(book) else ():
        owner = Target("domain", domain.id)
        if (only is None or owner in only) and (pair := _yes_and_no(domain, book)):
            yield _finding(owner, *pair, book)
    stems_of = cache(lambda table: _allstems(book.tables[table], book))
    for card in book.game.cards:
        if only is None or Target("card", card.id) in only:
            yield from _block_titles(card, book, stems_of)


def _siblings(book: Book) -> Iterator[tuple[Target, Sequence[Named]]]:
    """The lists of names that belong together."""
    game = book.game
    for domain in game.domains:
        yield Target("domain", domain.id), [named(name.id, name.label, book) for name in domain.names]
    for table in game.tables:
        owner = Target("table", table.id)
        yield owner, [column.heading for column in columns(table, book)]
        if isinstance(table.layout, Modifiers):
            yield owner, list(_modifiers(table, table.layout, book))
    yield Target("table", TITLES), [named(each.id, each.title, book) for each in game.tables if not each.in_rule]
    yield Target("rule", TITLES), [named(each.id, each.title, book) for each in game.rules if not each.external]
    yield Target("reference", TITLES), [named(each.id, each.title, book) for each in game.references]


def _modifiers(table: Table, layout: Modifiers, book: Book) -> Iterator[Named]:
    """The lines of a modifier table, each bound to the words of its conditions."""
    names = {
        axis.name: f"{axis.name} {plain(axis.domain.title, book) if axis.domain.title else ''}" for axis in table.axes
    }
    for at, line in enumerate(layout.lines):
        cases = [case for cell in line.cells for case in cell.cases]
        keys = [key for case in cases for alternative in case.conditions for key in alternative]
        words = [f"{names.get(key.axis, '')} {key.written} {plain(key.label, book)}" for key in keys]
        words += [names.get(case.value.axis, "") for case in cases if case.value.axis]
        yield Named(f"line {at + 1}", line.label, stems(" ".join(words)), stems(plain(line.label, book)))


def _exchanged(names: Sequence[Named], least: float) -> Iterator[tuple[Named, Named]]:
    """The pairs of which each fits at least so much better with the name of the other."""
    unfit = [each for each in names if each.fits(each) < 1]  # no other fits the rest better
    for one, other in _sharing(unfit):
        gain = one.fits(other) - one.fits(one), other.fits(one) - other.fits(other)
        if min(gain) >= least and sum(gain) >= CLEARLY:
            yield one, other


def _sharing(names: Sequence[Named]) -> Iterator[tuple[Named, Named]]:
    """The pairs of which one prints a word that the other is bound to; of a long list hardly any do."""
    printing, bound = _places([each.printed for each in names]), _places([each.bound for each in names])
    for at, one in enumerate(names):
        others = {place for word in one.bound for place in printing.get(word, ())}
        others.update(place for word in one.printed for place in bound.get(word, ()))
        yield from ((one, names[other]) for other in sorted(others) if other > at)


def _places(lists: Iterable[Features]) -> Mapping[str, Sequence[int]]:
    """The places of the lists that have each word."""
    places: dict[str, list[int]] = {}
    for at, words in enumerate(lists):
        for word in words:
            places.setdefault(word, []).append(at)
    return places


def _yes_and_no(domain: Domain, book: Book) -> tuple[Named, Named] | None:
    """The names for yes and no if the one for yes is the other one denied, or only the one for no has the domain's id.

    A domain that itself denies something is left alone, and "not hidden" has the id of `hidden` with good reason.
    """
    names = {name.id: name.label for name in domain.names}
    if names.keys() != {"yes", "no"} or is_negative(domain.id.replace("-", " ")):
        return None
    yes, no = (named(id_, names[id_], book) for id_ in ("yes", "no"))
    own = stems(domain.id)
    denied = denies(plain(yes.text, book), plain(no.text, book))
    named_for_no = bool(no.printed & own) and not yes.printed & own and not is_negative(plain(no.text, book))
    return (yes, no) if denied or named_for_no else None


def _finding(owner: Target, one: Named, other: Named, book: Book) -> Diagnostic:
    message = (
        f"the names of {one.called} and {other.called} seem exchanged: "
        f"{plain(one.text, book)!r} and {plain(other.text, book)!r}"
    )
    hint = "exchange them, or make the ids from the words of what they name"
    label = Label(other.text.span, f"the name of {other.called}")
    return FINDING.at(
        one.text.span, message, hint, (label,), about=f"{owner.kind} {owner.id}: {one.called}, {other.called}"
    )


def _block_titles(card: Card, book: Book, stems_of: Callable[[str], Features]) -> Iterator[Diagnostic]:
    """Each title of a block that has no word of its table but fits another."""
    for block in card.all_blocks():
        heading = block.shown.heading
        target = book.target_of(heading.reference) if heading is not None and heading.own is not None else None
        if heading is None or heading.own is None or target is None or target.kind != "table":
            continue
        words = stems(plain(heading.own, book))
        fits = {table.id: len(words & stems_of(table.id)) for table in book.game.tables}
        best = max(fits, key=lambda id_: (fits[id_], id_ == target.id))
        if fits[best] >= max(1, 2 * fits[target.id] + 1) and 2 * fits[best] > len(words):
            title = plain(heading.own, book)
            message = f"the block shows table {target.id!r}, but its title {title!r} fits table {best!r}"
            hint = f"correct the title, or show that table: table: {best}"
            label = Label(book.tables[best].span, "the table that the title fits")
            yield FINDING.at(heading.own.span, message, hint, (label,), about=f"card {card.id}: {title}")


def _allstems(table: Table, book: Book) -> Features:
    rule = book.rule_of(table.rule)
    texts: Iterable[Text] = (table.title, *texts_in(table), *([rule.title] if rule else []))
    return stems(" ".join([table.id, *(plain(text, book) for text in texts)]))
