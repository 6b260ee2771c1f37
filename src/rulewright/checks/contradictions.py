"""Checks for statements that contradict one another: tables, cut-offs, claims and open questions.

Two tables are comparable where each gives a `Quantity` of the same name for the same inputs. A table without one axis,
or one column of a table, is such a function too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf

from rulewright.checks.named_check import finds
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, Label, Severity, Span
from rulewright.model.answers import overriding_boxes, region, split_by_owner
from rulewright.model.book import Book
from rulewright.model.cover import gaps
from rulewright.model.domain import Domain, Plain
from rulewright.model.expression import Both, Comparison, Condition, Either, Not, Number, Variable
from rulewright.model.keyset import Box, KeySet, meet
from rulewright.model.owners import items_below
from rulewright.model.table import Axis, Case, Lookup, Policy, Silence, Table
from rulewright.translation.messages import all_of
from rulewright.wording import plain

ONE_ANSWER = (Policy.UNIQUE, Policy.ANY, Policy.FIRST, Policy.PRIORITY)
"""The policies under which a single case decides."""
MOST_CASES = 1000
"""The most cases of a table that is checked, because each case is compared with all cases of another table."""
NUMERIC = "number"


@dataclass(frozen=True)
class Quantity:
    """What a table, or one of its columns, gives under a name that means the same everywhere; it prints as `shown`.

    The title of a table is such a name. The heading of a column is one if it is a term or the title of another table; a
    heading such as `Result` means something else in each table. If the columns are keys of an input, `sliced` is the id
    of the domain of this input.
    """

    name: str
    shown: str
    table: Table
    function: Table
    sliced: str = ""

    @property
    def axes(self) -> Mapping[str, Axis]:
        return {axis.name: axis for axis in self.function.axes}

    @property
    def inputs(self) -> frozenset[tuple[str, str]]:
        """The name and the domain of each input."""
        return frozenset((axis.name, axis.domain.id) for axis in self.function.axes)

    @property
    def kind(self) -> str:
        """The kind of its values: numbers, the id of a domain of names or ranges, or text."""
        values = self.function.values
        if values is None:
            texts = [str(case.value.plain) for case in self.function.cases if case.value.plain is not None]
            return NUMERIC if texts and all(text.lstrip("+-−").isdecimal() for text in texts) else "text"
        return values.id if values.names or values.ranges else NUMERIC


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").split())


def quantities(book: Book) -> list[Quantity]:
    """Return every quantity of the book whose name means the same in all tables."""
    tables = [table for table in book.game.tables if table.policy in ONE_ANSWER and len(table.cases) <= MOST_CASES]
    tables = [table for table in tables if table.axes and not any(case.value.axis for case in table.cases)]
    names = {_folded(name) for term in book.game.terms for name in term.names}
    names |= {_folded(plain(table.title, book)) for table in tables if not table.outputs}
    return [
        Quantity(_folded(shown), shown, table, function, sliced)
        for table in tables
        for shown, function, sliced in _functions(table, names, book)
        if function.axes and _folded(shown) in names
    ]


def _functions(table: Table, names: set[str], book: Book) -> Iterator[tuple[str, Table, str]]:
    """Yield what a table gives, as its name, a function, and the domain of the sliced columns.

    These are the outputs of the table; or the table itself, and each column whose heading is in `names`.
    """
    if table.outputs:
        labels = (plain(output.label, book) for output in table.outputs if output.says is None)
        yield from ((label, function, "") for label, function in zip(labels, table.functions(), strict=True))
        return
    yield plain(table.title, book), table, ""
    for column in table.layout.columns if isinstance(table.layout, Lookup) else ():
        at = next(place for place, axis in enumerate(table.axes) if axis.name == column.axis)
        domain, label = table.axes[at].domain, plain(column.label, book)
        if domain.enumeration and column.keys.size == 1 and _folded(label) in names:
            yield label, _slice(table, at, column.keys), domain.id


def _slice(table: Table, at: int, keys: KeySet) -> Table:
    """Return a table without one axis: what it gives for some keys of that axis."""

    def sliced(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((*box[:at], *box[at + 1 :]) for box in boxes if box[at] & keys)

    return replace(
        table,
        axes=(*table.axes[:at], *table.axes[at + 1 :]),
        cases=tuple(replace(case, boxes=boxes) for case in table.cases if (boxes := sliced(case.boxes))),
        silences=tuple(replace(each, boxes=boxes) for each in table.silences if (boxes := sliced(each.boxes))),
    )


def same_inputs(quantity: Quantity, other: Quantity) -> bool:
    """Return whether `other` has all inputs of `quantity`."""
    has_names = quantity.inputs <= other.inputs
    return has_names and all(quantity.axes[name].domain == other.axes[name].domain for name, _ in quantity.inputs)


def shared_part(quantity: Quantity, other: Quantity, box: Box) -> Box:
    """Return a region of `quantity` as a region of the inputs of `other`."""
    keys = dict(zip(quantity.axes, box, strict=True))
    return tuple(keys.get(name, axis.domain.keys) for name, axis in other.axes.items())


def value_of(case: Case) -> Plain:
    """Return the value of a case for comparison; a text that looks like a number becomes a number."""
    value = case.value.plain
    return int(value.replace("−", "-")) if isinstance(value, str) and value.lstrip("+-−").isdecimal() else value


def disagreement(quantity: Quantity, other: Quantity) -> tuple[Case, Case, Box] | None:
    """Return a case of each quantity and a region of `quantity` for which `other` never gives the same answer.

    Return None if they agree everywhere.
    """
    cases, others = quantity.function.cases, other.function.cases
    for owner, box in split_by_owner(quantity.function, quantity.function.box):
        if owner < 0:
            continue
        parts: list[tuple[int, Box]] = []  # the cases of the other, each with its region in the inputs of the first
        for its_owner, part in split_by_owner(other.function, shared_part(quantity, other, box)):
            keys = dict(zip(other.axes, part, strict=True))
            parts.append((its_owner, tuple(keys[name] for name in quantity.axes)))
        value = value_of(cases[owner])
        agreeing = [part for its_owner, part in parts if its_owner < 0 or value_of(others[its_owner]) == value]
        if (region := next(gaps(box, agreeing), None)) is not None:
            opposing = next(its_owner for its_owner, part in parts if meet(part, region) is not None)
            return cases[owner], others[opposing], region
    return None


def _by_name(all_quantities: list[Quantity]) -> Mapping[str, list[Quantity]]:
    groups: dict[str, list[Quantity]] = {}
    for each in all_quantities:
        groups.setdefault(each.name, []).append(each)
    return groups


@finds(Severity.WARNING)
def contradicting_tables(book: Book) -> Iterator[Finding]:
    """Two tables that answer one question differently: a weapon without AP in one, with an AP value in the other.

    Each may be proved, by a function of its own, and players still read two answers. Tables are compared where they
    give a quantity of the same name for the same inputs: a column whose heading is a term, or the title of a table. If
    one table depends on more inputs, it contradicts the other where it never gives the same answer. A note that links
    the other table, or its rule, explains the difference.
    """
    for same_name in _by_name(quantities(book)).values():
        for one, other in combinations(same_name, 2):
            explained = _links(one.table, other.table, book) or _links(other.table, one.table, book)
            if one.table is not other.table and not explained and _comparable(one, other):
                yield from _contradiction(one, other, book)


def _links(table: Table, other: Table, book: Book) -> bool:
    """Return whether the note of a table links to `other` or to its rule."""
    linked_ids = {target.id for link in (table.note.links if table.note else ()) if (target := book.resolve(link))}
    rule = book.rule_of(other.rule)
    return bool(linked_ids & {other.id, rule.id if rule else other.id})


def _comparable(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities have values of one kind.

    A column of names is not compared with a table that has these names as an input.
    """
    if one.sliced and other.sliced:
        return False
    sliced = one.sliced or other.sliced
    input_domains = {domain for each in (one, other) for _, domain in each.inputs}
    return one.kind == other.kind and sliced not in input_domains and (one.kind == NUMERIC or bool(one.function.values))


