"""Binds the call of a proof to its function, and chooses what a random search tries.

`bind` gets a call such as `damage(reach, armour=mail)` and the axes of a table or claim. It matches each parameter of
the function with an axis, and compares the type of the parameter with the domain of the axis: both must have the same
values. The answer is a `Binding`, or findings that say what does not fit.

If a domain has too many combinations, `draw_parts` draws parts of it at random, the proof runs for each part, and
`search_outcome` joins the outcomes. For example, 100,000 combinations are 16 parts of about 6,000.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random

from rulewright.base.findings import Finding, Label, Span
from rulewright.base.messages.messages import joined
from rulewright.entries.calls import Argument, Call
from rulewright.entries.domains import Domain
from rulewright.entries.keyset import KeySet
from rulewright.entries.names import did_you_mean, nearest
from rulewright.proof.replies import Function, Parameter, Value
from rulewright.proof.report import Grade, Outcome, State, Statement, join_outcomes

MAX_VALUES = 10_000
"""Most values of a domain that are compared one by one with those of a Literal."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A call ready for evaluation: the axis of each parameter, in the order of the function's parameters."""

    call: Call
    function: Function
    axes: tuple[tuple[str, str, Domain], ...]
    """Triples (parameter, axis, domain)."""

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(axis for _, axis, _ in self.axes)

    @property
    def size(self) -> int | float:
        """The number of combinations; infinite if a domain is."""
        return prod(domain.proof_keys().size for _, _, domain in self.axes)

    @property
    def value_count(self) -> int | float:
        """The total number of values of all axes."""
        return sum(domain.proof_keys().size for _, _, domain in self.axes)

    def limited(self, part: Mapping[str, KeySet]) -> "Binding":
        """Return the same call for a part of its domains."""
        axes = ((name, axis, with_test_range(domain, part.get(axis))) for name, axis, domain in self.axes)
        return replace(self, axes=tuple(axes))

    def ranges(self) -> list[tuple[str, list[Value]]]:
        """Return the values of each parameter as rules code sees them."""
        return [(parameter, [domain.plain(key) for key in domain.proof_keys()]) for parameter, _, domain in self.axes]

    def arguments(self, keys: Mapping[str, int]) -> dict[str, Value]:
        """Return one combination as the arguments of a call."""
        return {parameter: domain.plain(keys[axis]) for parameter, axis, domain in self.axes}


@dataclass(frozen=True, slots=True)
class RulesCode:
    """The functions of the rules code, and their file."""

    functions: Mapping[str, Function]
    file: str

    def place(self, function: Function) -> Span:
        return Span(self.file, function.line, 1)


def bind(call: Call, domains: Mapping[str, Domain], code: RulesCode) -> Binding | list[Finding]:
    """Bind a call to the axes in `domains`, or return findings about it."""
    function = find_function(call, code)
    if isinstance(function, Finding):
        return [function]
    arguments, findings = match_arguments(call, function)
    for argument in arguments.values():
        if argument.axis not in domains:
            hint = did_you_mean(argument.axis, domains, f"its axes are: {', '.join(domains)}")
            findings.append(Finding("bad-proof", argument.span, f"there is no axis {argument.axis!r} here", hint))
    if findings:
        return findings  # missing arguments would only repeat them
    axis_of = {parameter: argument.axis for parameter, argument in arguments.items()}
    missing = [parameter.name for parameter in function.parameters if parameter.name not in axis_of]
    ignored = [axis for axis in domains if axis not in axis_of.values()]
    if missing:  # a default would leave the other values of the parameter unproved
        label = Label(code.place(function), "defined here")
        message = f"{function.name}() also takes {', '.join(missing)}, which this proof does not give"
        findings.append(Finding("bad-proof", call.span, message, "name the axis for each parameter", (label,)))
    elif ignored:
        message = f"the printed values depend on {', '.join(ignored)}, but {call.function}() does not take it"
        hint = "add a parameter for it, or leave it out of what is printed"
        findings.append(Finding("ignored-axis", call.span, message, hint))
    label = Label(code.place(function), f"{function.name}() is defined here")
    axes: list[tuple[str, str, Domain]] = []
    for parameter in function.parameters:
        axis = axis_of.get(parameter.name)
        if axis is not None and axis in domains:
            axes.append((parameter.name, axis, domains[axis]))
            findings += domain_differences(call, function, parameter, axis, domains[axis], label)
    return findings or Binding(call, function, tuple(axes))


def find_function(call: Call, code: RulesCode) -> Function | Finding:
    """Return the function of a call, or the finding that it does not exist."""
    function = code.functions.get(call.function)
    if function is not None:
        return function
    names = ", ".join(code.functions) or "none"
    hint = did_you_mean(
        call.function, code.functions, f"its functions are: {names}; 'rulewright stubs' adds the others"
    )
    span = Span(call.span.file, call.span.line, call.span.column, len(call.function))
    return Finding("unknown-function", span, f"{code.file} has no function {call.function}()", hint)


