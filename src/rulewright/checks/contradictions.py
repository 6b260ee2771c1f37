"""Statements of a game that contradict one another: tables, cut-offs, claims and open questions."""

from collections.abc import Iterable, Iterator, Mapping
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

# The named quantities of a book: what a table, or one of its columns, gives under a name that readers look up.

DECIDED = (Policy.UNIQUE, Policy.ANY, Policy.FIRST, Policy.PRIORITY)
"""The policies under which one case answers."""
MOST_CASES = 1000
"""More cases than readers compare: such a table is left alone, for each case is held against each of another."""
NUMERIC = "number"


@dataclass(frozen=True)
class Quantity:
    """What a table, or one column of it, gives: a function with a `name`, which prints as `shown`.

    `sliced` is the domain of the columns of which it is one, where the columns are keys of an input.
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
        """Its inputs, each with the domain; equal ones mean the same."""
        return frozenset((axis.name, axis.domain.id) for axis in self.function.axes)

    @property
    def kind(self) -> str:
        """What its values are: numbers, names of a domain, or text."""
        values = self.function.values
        if values is None:
            plains = {type(case.value.plain) for case in self.function.cases if case.value.plain is not None}
            texts = (str(case.value.plain) for case in self.function.cases if case.value.plain is not None)
            return NUMERIC if plains and all(text.lstrip("+-−").isdecimal() for text in texts) else "text"
        return values.id if values.names or values.ranges else NUMERIC


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").split())


def quantities(book: Book) -> list[Quantity]:
    """Every quantity with a name that means the same in all tables."""
    tables = [table for table in book.game.tables if table.policy in DECIDED and len(table.cases) <= MOST_CASES]
    tables = [table for table in tables if table.axes and not any(case.value.axis for case in table.cases)]
    names = {_folded(name) for term in book.game.terms for name in term.names}
    names |= {_folded(plain(table.title, book)) for table in tables if not table.outputs}
    return [each for table in tables for each in _of(table, names, book) if each.function.axes]


def _of(table: Table, names: set[str], book: Book) -> Iterator[Quantity]:
    if table.outputs:
        outputs = (each for each in table.outputs if each.says is None)
        for output, function in zip(outputs, table.functions(), strict=True):
            shown = plain(output.label, book)
            if _folded(shown) in names:
                yield Quantity(_folded(shown), shown, table, function)
        return
    shown = plain(table.title, book)
    yield Quantity(_folded(shown), shown, table, table)
    yield from _columns(table, names, book)


def _columns(table: Table, names: set[str], book: Book) -> Iterator[Quantity]:
    """The columns of a table whose keys are names, each as a function of the other inputs."""
    layout = table.layout
    for column in layout.columns if isinstance(layout, Lookup) else ():
        at = next(place for place, axis in enumerate(table.axes) if axis.name == column.axis)
        domain, shown = table.axes[at].domain, plain(column.label, book)
        if domain.enumeration and column.keys.size == 1 and _folded(shown) in names:
            yield Quantity(_folded(shown), shown, table, without(table, at, column.keys), domain.id)


def without(table: Table, at: int, keys: KeySet) -> Table:
    """The function that is left of a table for keys of one of its axes."""

    def left(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((*box[:at], *box[at + 1 :]) for box in boxes if box[at] & keys)

    return replace(
        table,
        axes=(*table.axes[:at], *table.axes[at + 1 :]),
        cases=tuple(replace(case, boxes=boxes) for case in table.cases if (boxes := left(case.boxes))),
        silences=tuple(replace(each, boxes=boxes) for each in table.silences if (boxes := left(each.boxes))),
    )


def same_inputs(quantity: Quantity, other: Quantity) -> bool:
    """Whether the first depends on nothing but inputs of the second."""
    shared = quantity.inputs <= other.inputs
    return shared and all(quantity.axes[name].domain == other.axes[name].domain for name, _ in quantity.inputs)


def shared_part(quantity: Quantity, other: Quantity, box: Box) -> Box:
    """A region of one function within the inputs of the other."""
    keys = dict(zip(quantity.axes, box, strict=True))
    return tuple(keys.get(name, axis.domain.keys) for name, axis in other.axes.items())


def projected(other: Quantity, quantity: Quantity, box: Box) -> Box:
    """A region of the second function as far as inputs of the first go."""
    keys = dict(zip(other.axes, box, strict=True))
    return tuple(keys[name] for name in quantity.axes)


def value_of(function: Table, owner: int) -> Plain:
    """The value of a case as a reader compares it: a number that is only text is a number."""
    value = function.cases[owner].value.plain
    return int(value.replace("−", "-")) if isinstance(value, str) and value.lstrip("+-−").isdecimal() else value


def disagreement(quantity: Quantity, other: Quantity) -> tuple[int, int, Box] | None:
    """A case of each, and inputs of the first for which the second never gives the same answer."""
    for owner, box in split_by_owner(quantity.function, quantity.function.box):
        if owner < 0:
            continue
        value = value_of(quantity.function, owner)
        parts = list(split_by_owner(other.function, shared_part(quantity, other, box)))
        agreeing = [
            projected(other, quantity, part) for its, part in parts if its < 0 or value_of(other.function, its) == value
        ]
        for apart in gaps(box, agreeing):
            shared = ((its, meet(projected(other, quantity, part), apart)) for its, part in parts)
            against = next(its for its, both in shared if both is not None)
            return owner, against, apart
    return None


CONTRADICTING_TABLES_HINT = (
    "correct one of them; if they mean two things, name these differently, or say so in a note that links the other"
)


@finds(Severity.WARNING)
def contradicting_tables(book: Book) -> Iterator[Finding]:
    """Two tables that answer one question differently: a weapon without AP in one, with an AP value in the other.

    Each may be proved, by a function of its own, and players still read two answers. Tables are compared where they
    give a quantity of the same name for the same inputs: a column whose heading is a term, or the title of a table. If
    one table depends on more inputs, it contradicts the other where it never gives the same answer.

    Each pair of tables that disagree, once for each quantity.
    """
    by_name: dict[object, list[Quantity]] = {}
    for quantity in quantities(book):
        by_name.setdefault(quantity.name, []).append(quantity)
    for alike in by_name.values():
        for one, other in combinations(alike, 2):
            if one.table is not other.table and not explained(one.table, other.table, book):
                yield from _of_pair(one, other, book)


def _comparable(one: Quantity, other: Quantity) -> bool:
    """Whether the values are of one kind; a column of names is compared with tables that do not ask for these names."""
    if one.sliced and other.sliced:
        return False
    sliced = one.sliced or other.sliced
    asked = {domain for each in (one, other) for _, domain in each.inputs}
    return one.kind == other.kind and sliced not in asked and (one.kind == NUMERIC or bool(one.function.values))


def _of_pair(one: Quantity, other: Quantity, book: Book) -> Iterator[Finding]:
    """The first answers in which one differs from the other, in the words of the one that asks for less."""
    for first, second in ((one, other), (other, one)):
        comparable = _comparable(first, second) and same_inputs(first, second)
        if comparable and (found := disagreement(first, second)) is not None:
            owner, against, box = found
            case, its = first.function.cases[owner], second.function.cases[against]
            where = first.function.describe(box)
            answers = [plain(each.value.label, book) for each in (case, its)]
            message = (
                f"{first.shown} for {where} is {answers[0]} in table {first.table.id!r}, and "
                f"{answers[1]} in {second.table.id!r}"
            )
            about = f"{first.table.id} and {second.table.id}: {first.shown}, {where}"
            yield contradicting_tables.at(
                case.span, message, CONTRADICTING_TABLES_HINT, (Label(its.span, "the other answer"),), about=about
            )
            return


def explained(one: Table, other: Table, book: Book) -> bool:
    """Whether a note of one of the tables links the other or its rule."""
    return _notes(one, other, book) or _notes(other, one, book)


def _notes(table: Table, other: Table, book: Book) -> bool:
    linked = {target.id for link in (table.note.links if table.note else ()) if (target := book.resolve(link))}
    rule = book.rule_of(other.rule)
    return bool(linked & {other.id, rule.id if rule else other.id})


ANSWERED_QUESTION_HINT = "remove the question if the answer is known; else write unknown in the cell"


@finds(Severity.WARNING)
def answered_question(book: Book) -> Iterator[Finding]:
    """An open question that a cell answers: the reader is told that nobody knows, and reads the answer beside it.

    A question of a table is answered where a cell of the table holds nowhere else, and where another table gives the
    same quantity.

    Each question of a table that the table itself or another answers.
    """
    for table in book.game.tables:
        if any(silence.question for silence in table.silences):
            yield from _in_table(TableAnalysis(table, book))
    yield from _in_other_tables(quantities(book))


def _in_table(analysis: TableAnalysis) -> Iterator[Finding]:
    """Cells that hold only where the table asks a question, and that no other cell contradicts there.

    A modifier, or a line of a list, is only a part of the answer.
    """
    if analysis.policy.repeated:
        return
    for at, case in enumerate(analysis.table.cases):
        holds = region(analysis.table, at)  # nowhere, where its exceptions leave nothing of it
        alone = all(analysis.agree(at, other) for other in analysis.overlapping(at))
        if holds and alone and case.value.plain is not None and analysis.covers(analysis.questions, at):
            question = _question(analysis.table, holds[0])
            yield _answered_question_finding(analysis.table, case, analysis.case_names[at], question, analysis.table)


def _question(table: Table, box: Box) -> Silence:
    """The first question about a part of a box."""
    return next(
        silence
        for silence in table.silences
        for asked in silence.boxes
        if silence.question and all(a & b for a, b in zip(asked, box, strict=True))
    )


def _answered_question_finding(table: Table, case: Case, where: str, question: Silence, asking: Table) -> Finding:
    message = f"a question leaves open what holds for {where}, and table {table.id!r} has a cell for it"
    if asking is not table:
        message = (
            f"a question of table {asking.id!r} leaves open what holds for {where}, and table "
            f"{table.id!r} has a cell for it"
        )
    about = f"{asking.id}: {where}"
    return answered_question.at(
        case.span, message, ANSWERED_QUESTION_HINT, (Label(question.span, "the question"),), about=about
    )


def _in_other_tables(found: list[Quantity]) -> Iterator[Finding]:
    """Questions that the table of another quantity with the same name and inputs answers."""
    by_name = dict[str, list[Quantity]]()
    for one in found:
        by_name.setdefault(one.name, []).append(one)
    for one in found:
        asked = [(silence, box) for silence in one.function.silences if silence.question for box in silence.boxes]
        alike = [other for other in by_name[one.name] if other.table is not one.table] if asked else []
        for silence, box in asked:
            for other in (each for each in alike if same_inputs(one, each) and one.kind == each.kind):
                answers = list(split_by_owner(other.function, shared_part(one, other, box)))
                if answers and all(owner >= 0 for owner, _ in answers):
                    where = f"{one.shown}, {one.function.describe(box)}"
                    yield _answered_question_finding(
                        other.table, other.function.cases[answers[0][0]], where, silence, one.table
                    )
                    break


BELOW, ABOVE = "below", "above"
LEAST_COUNT = 10
"""Below it, two boundaries that are one apart are most likely two different boundaries."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A point of a domain at which a statement changes, and the side on which the statement counts the point itself.

    `owner` names the statement in messages. `statement` identifies it: a whole table, one claim, or one comparison of
    whole numbers. `upper`: the comparison holds below its boundary.
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

    Each point of a measure, or of an unlimited count, that one statement counts as below and another as above.
    """
    domains = {domain.id: domain for domain in book.game.domains if domain.step is not None or _endless(domain)}
    by_point: dict[tuple[str, int], list[Boundary]] = {}
    for boundary in _unambiguous(_boundaries(book, domains)):
        by_point.setdefault((boundary.domain, boundary.point), []).append(boundary)
    for (domain, point), boundaries in by_point.items():
        pair = _conflict(boundaries)
        if pair is not None:
            yield _inconsistent_boundary_finding(domains[domain], point, *pair)


def _conflict(boundaries: list[Boundary]) -> tuple[Boundary, Boundary] | None:
    """One of the majority and one of the minority; from two claims or tables rather than from one."""
    first = boundaries[0].side
    sides = [[each for each in boundaries if (each.side == first) is same] for same in (True, False)]
    most, fewest = sorted(sides, key=len, reverse=True)
    pairs = [(one, odd) for odd in fewest for one in most if not _band(one, odd)]
    return min(pairs, key=lambda pair: pair[0].span == pair[1].span, default=None)


def _endless(domain: Domain) -> bool:
    return not domain.enumeration and not domain.ranges and domain.keys.intervals[-1][1] == inf


def _band(one: Boundary, other: Boundary) -> bool:
    """Whether two comparisons of one claim are the two ends of a band."""
    return one.span == other.span and one.upper != other.upper


def _inconsistent_boundary_finding(domain: Domain, at: int, first: Boundary, other: Boundary) -> Finding:
    point = domain.key_text(at)
    one = first.owner if first.owner != other.owner else first.owner.replace("the claim of", "another claim of")
    message = f"{other.owner} counts exactly {point} as {other.side}, {one} as {first.side}"
    hint = f"count exactly {point} the same way in both"
    label = Label(first.span, f"counts exactly {point} as {first.side}")
    about = f"{domain.id}: {point}"
    return inconsistent_boundary.at(other.span, message, hint, (label,), about=about)


def _unambiguous(boundaries: Iterable[Boundary]) -> Iterator[Boundary]:
    """Without those that one statement counts on both sides: a row for exactly 12, or bands that share an end."""
    unique = list(dict.fromkeys(boundaries))
    sides: dict[tuple[str, int, str], set[str]] = {}
    for each in unique:
        sides.setdefault((each.domain, each.point, each.statement), set()).add(each.side)
    yield from (each for each in unique if len(sides[each.domain, each.point, each.statement]) == 1)


def _boundaries(book: Book, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    for table in book.game.tables:
        yield from _of_table(table, domains)
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.claim is not None:
                owner = f"the claim of {reference.id!r}"
                yield from _of_condition(item.claim.condition, domains, owner, item.claim.span)


def _of_table(table: Table, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    """Those of its cases and those of its cut-offs, which count as two statements."""
    for owner, cases in (
        (f"table {table.id!r}", table.cases),
        (f"a cut-off of table {table.id!r}", table.cutoffs),
    ):
        for at, axis in enumerate(table.axes):
            if axis.domain.id in domains and axis.domain.step is not None:
                for case in cases:
                    yield from _of_case(case, at, axis.domain, owner)


def _of_case(case: Case, at: int, domain: Domain, owner: str) -> Iterator[Boundary]:
    for box in case.boxes:
        for point, side in _changes(box[at], domain.keys):
            yield Boundary(domain.id, point, side, owner, owner, case.span)


def _changes(keys: KeySet, whole: KeySet) -> Iterator[tuple[int, str]]:
    """The points at which a set of keys begins or ends inside its domain; even keys are points."""
    least, most = whole.intervals[0][0], whole.intervals[-1][1]
    for low, high in keys.intervals:
        if low > least and low != -inf:
            yield (int(low), ABOVE) if low % 2 == 0 else (int(low) - 1, BELOW)
        if high < most and high != inf:
            yield (int(high), BELOW) if high % 2 == 0 else (int(high) + 1, ABOVE)


def _of_condition(condition: Condition, domains: Mapping[str, Domain], owner: str, span: Span) -> Iterator[Boundary]:
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
    nothing to what the table says, so nothing else about it can be wrong.

    Each cut-off that forbids some result.
    """
    for table in book.game.tables:
        for cutoff in table.cutoffs:
            yield from _forbidden(table, cutoff, book)