def _contradiction(one: Quantity, other: Quantity, book: Book) -> Iterator[Finding]:
    """Report the first contradiction, in the words of the quantity with fewer inputs."""
    for first, second in ((one, other), (other, one)):
        differing = disagreement(first, second) if same_inputs(first, second) else None
        if differing is not None:
            case, opposing, box = differing
            where = first.function.describe(box)
            answer, its_answer = (plain(each.value.label, book) for each in (case, opposing))
            message = (
                f"{first.shown} for {where} is {answer} in table {first.table.id!r}, and "
                f"{its_answer} in {second.table.id!r}"
            )
            hint = (
                "correct one of them; if they mean two things, name these differently, or say so in a note that links "
                "the other"
            )
            labels = (Label(opposing.span, "the other answer"),)
            about = f"{first.table.id} and {second.table.id}: {first.shown}, {where}"
            yield contradicting_tables.at(case.span, message, hint, labels, about=about)
            return


@finds(Severity.WARNING)
def answered_question(book: Book) -> Iterator[Finding]:
    """An open question that a cell answers: the reader is told that nobody knows, and reads the answer beside it.

    A question of a table is answered where a cell of the table holds nowhere else, and where another table gives the
    same quantity.
    """
    for table in book.game.tables:
        if any(silence.question for silence in table.silences):
            yield from _answered_in_table(TableAnalysis(table, book))
    all_quantities = quantities(book)
    by_name = _by_name(all_quantities)
    for one in all_quantities:
        same_name = [other for other in by_name[one.name] if other.table is not one.table]
        for silence in (each for each in one.function.silences if each.question):
            for box in silence.boxes:
                yield from _answered_elsewhere(one, same_name, silence, box)


