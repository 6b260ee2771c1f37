"""The sandbox of all templates: this module lists everything that they can read, call and calculate with.

A template reads the public fields and properties of our own dataclasses, such as entries, and no attribute of any other
object: texts, lists and dictionaries have filters instead of methods. What is made of a field, such as HTML of a text,
a filter of the page makes. So a template cannot get from a value to Python.
"""

import operator
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import is_dataclass
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from functools import wraps
from hashlib import sha256
from itertools import islice
from types import CodeType, MethodType
from typing import Any, cast

from jinja2 import StrictUndefined, TemplateRuntimeError, TemplateSyntaxError, Undefined
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS, make_attrgetter
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS as ALL_TESTS
from jinja2.utils import Namespace, htmlsafe_json_dumps
from markupsafe import Markup, escape

from rulewright.base.messages.catalogues import ENGLISH, Catalogue, translated
from rulewright.base.messages.messages import all_of
from rulewright.entries.web_look import page_colour
from rulewright.html.templating.limits import (
    LARGEST_NUMBER,
    LONG_TEXT,
    LONGEST_FILTERED,
    MOST_VALUES,
    PER_STEP,
    Meter,
    MeteredCode,
    TooMuchError,
    bounded,
    bounded_text,
    concat,
)

# The filters and tests of templates

OF_TEXTS = (
    "abs capitalize e escape float forceescape int lower safe string striptags title trim truncate upper "
    "urlencode wordcount"
).split()
"""Jinja's own filters that take a text or a number."""
OF_VALUES = (
    "count d default dictsort first groupby items last length list map max min reject rejectattr reverse "
    "select selectattr sort unique"
).split()
"""Jinja's own filters that take any value."""
TESTS = {
    name: ALL_TESTS[name]
    for name in (
        "boolean defined divisibleby eq equalto even false float ge greaterthan gt in integer iterable le "
        "lessthan lower lt mapping ne none number odd sameas sequence string true undefined upper == != < <= > >="
    ).split()
}
OF_PAGES = (
    "about address_of_edit anchors block bullets cited class_name contents corrected corrections data day "
    "definitions example examples exceptions excerpt figures graded history href inline later link mark name numbered "
    "opened origin_of plain printed procedure procedures questions quiet rule_of rulings slug source tables target "
    "tried worth"
).split()
"""Filters that each kind of page brings itself, because they need its book: `rendered` takes those that it has."""
WIDEST_INDENT = 8

Filter = Callable[..., Any]
PageFilters = dict[str, Filter]
page_filters: ContextVar[PageFilters] = ContextVar("page_filters")
"""The filters of the page that is being rendered."""


def filters(sandbox: "Sandbox") -> dict[str, Filter]:
    """Return all filters by name."""

    def bounded_filter(plain: Filter, *, of_texts: bool) -> Filter:
        @wraps(plain)
        def within_bounds(*values: Any, **named: Any) -> Any:
            sandbox.look_at_clock()
            if of_texts:
                values = tuple(sandbox.text(each) if isinstance(each, str) else each for each in values)
                filtered = values[1:] if values[0] is sandbox or hasattr(values[0], "autoescape") else values
                if any(len(sandbox.text(each)) > LONGEST_FILTERED for each in (*filtered, *named.values())):
                    raise TooMuchError(f"it filters a text of more than {LONGEST_FILTERED:,} characters")
            return plain(*values, **named)

        return within_bounds

    def of_page(name: str) -> Filter:
        def filtered(*values: Any) -> Any:
            sandbox.look_at_clock()
            if name not in page_filters.get():
                raise TemplateRuntimeError(f"this page has no filter {name!r}")
            return page_filters.get()[name](*values)

        return filtered

    texts = {name: bounded_filter(FILTERS[name], of_texts=True) for name in OF_TEXTS}
    texts |= {name: of_page(name) for name in OF_PAGES}
    return _own_filters(sandbox) | texts | {name: bounded_filter(FILTERS[name], of_texts=False) for name in OF_VALUES}