def match_arguments(call: Call, function: Function) -> tuple[dict[str, Argument], list[Finding]]:
    """Return the argument of each parameter by its name, and findings about the arguments that match none."""
    names = [parameter.name for parameter in function.parameters]
    parameters = f"its parameters are: {', '.join(names) or 'none'}"
    arguments: dict[str, Argument] = {}
    findings: list[Finding] = []
    for position, argument in enumerate(call.arguments):
        if not argument.parameter and position >= len(names):
            takes = f"{len(names)} argument" if len(names) == 1 else f"{len(names)} arguments"
            message = f"{function.name}() takes {takes}, not {len(call.arguments)}"
            return arguments, [*findings, Finding("bad-proof", argument.span, message, parameters)]
        parameter = argument.parameter or names[position]
        if parameter not in names:
            message = f"{function.name}() has no parameter {parameter!r}"
            findings.append(Finding("bad-proof", argument.span, message, did_you_mean(parameter, names, parameters)))
        elif parameter in arguments:
            message = f"{parameter!r} of {function.name}() is given twice"
            findings.append(Finding("bad-proof", argument.span, message, parameters))
        else:
            arguments[parameter] = argument
    return arguments, findings


def domain_differences(
    call: Call, function: Function, parameter: Parameter, axis: str, domain: Domain, label: Label
) -> Iterator[Finding]:
    """Compare the type of a parameter with the domain of its axis; `label` points at the function."""
    labels = (label,)
    annotation, about = parameter.annotation, f"{domain.id}: {parameter.name} of {function.name}()"
    if annotation.kind == "other":
        type_ = annotation.text or "not given"
        message = f"the values of {parameter.name!r} of {function.name}() cannot be listed: its type is {type_}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        yield Finding("unprovable-parameter", call.span, message, hint, labels, about=about)
    elif mismatch := _kind_mismatch(function, parameter, axis, domain):
        yield Finding("domain-differs", call.span, *mismatch, labels, about=about)
    elif annotation.kind not in ("int", "float"):
        yield from _value_findings(parameter, domain, labels, about)
    elif not domain.proof_keys():
        message = f"{axis!r} has no end, so the proof cannot try every value"
        hint = f"limit the proof: under domains, give {domain.id!r} test-range: 0..20"
        yield Finding("endless-domain", domain.span, message, hint, about=domain.id)


def _kind_mismatch(function: Function, parameter: Parameter, axis: str, domain: Domain) -> tuple[str, str] | None:
    """Return message and hint if the two sides have different kinds: number, choice of names, yes or no, set.

    None if they have the same kind, so that their values can be compared.
    """
    kind, name = parameter.annotation.kind, f"{parameter.name!r} of {function.name}()"
    if domain.boolean and kind != "bool":
        return f"{axis!r} is yes or no, but {name} is not a bool", f"write {parameter.name}: bool"
    if kind == "bool" and not domain.boolean:
        hint = f"name the values of {domain.id!r} yes and no, or give the parameter an enum of its names"
        return f"{name} is a bool, but {axis!r} is not a choice of yes and no", hint
    if domain.sets and kind != "set":
        hint = f"write {parameter.name}: frozenset[…], of an enum"
        return f"{axis!r} is a set of names, but {name} is not a set", hint
    if kind == "set" and not domain.sets:
        hint = f"give the parameter another type, or declare {domain.id!r} with sets: […]"
        return f"{name} is a set, but {axis!r} is not", hint
    if kind == "enum" and not domain.enumeration:
        return f"{name} is a choice of names, but {axis!r} is a number", "give the parameter the type int"
    if domain.step is not None and kind != "float":
        return f"{axis!r} is a measure, but {name} is not a float", f"write {parameter.name}: float"
    if kind in ("int", "float") and domain.enumeration:
        return f"{name} is a number, but {axis!r} is a choice of names", "give the parameter an enum of these names"
    if kind not in ("int", "float", "set") and domain.proof_keys().size > MAX_VALUES:
        return f"{axis!r} has far more values than the type of {name}", "give the parameter the type int"
    return None


