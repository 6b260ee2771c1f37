"""A counterexample for the author: an answer in words, and a test to paste."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf

from rulewright.proof.results import Value
from rulewright.proof.signatures import Enumeration, Function
from rulewright.wording import number


def value_text(value: object) -> str:
    """A result of the rules code in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return " and ".join(sorted(map(value_text, value))) or "none"
    if value == ():
        return "an empty list"
    if isinstance(value, tuple) and not all(isinstance(part, int) for part in value):
        return f"({', '.join(map(value_text, value))})"
    return number(value) if isinstance(value, (int, float, str, Fraction)) else repr(value)


def pytest_source(
    function: Function, arguments: Mapping[str, Value], expected: Value, *, unequal: bool = False, total: str = ""
) -> str:
    """A pytest module that passes once the function returns `expected` for these arguments, or `unequal` to it.

    Where the function returns pairs, `total` says how to join their first parts: `sum` or `prod`.
    """
    annotations = {parameter.name: parameter.annotation for parameter in function.parameters}
    passed = ", ".join(f"{name}={_python_source(value, annotations[name].enums)}" for name, value in arguments.items())
    source = _python_source(expected, function.returns.enums)
    if isinstance(expected, tuple) and function.returns.text.startswith("list"):
        source = f"[{source[1:-1].removesuffix(',')}]"
    comparison = "is" if expected is None or isinstance(expected, bool) else "!=" if unequal else "=="
    used = {function.name, *_enums_used(function, arguments, expected)}
    lines = [
        f"from rules import {', '.join(sorted(used))}",
        "\n",
        f"def test_{function.name}():",
        f"    assert {_apply_total(f'{function.name}({passed})', total)} {comparison} {source}",
    ]
    imports = list(_standard_imports([*arguments.values(), expected, *([inf] if total == "prod" else [])]))
    return "\n".join([*sorted(imports, reverse=True), *[""][: len(imports)], *lines]) + "\n"


def _apply_total(call: str, total: str) -> str:
    if not total:
        return call
    return f"{'math.' if total == 'prod' else ''}{total}(value for value, _ in {call})"


def _python_source(value: Value, enums: Sequence[Enumeration]) -> str:
    """The value as Python source, an enum member by its name."""
    if member := _member(value, enums):
        return member
    match value:
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case float() if value in (inf, -inf):
            return "math.inf" if value > 0 else "-math.inf"
        case tuple():
            return f"({', '.join(_python_source(part, enums) for part in value)}{',' * (len(value) == 1)})"
        case frozenset():
            parts = sorted(_python_source(part, enums) for part in value)
            return f"frozenset({{{', '.join(parts)}}})" if parts else "frozenset()"
    return repr(value)


def _member(value: Value, enums: Sequence[Enumeration]) -> str:
    """`Light.DAY`; empty where no enum, or more than one, has the value."""
    members = [
        f"{enum.name}.{name}" if name.isidentifier() else f"{enum.name}[{name!r}]"
        for enum in enums
        for own, name in enum.members
        if type(own) is type(value) and own == value
    ]
    return members[0] if len(members) == 1 else ""


def _enums_used(function: Function, arguments: Mapping[str, Value], expected: Value) -> Iterator[str]:
    annotations = {parameter.name: parameter.annotation for parameter in function.parameters}
    for value, annotation in [
        *((arguments[name], annotations[name]) for name in arguments),
        (expected, function.returns),
    ]:
        for part in _parts(value):
            if member := _member(part, annotation.enums):
                yield member.partition("[")[0].partition(".")[0]


def _parts(value: Value) -> Iterator[Value]:
    yield value
    if isinstance(value, (tuple, frozenset)):
        for part in value:
            yield from _parts(part)


def _standard_imports(values: Sequence[Value]) -> Iterator[str]:
    parts = [part for value in values for part in _parts(value)]
    if any(isinstance(part, float) and part in (inf, -inf) for part in parts):
        yield "import math"
    if any(isinstance(part, Fraction) for part in parts):
        yield "from fractions import Fraction"
