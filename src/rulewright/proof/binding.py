"""Fitting a proof's call to the function it names: every parameter an axis, every value known to both."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.names import did_you_mean, nearest
from rulewright.model.table import Argument, Call
from rulewright.proof.results import Value
from rulewright.proof.signatures import Function, Parameter

MOST_LISTED = 10_000
"""Values of a domain that are compared one by one with those of a Literal."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A call ready to be evaluated: in the order of the function's parameters, the axis each ranges over."""

    call: Call
    function: Function
    axes: tuple[tuple[str, str, Domain], ...]
    """(parameter, axis, domain)"""

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(axis for _, axis, _ in self.axes)

    @property
    def cases(self) -> int | float:
        """How many combinations there are, told without listing them."""
        return prod(domain.proof_keys().size for _, _, domain in self.axes)

    def ranges(self) -> list[tuple[str, list[Value]]]:
        """The values of each parameter as rules code sees them."""
        return [(parameter, [domain.plain(key) for key in domain.proof_keys()]) for parameter, _, domain in self.axes]

    def arguments(self, at: Mapping[str, int]) -> dict[str, Value]:
        """One combination as the arguments of a call."""
        return {parameter: domain.plain(at[axis]) for parameter, axis, domain in self.axes}


@dataclass(frozen=True, slots=True)
class RulesCode:
    """The functions of the rules code and the file they stand in."""

    functions: Mapping[str, Function]
    file: str

    def place(self, function: Function) -> Span:
        return Span(self.file, function.line, 1)


def bind(call: Call, domains: Mapping[str, Domain], code: RulesCode) -> Binding | list[Diagnostic]:
    """The binding of a call whose axes are `domains`, or what is wrong with it."""
    function = find_function(call, code)
    if isinstance(function, Diagnostic):
        return [function]
    given, faults = _arguments(call, function, domains)
    if faults:
        return faults  # what is missing besides would only repeat them
    faults += _unfilled(call, function, given, code) or _ignored(call, given, domains)
    axes = [(parameter, axis, domains[axis]) for parameter, axis in _in_order(function, given) if axis in domains]
    for parameter, axis, domain in axes:
        faults += _values_differ(call, function, _parameter(function, parameter), axis, domain, code)
    return faults or Binding(call, function, tuple(axes))


def find_function(call: Call, code: RulesCode) -> Function | Diagnostic:
    """The function that a call names, or the finding that there is none."""
    function = code.functions.get(call.function)
    if function is not None:
        return function
    hint = did_you_mean(call.function, code.functions, f"its functions are: {', '.join(code.functions) or 'none'}")
    span = Span(call.span.file, call.span.line, call.span.column, len(call.function))
    return Diagnostic("unknown-function", span, f"{code.file} has no function {call.function}()", hint)


def _parameter(function: Function, name: str) -> Parameter:
    return next(parameter for parameter in function.parameters if parameter.name == name)


