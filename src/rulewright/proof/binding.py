"""Binds the call of a proof to its function: every parameter has an axis, and both sides know the same values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod

from rulewright.findings import Finding, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.table import Argument, Call
from rulewright.proof.domain_differences import domain_differences
from rulewright.proof.results import Value
from rulewright.proof.searching import limited
from rulewright.proof.signatures import Function, Parameter


@dataclass(frozen=True, slots=True)
class Binding:
    """A call ready for evaluation: the axis of each parameter, in the order of the function's parameters."""

    call: Call
    function: Function
    axes: tuple[tuple[str, str, Domain], ...]
    """(parameter, axis, domain)"""

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(axis for _, axis, _ in self.axes)

    @property
    def size(self) -> int | float:
        """How many combinations there are, without listing them."""
        return prod(domain.proof_keys().size for _, _, domain in self.axes)

    @property
    def values(self) -> int | float:
        """How many values the axes have together."""
        return sum(domain.proof_keys().size for _, _, domain in self.axes)

    def limited(self, part: Mapping[str, KeySet]) -> "Binding":
        """The same call for a part of its domains."""
        axes = ((name, axis, limited(domain, part.get(axis))) for name, axis, domain in self.axes)
        return replace(self, axes=tuple(axes))

    def ranges(self) -> list[tuple[str, list[Value]]]:
        """The values of each parameter as rules code sees them."""
        return [(parameter, [domain.plain(key) for key in domain.proof_keys()]) for parameter, _, domain in self.axes]

    def arguments(self, keys: Mapping[str, int]) -> dict[str, Value]:
        """One combination as the arguments of a call."""
        return {parameter: domain.plain(keys[axis]) for parameter, axis, domain in self.axes}


@dataclass(frozen=True, slots=True)
class RulesCode:
    """The functions of the rules code, and their file."""

    functions: Mapping[str, Function]
    file: str

    def place(self, function: Function) -> Span:
        return Span(self.file, function.line, 1)


def bind(call: Call, domains: Mapping[str, Domain], code: RulesCode) -> Binding | list[Finding]:
    """The binding of a call whose axes are `domains`, or what is wrong with it."""
    function = find_function(call, code)
    if isinstance(function, Finding):
        return [function]
    axis_of, faults = _arguments(call, function, domains)
    if faults:
        return faults  # missing arguments would only repeat them
    faults += _missing_arguments(call, function, axis_of, code) or _ignored_axes(call, axis_of, domains)
    axes = [(parameter, axis, domains[axis]) for parameter, axis in _in_order(function, axis_of) if axis in domains]
    label = Label(code.place(function), f"{function.name}() is defined here")
    for parameter, axis, domain in axes:
        faults += domain_differences(call, function, _parameter(function, parameter), axis, domain, label)
    return faults or Binding(call, function, tuple(axes))


def find_function(call: Call, code: RulesCode) -> Function | Finding:
    """The function of a call, or the finding that there is none."""
    function = code.functions.get(call.function)
    if function is not None:
        return function
    known = ", ".join(code.functions) or "none"
    hint = did_you_mean(
        call.function, code.functions, f"its functions are: {known}; 'rulewright stubs' adds the others"
    )
    span = Span(call.span.file, call.span.line, call.span.column, len(call.function))
    return Finding(
        "unknown-function",
        span,
        f"{code.file} has no function {call.function}()",
        hint,
    )


def _parameter(function: Function, name: str) -> Parameter:
    return next(parameter for parameter in function.parameters if parameter.name == name)


def _in_order(function: Function, axis_of: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((parameter.name, axis_of[parameter.name]) for parameter in function.parameters if parameter.name in axis_of)


def _arguments(call: Call, function: Function, domains: Mapping[str, Domain]) -> tuple[dict[str, str], list[Finding]]:
    """The axis of each parameter."""
    arguments, faults = match_arguments(call, function)
    for argument in arguments.values():
        if argument.axis not in domains:
            hint = did_you_mean(argument.axis, domains, f"its axes are: {', '.join(domains)}")
            faults.append(Finding("bad-proof", argument.span, f"there is no axis {argument.axis!r} here", hint))
    return {parameter: argument.axis for parameter, argument in arguments.items()}, faults


def match_arguments(call: Call, function: Function) -> tuple[dict[str, Argument], list[Finding]]:
    """The arguments of a call by their parameters."""
    names = [parameter.name for parameter in function.parameters]
    parameters = f"its parameters are: {', '.join(names) or 'none'}"
    arguments: dict[str, Argument] = {}
    faults: list[Finding] = []
    for position, argument in enumerate(call.arguments):
        if not argument.parameter and position >= len(names):
            message = (
                "{function}() takes {n} argument, not {given}"
                if len(names) == 1
                else "{function}() takes {n} arguments, not {given}"
            ).format(n=len(names), function=function.name, given=len(call.arguments))
            return arguments, [*faults, Finding("bad-proof", argument.span, message, parameters)]
        parameter = argument.parameter or names[position]
        if parameter not in names:
            message = f"{function.name}() has no parameter {parameter!r}"
            faults.append(Finding("bad-proof", argument.span, message, did_you_mean(parameter, names, parameters)))
        elif parameter in arguments:
            message = f"{parameter!r} of {function.name}() is given twice"
            faults.append(Finding("bad-proof", argument.span, message, parameters))
        else:
            arguments[parameter] = argument
    return arguments, faults


def _missing_arguments(call: Call, function: Function, axis_of: Mapping[str, str], code: RulesCode) -> list[Finding]:
    """A parameter at its default would go unproved for its other values."""
    missing = [parameter.name for parameter in function.parameters if parameter.name not in axis_of]
    if not missing or len(call.arguments) > len(function.parameters):
        return []
    label = Label(code.place(function), "defined here")
    message = f"{function.name}() also takes {', '.join(missing)}, which this proof does not give"
    return [Finding("bad-proof", call.span, message, "name the axis for each parameter", (label,))]


def _ignored_axes(call: Call, axis_of: Mapping[str, str], domains: Mapping[str, Domain]) -> list[Finding]:
    """The code cannot agree about an axis that it does not take."""
    ignored = [axis for axis in domains if axis not in axis_of.values()]
    if not ignored:
        return []
    message = f"the printed values depend on {', '.join(ignored)}, but {call.function}() does not take it"
    return [Finding("ignored-axis", call.span, message, "add a parameter for it, or leave it out of what is printed")]