def _own_filters(sandbox: "Sandbox") -> dict[str, Filter]:
    def join(values: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        sandbox.look_at_clock()
        values = map(make_attrgetter(sandbox, attribute), values) if attribute else values
        return sandbox.joined(bounded(list(islice(values, MOST_VALUES + 1))), sandbox.text(between))

    def replace(text: Any, old: str, new: str) -> str:
        text, old, new = map(sandbox.text, (text, old, new))
        bounded_text(len(text) + text.count(old) * len(new))
        return str(text.replace(old, new))

    def tojson(value: Any, indent: int | None = None) -> Markup:
        indent = None if indent is None else min(int(indent), WIDEST_INDENT)
        return htmlsafe_json_dumps(value, separators=(",", ":"), ensure_ascii=False, indent=indent)

    def total(values: Iterable[float], attribute: str | None = None) -> float:
        """Add numbers. Unlike Python's `sum`, refuse lists, because their sum could grow without limit."""
        return sum(map(make_attrgetter(sandbox, attribute), values) if attribute else values)

    def digest(text: str) -> str:
        """Return the digest that a Content-Security-Policy uses to allow an inline style or script."""
        return f"sha256-{b64encode(sha256(sandbox.text(text).encode()).digest()).decode()}"

    return {
        "digest": digest,
        "join": join,
        "replace": replace,
        "sum": total,
        "thousands": sandbox.number,
        "tojson": tojson,
    }


def numbers_up_to(*ends: int) -> range:
    """Python's `range` with a limit on its length."""
    numbers = range(*ends)
    if len(numbers) > MOST_VALUES:
        raise TooMuchError(f"it counts through more than {MOST_VALUES:,} numbers")
    return numbers


PROPERTIES = ("property", "cached_property")
OURS = "rulewright."
"""The modules whose dataclasses are views."""
LOOP = "depth depth0 first index index0 last length nextitem previtem revindex revindex0".split()
LOOP_CALLS = (LoopContext.changed, LoopContext.cycle)
BY_TYPE: Mapping[type, tuple[str, ...]] = {
    LoopContext: (*LOOP, *(call.__name__ for call in LOOP_CALLS)),
    BlockReference: ("super",),
}
"""The attributes that templates may read of Jinja's own values."""
CALLED = (Macro, BlockReference, LoopContext, Undefined)
PRINTED = (str, int, float, Decimal, date, type(None), Undefined)
"""Types that templates may print, besides our own types with `__str__`."""
HOLE = re.compile(r"%\((\w+)\)s|%%")
"""The place of a value in a translated text (`%(name)s`), or an escaped percent sign."""
ARITHMETIC = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


class Readable(dict[type, frozenset[str]]):
    """The names of the attributes that templates may read, by type of the value. Filled on demand."""

    def __missing__(self, kind: type) -> frozenset[str]:
        names: Iterable[str] = BY_TYPE.get(kind, ())
        if kind not in BY_TYPE and kind.__module__.startswith(OURS):
            if issubclass(kind, Enum):
                names = ("name", "value")
            elif is_dataclass(kind):
                members = (member for each in kind.__mro__ for member in vars(each).items())
                properties = (name for name, value in members if type(value).__name__ in PROPERTIES)
                names = (*kind.__dataclass_fields__, *properties)
        self[kind] = readable = frozenset(name for name in names if not name.startswith("_"))
        return readable


class Printable(dict[type, bool]):
    """Whether templates may print values of each type. Filled on demand."""

    def __missing__(self, kind: type) -> bool:
        own = any("__str__" in vars(each) for each in kind.__mro__ if each.__module__.startswith(OURS))
        self[kind] = prints = own or issubclass(kind, PRINTED)
        return prints


class Sandbox(Meter, ImmutableSandboxedEnvironment):
    """The environment of all templates in one language: those of the tool and those of projects.

    Jinja's i18n extension translates the words of templates. Messages from Python are translated when printed.
    """

    code_generator_class = MeteredCode
    concat = staticmethod(concat)
    bounded = staticmethod(bounded)
    intercepted_binops = frozenset({*ARITHMETIC, "**"})

    def __init__(self, words: Catalogue = ENGLISH, **options: Any) -> None:
        options |= {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True, "extensions": ["jinja2.ext.i18n"]}
        super().__init__(undefined=StrictUndefined, **options)
        self.policies["ext.i18n.trimmed"] = self.newstyle_gettext = True
        self.words = words
        self.readable, self.printable = Readable(), Printable()
        self.filters, self.tests = filters(self), TESTS
        self.functions = {"range": numbers_up_to, "namespace": Namespace, "page_colour": page_colour}
        words_of = {"_": self.gettext, "gettext": self.gettext, "ngettext": self.ngettext}
        self.globals = {**self.functions, **words_of}
        self.state = 0
        self.begin()

    def of_state(self, number: int) -> None:
        """Drop all cached templates if the template files have changed: `number` is then another one."""
        if number != self.state:
            self.state = number
            if self.cache is not None:
                self.cache.clear()

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any, **named: Any) -> CodeType:  # type: ignore[override]
        """Compile a template; report code that Python cannot compile as a syntax error of the template."""
        try:
            return cast(CodeType, super().compile(source, name, filename, *more, **named))
        except TemplateSyntaxError:
            raise
        except (RecursionError, MemoryError, SyntaxError, ValueError):
            raise TemplateSyntaxError("it is nested too deeply", 1, name, filename) from None

    def getattr(self, obj: Any, attribute: str) -> Any:
        if attribute in self.readable[type(obj)]:
            return getattr(obj, attribute)
        if isinstance(obj, Undefined):
            obj._fail_with_undefined_error()
        if attribute.startswith("_"):
            return self._undefined(obj, attribute)
        if isinstance(obj, (Mapping, TemplateReference)):
            return self._item(obj, attribute)
        if isinstance(obj, (TemplateModule, Namespace)) and hasattr(obj, attribute):
            return getattr(obj, attribute)
        return self._undefined(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        try:
            return obj[argument]
        except (TypeError, LookupError):
            return self.getattr(obj, argument) if isinstance(argument, str) else self._undefined(obj, argument)

    def _item(self, obj: Any, name: str) -> Any:
        try:
            return obj[name]
        except KeyError:
            return self._undefined(obj, name)

    def _undefined(self, obj: Any, name: Any) -> Undefined:
        """Return a value that raises an error with a hint as soon as the template uses it."""
        kind = type(obj)
        if near := get_close_matches(str(name), self.readable[kind], 1):
            hint = f"{kind.__name__} has no {name!r}; did you mean {near[0]!r}?"
        elif isinstance(obj, (str, list, tuple, Mapping)) and isinstance(name, str):
            noun = "text" if isinstance(obj, str) else kind.__name__
            hint = f"a {noun} has no {name!r} in a template; try a filter"
        else:
            hint = f"{kind.__name__} has no {name!r} for templates"
        return self.undefined(hint, obj, name)

    def call(self, context: Context, function: Any, *values: Any, **named: Any) -> Any:
        """Call a macro, a block, a loop or one of the few functions of templates; refuse anything else."""
        if type(function) is MethodType and function.__func__ in OPEN:
            return function(*values, **named)
        if type(function) is not Macro and not isinstance(function, CALLED) and not self._is_function(function):
            raise SecurityError(f"a template may call only macros, blocks, loops, {all_of(self.functions)}")
        return context.call(function, *values, **named)

    def _is_function(self, function: Any) -> bool:
        function = function.__func__ if isinstance(function, MethodType) else function
        return any(function is each for each in (*self.functions.values(), *LOOP_CALLS))

    def gettext(self, text: str, /, **values: object) -> Markup:
        """Translate words of a template and insert the escaped values."""
        return self._filled(self.words.gettext(self.text(text)), values)

    def ngettext(self, one: str, many: str, number: int, /, **values: object) -> Markup:
        """Translate words of a template in the form for `number`, and insert the escaped values."""
        return self._filled(self.words.ngettext(self.text(one), self.text(many), int(number)), values)

    def _filled(self, text: str, values: Mapping[str, object]) -> Markup:
        def value(match: re.Match[str]) -> str:
            return self.shown(values[match[1]]) if match[1] else "%"

        return Markup(HOLE.sub(value, text))  # noqa: S704 - the words are ours, and the values escaped

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        """Calculate with numbers up to LARGEST_NUMBER, or concatenate texts or lists."""
        for each in (left, right):
            if isinstance(each, Undefined):
                each._fail_with_undefined_error()
        if operator == "+" and isinstance(left, str) and isinstance(right, str):
            return self.joined((left, right))
        if operator == "+" and isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
            return bounded([*left, *right])
        if operator not in ARITHMETIC or not all(isinstance(each, (int, float, Decimal)) for each in (left, right)):
            raise TypeError(f"a template cannot compute {type(left).__name__} {operator} {type(right).__name__}")
        if max(abs(left), abs(right)) > LARGEST_NUMBER:
            raise TooMuchError("it computes with a number that is too large")
        return ARITHMETIC[operator](left, right)

    def text(self, value: object) -> str:
        """Return a value as printed text. TypeError for objects and lists: a template must choose what to print."""
        if isinstance(value, str):
            return translated(value, self.words)
        if not self.printable[type(value)]:
            raise TypeError(f"a template prints texts and numbers, not a {type(value).__name__}")
        return str(value)

    def number(self, value: object) -> str:
        """Return a number with separators between thousands, as the language writes them."""
        return f"{value:,}".translate(self.words.signs)

    def shown(self, value: object) -> str:
        """Return a value as printed text, escaped unless it is Markup."""
        text = value if type(value) is str or type(value) is Markup else self.text(value)
        if len(text) > LONG_TEXT:
            self.spend(len(text) // PER_STEP)
        return text if type(text) is Markup else escape(text)

    def joined(self, values: Iterable[object], between: str = "") -> str:
        """Join texts. If any of them is Markup, the others are escaped."""
        texts = [self.text(each) for each in values]
        bounded_text(sum(map(len, texts)) + len(between) * len(texts))
        if any(isinstance(each, Markup) for each in (between, *texts)):
            return escape(between).join(texts)
        return between.join(texts)


OPEN = (Sandbox.gettext, Sandbox.ngettext)
"""The methods of the sandbox that templates may call."""
