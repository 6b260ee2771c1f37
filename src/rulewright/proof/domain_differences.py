"""The type of a parameter and the domain of its axis must have the same values, or one side goes unproved."""

from collections.abc import Iterator

from rulewright.findings import Finding, Label
from rulewright.model.domain import Domain
from rulewright.model.names import nearest
from rulewright.model.table import Call
from rulewright.proof.results import Value
from rulewright.proof.signatures import Function, Parameter
from rulewright.translation.messages import joined

MAX_VALUES = 10_000
"""Values of a domain that may be compared one by one with those of a Literal."""


def domain_differences(
    call: Call, function: Function, parameter: Parameter, axis: str, domain: Domain, label: Label
) -> Iterator[Finding]:
    """What is wrong between the type of a parameter and the domain of its axis; `label` points at the function."""
    labels = (label,)
    annotation, about = parameter.annotation, f"{domain.id}: {parameter.name} of {function.name}()"
    if annotation.kind == "other":
        type_ = annotation.text or "not given"
        message = f"the values of {parameter.name!r} of {function.name}() cannot be listed: its type is {type_}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        yield Finding("unprovable-parameter", call.span, message, hint, labels, about=about)
    elif mismatch := _kinds_differ(function, parameter, axis, domain):
        yield Finding("domain-differs", call.span, *mismatch, labels, about=about)
    elif annotation.kind not in ("int", "float"):
        yield from _members_differ(parameter, domain, labels, about)
    elif not domain.proof_keys():
        message = f"{axis!r} has no end, so the proof cannot try every value"
        hint = f"limit the proof: under domains, give {domain.id!r} test-range: 0..20"
        yield Finding("endless-domain", domain.span, message, hint, about=domain.id)


def _kinds_differ(function: Function, parameter: Parameter, axis: str, domain: Domain) -> tuple[str, str] | None:
    """Message and hint where the two sides are of different kinds: a number, a choice of names, yes or no, a set."""
    kind, name = (
        parameter.annotation.kind,
        f"{parameter.name!r} of {function.name}()",
    )
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


def _members_differ(parameter: Parameter, domain: Domain, labels: tuple[Label, ...], about: str) -> Iterator[Finding]:
    """Values that only the code, or only the domain, knows."""
    code_values = set(parameter.annotation.values)
    domain_values: set[Value] = {*domain.ids} if domain.sets else {domain.plain(key) for key in domain.proof_keys()}
    if extra := code_values - domain_values:
        message = f"the code knows {_list(extra)} for {parameter.name!r}, which the domain {domain.id!r} does not have"
        other = "add it to the domain, or remove it from the code; 'rulewright stubs' removes what nothing uses"
        hint = _likely_spellings(extra, domain_values - code_values) or other
        yield Finding("domain-differs", domain.span, message, hint, labels, about=f"{about}, only in the code")
    if missing := domain_values - code_values:
        message = f"the domain {domain.id!r} has {_list(missing)}, which the code does not know for {parameter.name!r}"
        other = "add it to the code, as 'rulewright stubs' does for enums, or remove it from the domain"
        hint = _likely_spellings(missing, code_values - domain_values) or other
        yield Finding("domain-differs", domain.span, message, hint, labels, about=f"{about}, only in the domain")


def _likely_spellings(values: set[Value], candidates: set[Value]) -> str:
    """For each value, the value of the other side that may be the same word in another spelling."""
    pairs = ((str(value), nearest(str(value), map(str, candidates))) for value in values if isinstance(value, str))
    return joined(f"is {value!r} meant to be {meant!r}?" for value, meant in sorted(pairs, key=str) if meant)


def _list(values: set[Value]) -> str:
    return ", ".join(sorted(map(str, values)))