def _value_findings(parameter: Parameter, domain: Domain, labels: tuple[Label, ...], about: str) -> Iterator[Finding]:
    """Yield a finding for values that only the code has, and one for those that only the domain has."""
    code_values = set(parameter.annotation.values)
    domain_values: set[Value] = {*domain.ids} if domain.sets else {domain.plain(key) for key in domain.proof_keys()}
    if extra := code_values - domain_values:
        message = f"the code knows {_list(extra)} for {parameter.name!r}, which the domain {domain.id!r} does not have"
        hint = _likely_spellings(extra, domain_values - code_values) or (
            "add it to the domain, or remove it from the code; 'rulewright stubs' removes what nothing uses"
        )
        yield Finding("domain-differs", domain.span, message, hint, labels, about=f"{about}, only in the code")
    if missing := domain_values - code_values:
        message = f"the domain {domain.id!r} has {_list(missing)}, which the code does not know for {parameter.name!r}"
        hint = _likely_spellings(missing, code_values - domain_values) or (
            "add it to the code, as 'rulewright stubs' does for enums, or remove it from the domain"
        )
        yield Finding("domain-differs", domain.span, message, hint, labels, about=f"{about}, only in the domain")


def _likely_spellings(values: set[Value], candidates: set[Value]) -> str:
    """Return text such as `is 'hill' meant to be 'hills'?` for values that resemble a candidate; "" if none do."""
    pairs = ((str(value), nearest(str(value), map(str, candidates))) for value in values if isinstance(value, str))
    return joined(f"is {value!r} meant to be {meant!r}?" for value, meant in sorted(pairs, key=str) if meant)


def _list(values: set[Value]) -> str:
    return ", ".join(sorted(map(str, values)))


# Random search


ROUNDS = 16
"""Number of parts of one search; each part tries all combinations of a few keys of each axis."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How many combinations of each call a search tries, and the random seed."""

    cases: int
    seed: int = 0


def draw_parts(domains: Mapping[str, Domain], sample: Sample, about: str) -> Iterator[Mapping[str, KeySet]]:
    """Choose the keys of each axis for every part of a search.

    The first part has the ends of every axis, where rules go wrong most often. One seed always gives the same parts.
    """
    chance = Random(f"{sample.seed} {about}")  # noqa: S311 - a search, no secret
    rounds = min(ROUNDS, sample.cases)
    for number in range(rounds):
        sizes = _sizes([int(each.proof_keys().size) for each in domains.values()], sample.cases // rounds, chance)
        yield {
            name: _drawn(domain.proof_keys(), size, chance, ends=not number)
            for (name, domain), size in zip(domains.items(), sizes, strict=True)
        }


def _sizes(axis_sizes: Sequence[int], cases: int, chance: Random) -> list[int]:
    """Return how many keys of each axis to draw, so that they make at most `cases` combinations, and over half."""
    sizes = [1] * len(axis_sizes)
    while prod(sizes) * 2 <= cases:  # one key more at most doubles them
        growing = [axis for axis, size in enumerate(sizes) if size < axis_sizes[axis]]
        if not growing:
            break
        sizes[chance.choice(growing)] += 1
    return sizes


def _drawn(keys: KeySet, count: int, chance: Random, *, ends: bool) -> KeySet:
    """Draw `count` of the keys; with `ends` the first and the last key are among them."""
    size = int(keys.size)
    positions = chance.sample(range(size), count)
    if ends:
        positions = list(dict.fromkeys([0, size - 1, *positions]))[:count]
    return KeySet.of(_key_at(keys, position) for position in sorted(positions))


def _key_at(keys: KeySet, position: int) -> int:
    """Return the key at a position, counted from 0: position 3 of `1-2, 7-9` is 8."""
    for low, high in keys.intervals:
        if position <= high - low:
            return int(low) + position
        position -= int(high - low) + 1
    raise IndexError(position)


def with_test_range(domain: Domain, keys: KeySet | None) -> Domain:
    """Return the domain of which a proof tries only these keys; None changes nothing."""
    return domain if keys is None else replace(domain, test_range=keys)


def search_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Combine the outcomes of the parts of a search: one counterexample for each place, and no proved statement."""
    verdicts_by_statement = zip(*(outcome.statements for outcome in outcomes), strict=True)
    joined_outcome = join_outcomes(outcomes, map(_joined_verdict, verdicts_by_statement))
    first_findings = {finding.span: finding for finding in reversed(joined_outcome.findings)}
    return replace(joined_outcome, findings=tuple(first_findings.values()))


def _joined_verdict(verdicts: Sequence[Statement]) -> Statement:
    """Join the verdicts of all parts of a search on one statement."""
    cases = sum(verdict.cases for verdict in verdicts)
    failed = next((verdict for verdict in verdicts if verdict.state is State.FAILED), None)
    if failed is not None:
        return replace(failed, cases=cases, tried=())
    if any(verdict.state is State.PROVED for verdict in verdicts):
        return replace(verdicts[0], state=State.SEARCHED, grade=Grade.SEARCHED, cases=cases, reason="", tried=())
    return replace(verdicts[0], cases=cases, tried=())
