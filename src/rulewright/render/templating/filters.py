"""The filters and tests of templates: those of Jinja that cannot make much of little, and a few of our own.

Left out are those that fill up with spaces, call formats or methods by name, or print objects: `attr`, `center`,
`format`, `indent`, `pprint`; and `random`, for a build makes the same of the same.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import sha256
from itertools import islice
from typing import Any, Protocol, cast

from jinja2 import Environment
from jinja2.filters import FILTERS, make_attrgetter
from jinja2.tests import TESTS as ALL_TESTS
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from rulewright.render.templating.limits import LONGEST_FILTERED, MOST_VALUES, TooMuchError, bounded, bounded_text

OF_TEXTS = tuple(
    (
        "abs capitalize e escape float forceescape int lower safe string striptags title trim truncate upper "
        "urlencode wordcount"
    ).split()
)
"""Filters of Jinja that take a text or a number."""
OF_VALUES = tuple(
    (
        "count d default dictsort first groupby items last length list map max min reject rejectattr reverse "
        "select selectattr sort unique"
    ).split()
)
"""Filters of Jinja that take any value."""
TESTS = {
    name: ALL_TESTS[name]
    for name in tuple(
        (
            "boolean defined divisibleby eq equalto even false float ge greaterthan gt in integer iterable le "
            "lessthan lower lt mapping ne none number odd sameas sequence string true undefined upper == != < <= "
            "> >="
        ).split()
    )
}

WIDEST_INDENT = 8

Filter = Callable[..., Any]


class Sandbox(Protocol):
    """What filters need of their environment."""

    def look_at_clock(self) -> None: ...
    def text(self, value: object) -> str: ...
    def number(self, value: object) -> str: ...
    def joined(self, values: Iterable[object], between: str = "") -> str: ...


def filters(sandbox: Sandbox) -> dict[str, Filter]:
    """All filters by their names."""
    own = _own(sandbox)
    texts = {name: _of_texts(FILTERS[name], sandbox) for name in OF_TEXTS}
    return own | texts | {name: _of_values(FILTERS[name], sandbox) for name in OF_VALUES}


def _of_texts(plain: Filter, sandbox: Sandbox) -> Filter:
    @wraps(plain)
    def within_bounds(*given: Any, **named: Any) -> Any:
        sandbox.look_at_clock()
        given = tuple(sandbox.text(each) if isinstance(each, str) else each for each in given)
        first, *more = given
        values = more if first is sandbox or hasattr(first, "autoescape") else given
        if any(len(sandbox.text(each)) > LONGEST_FILTERED for each in (*values, *named.values())):
            raise TooMuchError(f"it filters a text of more than {LONGEST_FILTERED:,} characters")
        return plain(*given, **named)

    return within_bounds


def _of_values(plain: Filter, sandbox: Sandbox) -> Filter:
    @wraps(plain)
    def within_bounds(*given: Any, **named: Any) -> Any:
        sandbox.look_at_clock()
        return plain(*given, **named)

    return within_bounds


def _own(sandbox: Sandbox) -> dict[str, Filter]:
    def join(values: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        sandbox.look_at_clock()
        values = map(make_attrgetter(cast(Environment, sandbox), attribute), values) if attribute else values
        return sandbox.joined(bounded(list(islice(values, MOST_VALUES + 1))), sandbox.text(between))

    def replace(text: Any, old: str, new: str) -> str:
        text, old, new = map(sandbox.text, (text, old, new))
        bounded_text(len(text) + text.count(old) * len(new))
        return str(text.replace(old, new))

    def tojson(value: Any, indent: int | None = None) -> Markup:
        indent = None if indent is None else min(int(indent), WIDEST_INDENT)
        return htmlsafe_json_dumps(value, separators=(",", ":"), ensure_ascii=False, indent=indent)

    def total(values: Iterable[float], attribute: str | None = None) -> float:
        """Of numbers alone: lists would grow long."""
        return sum(map(make_attrgetter(cast(Environment, sandbox), attribute), values) if attribute else values)

    def digest(text: str) -> str:
        """By which a Content-Security-Policy knows a style or script that stands in a page."""
        return f"sha256-{b64encode(sha256(sandbox.text(text).encode()).digest()).decode()}"

    return {
        "digest": digest,
        "join": join,
        "replace": replace,
        "sum": total,
        "thousands": sandbox.number,
        "tojson": tojson,
    }


def numbers_up_to(*given: int) -> range:
    """Python's `range`, within bounds."""
    numbers = range(*given)
    if len(numbers) > MOST_VALUES:
        raise TooMuchError(f"it counts through more than {MOST_VALUES:,} numbers")
    return numbers