def _answered_in_table(analysis: TableAnalysis) -> Iterator[Finding]:
    """Report cells that hold only where the table asks a question, unless another cell contradicts them there.

    Modifiers and lines of lists do not count, because they are only a part of the answer.
    """
    table = analysis.table
    for at, case in enumerate(table.cases) if not analysis.policy.repeated else ():
        holds = region(table, at)  # empty if its exceptions leave nothing of it
        alone = all(analysis.agree(at, other) for other in analysis.overlapping(at))
        if holds and alone and case.value.plain is not None and analysis.covers(analysis.questions, at):
            questions = (silence for silence in table.silences if silence.question)
            question = next(each for each in questions if any(meet(box, holds[0]) for box in each.boxes))
            where = analysis.case_names[at]
            message = f"a question leaves open what holds for {where}, and table {table.id!r} has a cell for it"
            yield _answered(case, message, question, about=f"{table.id}: {where}")


def _answered_elsewhere(one: Quantity, same_name: list[Quantity], silence: Silence, box: Box) -> Iterator[Finding]:
    """Report a question about a region that a quantity with the same name and inputs answers."""
    for other in (each for each in same_name if same_inputs(one, each) and one.kind == each.kind):
        answers = list(split_by_owner(other.function, shared_part(one, other, box)))
        if answers and all(owner >= 0 for owner, _ in answers):
            where = f"{one.shown}, {one.function.describe(box)}"
            message = (
                f"a question of table {one.table.id!r} leaves open what holds for {where}, and table "
                f"{other.table.id!r} has a cell for it"
            )
            yield _answered(other.function.cases[answers[0][0]], message, silence, about=f"{one.table.id}: {where}")
            return


def _answered(case: Case, message: str, question: Silence, about: str) -> Finding:
    hint = "remove the question if the answer is known; else write unknown in the cell"
    return answered_question.at(case.span, message, hint, (Label(question.span, "the question"),), about=about)


BELOW, ABOVE = "below", "above"
LEAST_COUNT = 10
"""The least count that is checked. Smaller boundaries that differ by one are most likely meant to differ."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A point of a domain at which a statement changes, and the side to which the statement counts the point itself.

    `owner` names the statement in messages. `statement` identifies it: a whole table, one claim, or one comparison of
    whole numbers. `upper` is True for a comparison that holds below its boundary.
    """

    domain: str
    point: int
    side: str
    owner: str
    statement: str
    span: Span = field(compare=False)
    upper: bool = False


@finds(Severity.WARNING)
def inconsistent_boundary(book: Book) -> Iterator[Finding]:
    """A boundary that two statements draw differently: `up to 12` in one place and `under 12` in another.

    At exactly 12 they disagree, and that is where players measure twice. For whole numbers `under 12` and `up to 11`
    are the same; there, claims about an unlimited count disagree between `up to 16` and `up to 17`, or `18 or more`.
    """
    domains = {each.id: each for each in book.game.domains if each.step is not None or _is_endless(each)}
    boundaries = list(dict.fromkeys(_boundaries(book, domains)))
    sides: dict[tuple[str, int, str], set[str]] = {}
    for each in boundaries:
        sides.setdefault((each.domain, each.point, each.statement), set()).add(each.side)
    by_point: dict[tuple[str, int], list[Boundary]] = {}
    for each in boundaries:
        if len(sides[each.domain, each.point, each.statement]) == 1:  # not a row for exactly 12, or bands that share it
            by_point.setdefault((each.domain, each.point), []).append(each)
    for (domain, at), at_point in by_point.items():
        if (pair := _conflict(at_point)) is not None:
            (first, other), point = pair, domains[domain].key_text(at)
            one = first.owner if first.owner != other.owner else first.owner.replace("the claim of", "another claim of")
            message = f"{other.owner} counts exactly {point} as {other.side}, {one} as {first.side}"
            hint = f"count exactly {point} the same way in both"
            labels = (Label(first.span, f"counts exactly {point} as {first.side}"),)
            yield inconsistent_boundary.at(other.span, message, hint, labels, about=f"{domain}: {point}")