def _in_order(function: Function, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((parameter.name, given[parameter.name]) for parameter in function.parameters if parameter.name in given)


def _arguments(
    call: Call, function: Function, domains: Mapping[str, Domain]
) -> tuple[dict[str, str], list[Diagnostic]]:
    """Which axis each parameter is given."""
    found, faults = match_arguments(call, function)
    for argument in found.values():
        if argument.axis not in domains:
            hint = did_you_mean(argument.axis, domains, f"its axes are: {', '.join(domains)}")
            faults.append(Diagnostic("bad-proof", argument.span, f"there is no axis {argument.axis!r} here", hint))
    return {parameter: argument.axis for parameter, argument in found.items()}, faults


def match_arguments(call: Call, function: Function) -> tuple[dict[str, Argument], list[Diagnostic]]:
    """The arguments of a call by the parameters they are for."""
    names = [parameter.name for parameter in function.parameters]
    parameters = f"its parameters are: {', '.join(names) or 'none'}"
    given: dict[str, Argument] = {}
    faults: list[Diagnostic] = []
    for at, argument in enumerate(call.arguments):
        if not argument.parameter and at >= len(names):
            takes = f"{function.name}() takes {len(names)} argument{'s' * (len(names) != 1)}, not {len(call.arguments)}"
            return given, [*faults, Diagnostic("bad-proof", argument.span, takes, parameters)]
        parameter = argument.parameter or names[at]
        if parameter not in names:
            message = f"{function.name}() has no parameter {parameter!r}"
            faults.append(Diagnostic("bad-proof", argument.span, message, did_you_mean(parameter, names, parameters)))
        elif parameter in given:
            message = f"{parameter!r} of {function.name}() is given twice"
            faults.append(Diagnostic("bad-proof", argument.span, message, parameters))
        else:
            given[parameter] = argument
    return given, faults


def _unfilled(call: Call, function: Function, given: Mapping[str, str], code: RulesCode) -> list[Diagnostic]:
    """A parameter left to its default would not be proved over its values."""
    missing = [parameter.name for parameter in function.parameters if parameter.name not in given]
    if not missing or len(call.arguments) > len(function.parameters):
        return []
    label = Label(code.place(function), "defined here")
    message = f"{function.name}() also takes {', '.join(missing)}, which this proof does not give"
    return [Diagnostic("bad-proof", call.span, message, "name the axis for each parameter", (label,))]


def _ignored(call: Call, given: Mapping[str, str], domains: Mapping[str, Domain]) -> list[Diagnostic]:
    """An axis the code is never told could not make a difference to it."""
    ignored = [axis for axis in domains if axis not in given.values()]
    if not ignored:
        return []
    message = f"the printed values depend on {', '.join(ignored)}, but {call.function}() does not take it"
    return [
        Diagnostic("ignored-axis", call.span, message, "add a parameter for it, or leave it out of what is printed")
    ]


def _values_differ(
    call: Call, function: Function, parameter: Parameter, axis: str, domain: Domain, code: RulesCode
) -> Iterator[Diagnostic]:
    """The values of the code's type and of the domain must be the same, or one side goes unproved."""
    label = (Label(code.place(function), f"{function.name}() is defined here"),)
    annotation, about = parameter.annotation, f"{domain.id}: {parameter.name} of {function.name}()"
    if annotation.kind == "other":
        type_ = annotation.text or "missing"
        message = f"the values of {parameter.name!r} of {function.name}() cannot be listed: its type is {type_}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        yield Diagnostic("unprovable-parameter", call.span, message, hint, label, about=about)
    elif odd := _kinds_differ(function, parameter, axis, domain):
        yield Diagnostic("domain-differs", call.span, *odd, label, about=about)
    elif annotation.kind not in ("int", "float"):
        yield from _members_differ(parameter, domain, label, about)
    elif not domain.proof_keys():
        message = f"{axis!r} has no end, so the proof cannot try every value"
        hint = f"limit the proof: under domains, give {domain.id!r} proved: 0..20"
        yield Diagnostic("endless-domain", domain.span, message, hint, about=domain.id)


def _kinds_differ(function: Function, parameter: Parameter, axis: str, domain: Domain) -> tuple[str, str] | None:
    """Message and hint where one side is a number, a choice of names or a yes or no, and the other is not."""
    kind, name = parameter.annotation.kind, f"{parameter.name!r} of {function.name}()"
    if domain.boolean and kind != "bool":
        return f"{axis!r} is yes or no, but {name} is not a bool", f"write {parameter.name}: bool"
    if kind == "bool" and not domain.boolean:
        hint = f"name the values of {domain.id!r} yes and no, or give the parameter an enum of its names"
        return f"{name} is a bool, but {axis!r} is not a choice of yes and no", hint
    if domain.sets and kind != "set":
        message = f"{axis!r} is a set of names, but {name} is not a set"
        return message, f"write {parameter.name}: frozenset[…], of an enum"
    if kind == "set" and not domain.sets:
        hint = f"give the parameter another type, or declare {domain.id!r} with sets: […]"
        return f"{name} is a set, but {axis!r} is not", hint
    if kind == "enum" and not domain.enumeration:
        return f"{name} is a choice of names, but {axis!r} is a number", "give the parameter the type int"
    if domain.step is not None and kind != "float":
        return f"{axis!r} is a measure, but {name} is not a float", f"write {parameter.name}: float"
    if kind in ("int", "float") and domain.enumeration:
        return f"{name} is a number, but {axis!r} is a choice of names", "give the parameter an enum of these names"
    if kind not in ("int", "float", "set") and domain.proof_keys().size > MOST_LISTED:
        return f"{axis!r} has far more values than the type of {name}", "give the parameter the type int"
    return None


def _members_differ(parameter: Parameter, domain: Domain, label: tuple[Label, ...], about: str) -> Iterator[Diagnostic]:
    """A value that only the code, or only the domain, knows."""
    known = set(parameter.annotation.values)
    declared: set[Value] = {*domain.ids} if domain.sets else {domain.plain(key) for key in domain.proof_keys()}
    if surplus := known - declared:
        which = f"which the domain {domain.id!r} does not have"
        message = f"the code knows {_listed(surplus)} for {parameter.name!r}, {which}"
        hint = _one_for_another(surplus, declared - known) or "add it to the domain, or remove it from the code"
        yield Diagnostic("domain-differs", domain.span, message, hint, label, about=f"{about}, only in the code")
    if lacking := declared - known:
        which = f"which the code does not know for {parameter.name!r}"
        message = f"the domain {domain.id!r} has {_listed(lacking)}, {which}"
        hint = _one_for_another(lacking, known - declared) or "add it to the code, or remove it from the domain"
        yield Diagnostic("domain-differs", domain.span, message, hint, label, about=f"{about}, only in the domain")


def _one_for_another(values: set[Value], others: set[Value]) -> str:
    """Which value of the other side each value may be in another spelling."""
    pairs = ((str(value), nearest(str(value), map(str, others))) for value in values if isinstance(value, str))
    return ", ".join(f"is {value!r} meant to be {meant!r}?" for value, meant in sorted(pairs, key=str) if meant)


def _listed(values: set[Value]) -> str:
    return ", ".join(sorted(map(str, values)))
