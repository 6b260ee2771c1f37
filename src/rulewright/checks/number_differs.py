"""A number in prose that differs from the fact or the modifier that the prose names.

A modifier of +1 on the card and +2 in the table: each looks right by itself, and players find out during play. The
check compares a number with each fact or modifier whose whole name is in the same clause. It ignores the sign, because
what is added to the score needed is subtracted from the roll. If a value depends on conditions, the prose may give any
of its values.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulewright.checks.clauses import Clause, Clauses, Number
from rulewright.checks.named_numbers import NamedNumber, named_numbers
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import ProseNumbers, prose
from rulewright.checks.vocabulary import stem
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.text import Text

FINDING = FindingKind("number-differs", Severity.WARNING)

NEAR = 2
"""Words that may separate a number from a name of one word."""
ENOUGH = 2
"""Words of a longer name that are enough to mean it."""


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number in prose that differs from the fact or modifier beside it; `only` in texts of these owners."""
    by_word, counted = _by_word(named_numbers(book)), _counted(book)
    numbers, occurrences = ProseNumbers(book), Occurrences()
    for owner, text in prose(book, only) if by_word else ():
        topics = topics_of_text(owner, text, book)
        for clause in Clauses(text, numbers):
            near = list(dict.fromkeys(each for word in sorted(clause.stems) for each in by_word.get(word, ())))
            wrong = _contradicted(clause, [each for each in near if _is_named(each, clause, topics, counted)])
            if wrong is not None and not any(_explains(each, clause) for each in near):
                yield _finding(clause.number, text, wrong, occurrences.about(owner, clause.number.written))


def _by_word(named: Iterable[NamedNumber]) -> Mapping[str, list[NamedNumber]]:
    """Named numbers by each word of their names; a game may have hundreds, and a clause names few."""
    by_word: dict[str, list[NamedNumber]] = {}
    for each in named:
        for word in each.words:
            by_word.setdefault(word, []).append(each)
    return by_word


def topics_of_text(owner: Target, text: Text, book: Book) -> frozenset[Target]:
    """The things that a text is about: its owner, the rule of that, and what it cites."""
    rule = None
    match owner.kind:
        case "reference":
            rule = book.references[owner.id].rule
        case "table":
            rule = book.tables[owner.id].rule
        case "term":
            rule = book.terms[owner.id].rule
        case "example":
            rule = book.examples[owner.id].rule
    links = (book.resolve(link) for link in text.links)
    topics = (owner, book.target_of(rule), *(citation_target(target) for target in links if target is not None))
    return frozenset(target for target in topics if target is not None)


def _counted(book: Book) -> frozenset[str]:
    """What the game counts: its units, and its terms of one word. In "0 HP" the number is of these, of nothing else."""
    units = (*(fact.unit for fact in book.game.facts), *(domain.unit for domain in book.game.domains))
    names = (*units, *(name for term in book.game.terms for name in term.names))
    return frozenset(stem(name.lower()) for name in names if name.isalpha())


def _is_named(named: NamedNumber, clause: Clause, topics: frozenset[Target], counted: frozenset[str]) -> bool:
    """Whether a clause gives its number for this name.

    In a text about its rule, half the name and its unit are enough; a single word counts only close by.
    """
    shared, unit = named.words & clause.stems, clause.number.unit
    if not shared or not named.could_be(clause.number):
        return False
    if unit in counted and not named.signed and unit not in named.words | named.units:
        return False
    if not named.home & topics:
        return len(shared) == len(named.words) > 1
    whole = len(shared) == len(named.words) or (bool(named.units) and 2 * len(shared) >= len(named.words))
    return whole and (len(shared) > 1 or clause.distance(shared) <= NEAR)


def _contradicted(clause: Clause, named: Sequence[NamedNumber]) -> NamedNumber | None:
    """The longest name whose value the number contradicts, if it agrees with none of them."""
    fullest = [each for each in named if not any(each.words < other.words for other in named)]
    if any(each.agrees(clause.number) for each in fullest):
        return None
    return max(fullest, key=lambda each: (len(each.words), -clause.distance(each.words)), default=None)


def _explains(named: NamedNumber, clause: Clause) -> bool:
    """Whether the clause names a part of this name and gives its value: the width of an arc, where the arc differs."""
    shared = len(named.words & clause.stems)
    return shared >= ENOUGH and named.could_be(clause.number) and named.agrees(clause.number)


def _finding(number: Number, text: Text, named: NamedNumber, about: str) -> Diagnostic:
    message = f"the text says {number.written}, but {named.statement}"
    hint = f"correct the one that is wrong; a quote is always right: {named.quote}"
    label = Label(named.span, "the number is declared here")
    place = text.at(number.at, len(number.written))
    return FINDING.at(place, message, hint, (label,), about=about)