def _forbidden(table: Table, cutoff: Case, book: Book) -> Iterator[Finding]:
    """One finding for each cut-off, with a label at the first result that it forbids; the message names all."""
    forbidden = [
        (case, region)
        for at, case in enumerate(table.cases)
        if case.value.plain != cutoff.value.plain
        for region in _shared(cutoff, case, _elsewhere(table, at))
    ]
    if not forbidden:
        return
    results = all_of(dict.fromkeys(repr(plain(case.value.label, book)) for case, _ in forbidden))
    where = "; ".join(dict.fromkeys(table.describe(region) for _, region in forbidden))
    message = f"this cut-off of table {table.id!r} forbids {results}, which a roll would give for {where}"
    hint = "start it where every roll fails, or correct the table"
    label = Label(forbidden[0][0].span, "the result it forbids")
    about = f"{table.id}: cut-off {'; '.join(map(table.describe, cutoff.boxes))}"
    yield premature_cutoff.at(cutoff.span, message, hint, (label,), about=about)


def _shared(cutoff: Case, case: Case, elsewhere: list[Box]) -> list[Box]:
    """Where a case would decide without the cut-off."""
    pairs = (meet(a, b) for a in cutoff.boxes for b in case.boxes)
    return [left for box in pairs if box is not None for left in gaps(box, elsewhere)]


def _elsewhere(table: Table, at: int) -> list[Box]:
    """The regions where other cases override this one, or the table is silent."""
    silent = [box for silence in table.silences for box in silence.boxes]
    return overriding_boxes(table, at) + silent
