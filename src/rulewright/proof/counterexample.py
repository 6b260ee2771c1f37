"""A counterexample as a test that the author can paste."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf

from rulewright.proof.results import Value
from rulewright.proof.signatures import Enumeration, Function


def pytest_source(
    function: Function, arguments: Mapping[str, Value], expected: Value, *, unequal: bool = False, total: str = ""
) -> str:
    """A pytest module that passes once the function returns `expected` for these arguments, or `unequal` to it.

    With `total`, which is `sum` or `prod`, it is that of the first of each pair that the function returns.
    """
    notes = {parameter.name: parameter.annotation for parameter in function.parameters}
    given = ", ".join(f"{name}={_written(value, notes[name].enums)}" for name, value in arguments.items())
    wanted = _written(expected, function.returns.enums)
    if isinstance(expected, tuple) and function.returns.text.startswith("list"):
        wanted = f"[{wanted[1:-1].removesuffix(',')}]"
    compare = "is" if expected is None or isinstance(expected, bool) else "!=" if unequal else "=="
    used = {function.name, *_enums_used(function, arguments, expected)}
    test = [
        f"from rules import {', '.join(sorted(used))}",
        "\n",
        f"def test_{function.name}():",
        f"    assert {_totalled(f'{function.name}({given})', total)} {compare} {wanted}",
    ]
    standard = list(_standard_imports([*arguments.values(), expected, *([inf] if total == "prod" else [])]))
    return "\n".join([*sorted(standard, reverse=True), *[""][: len(standard)], *test]) + "\n"


def _totalled(call: str, total: str) -> str:
    if not total:
        return call
    return f"{'math.' if total == 'prod' else ''}{total}(value for value, _ in {call})"


def _written(value: Value, enums: Sequence[Enumeration]) -> str:
    """As Python source, an enum member by its name."""
    if member := _member(value, enums):
        return member
    match value:
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case float() if value in (inf, -inf):
            return "math.inf" if value > 0 else "-math.inf"
        case tuple():
            return f"({', '.join(_written(part, enums) for part in value)}{',' * (len(value) == 1)})"
        case frozenset():
            parts = sorted(_written(part, enums) for part in value)
            return f"frozenset({{{', '.join(parts)}}})" if parts else "frozenset()"
    return repr(value)


def _member(value: Value, enums: Sequence[Enumeration]) -> str:
    """`Light.DAY`; empty where no enum, or more than one, has the value."""
    found = [
        f"{enum.name}.{name}" if name.isidentifier() else f"{enum.name}[{name!r}]"
        for enum in enums
        for own, name in enum.members
        if type(own) is type(value) and own == value
    ]
    return found[0] if len(found) == 1 else ""


def _enums_used(function: Function, arguments: Mapping[str, Value], expected: Value) -> Iterator[str]:
    notes = {parameter.name: parameter.annotation for parameter in function.parameters}
    for value, note in [
        *((arguments[name], notes[name]) for name in arguments),
        (expected, function.returns),
    ]:
        for part in _parts(value):
            if member := _member(part, note.enums):
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