def _conflict(boundaries: list[Boundary]) -> tuple[Boundary, Boundary] | None:
    """Return a boundary of the majority and one of the minority, preferably of two statements; None if all agree.

    Two comparisons of one claim may be the two ends of a band, which do not conflict.
    """
    first = boundaries[0].side
    sides = [[each for each in boundaries if (each.side == first) is same] for same in (True, False)]
    majority, minority = sorted(sides, key=len, reverse=True)
    pairs = [
        (one, other) for other in minority for one in majority if one.span != other.span or one.upper == other.upper
    ]
    return min(pairs, key=lambda pair: pair[0].span == pair[1].span, default=None)


def _is_endless(domain: Domain) -> bool:
    return not domain.enumeration and not domain.ranges and domain.keys.intervals[-1][1] == inf


def _boundaries(book: Book, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    """Yield the boundaries of tables, of their cut-offs (as statements of their own), and of claims."""
    for table in book.game.tables:
        name = f"table {table.id!r}"
        for owner, cases in ((name, table.cases), (f"a cut-off of {name}", table.cutoffs)):
            for at, domain in enumerate(axis.domain for axis in table.axes):
                if domain.id in domains and domain.step is not None:
                    for case in cases:
                        ends = (end for box in case.boxes for end in _ends(box[at], domain.keys))
                        yield from (Boundary(domain.id, point, side, owner, owner, case.span) for point, side in ends)
    for reference in book.game.references:
        for claim in (item.claim for item in items_below(reference.items) if item.claim is not None):
            yield from _of_condition(claim.condition, domains, f"the claim of {reference.id!r}", claim.span)


def _ends(keys: KeySet, whole: KeySet) -> Iterator[tuple[int, str]]:
    """Yield the points at which a set of keys begins or ends inside its domain. Even keys are points of a measure."""
    least, most = whole.intervals[0][0], whole.intervals[-1][1]
    for low, high in keys.intervals:
        if low > least and low != -inf:
            yield (int(low), ABOVE) if low % 2 == 0 else (int(low) - 1, BELOW)
        if high < most and high != inf:
            yield (int(high), BELOW) if high % 2 == 0 else (int(high) + 1, ABOVE)


def _of_condition(condition: Condition, domains: Mapping[str, Domain], owner: str, span: Span) -> Iterator[Boundary]:
    """Yield the boundaries in a condition: comparisons of a domain with a number."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from _of_condition(left, domains, owner, span)
            yield from _of_condition(right, domains, owner, span)
        case Not(inner):
            yield from _of_condition(inner, domains, owner, span)
        case Comparison(sign, Variable(name, scale), Number(value)) if name in domains and sign not in ("=", "!="):
            at, upper = int(value / scale), sign in ("<", "<=")
            after = sign in ("<=", ">")
            if domains[name].step is not None:
                yield Boundary(name, at, BELOW if after else ABOVE, owner, str(span), span, upper)
            elif at >= LEAST_COUNT:
                last = at if after else at - 1
                yield Boundary(name, last, BELOW, owner, f"{span} {last}", span, upper)
                yield Boundary(name, last + 1, ABOVE, owner, f"{span} {last}", span, upper)


@finds(Severity.ERROR)
def premature_cutoff(book: Book) -> Iterator[Finding]:
    """A cut-off that forbids a result which the table itself would give.

    A cut-off says that no roll is needed, because its result is known. Where a roll could still succeed the two rules
    contradict each other, and players lose the one chance in a hundred that the table gives them. A cut-off adds
    nothing to what the table says, so nothing else about it can be wrong. The finding has a label at the first result
    that the cut-off forbids, and the message names all.
    """
    cutoffs = [(table, cutoff) for table in book.game.tables for cutoff in table.cutoffs]
    for table, cutoff in cutoffs:
        if forbidden := list(_forbidden(table, cutoff)):
            results = all_of(dict.fromkeys(repr(plain(case.value.label, book)) for case, _ in forbidden))
            where = "; ".join(dict.fromkeys(table.describe(region) for _, region in forbidden))
            message = f"this cut-off of table {table.id!r} forbids {results}, which a roll would give for {where}"
            hint = "start it where every roll fails, or correct the table"
            labels = (Label(forbidden[0][0].span, "the result it forbids"),)
            about = f"{table.id}: cut-off {'; '.join(map(table.describe, cutoff.boxes))}"
            yield premature_cutoff.at(cutoff.span, message, hint, labels, about=about)


def _forbidden(table: Table, cutoff: Case) -> Iterator[tuple[Case, Box]]:
    """Yield each case with another value than the cut-off, and a region where it would decide without the cut-off."""
    silent = [box for silence in table.silences for box in silence.boxes]
    for at, case in enumerate(table.cases):
        if case.value.plain != cutoff.value.plain:
            elsewhere = overriding_boxes(table, at) + silent
            shared = (meet(a, b) for a in cutoff.boxes for b in case.boxes)
            yield from ((case, left) for box in shared if box is not None for left in gaps(box, elsewhere))
