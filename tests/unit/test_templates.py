"""What a project's own template may do, and what becomes of one that does more."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from rulewright.html.environment import asset, rendered
from rulewright.html.templating import limits
from rulewright.html.templating.template_errors import BrokenTemplateError

Template = Callable[..., str]


class Cover(Enum):
    OPEN = "open"


@dataclass(frozen=True)
class View:
    """A view as ours are: a dataclass of the tool's own modules."""

    title: str = "A & B"
    cover: Cover = Cover.OPEN
    path: Path = Path("/etc")
    _secret: str = "hidden"

    @property
    def upper(self) -> str:
        return self.title.upper()

    def method(self) -> str:
        return "called"


for kind in (View, Cover):
    kind.__module__ = "rulewright.outputs.views_of_this_test"


@pytest.fixture
def template(tmp_path: Path) -> Template:
    """What the project's own template makes of a view and other values."""

    def made(text: str, **values: Any) -> str:
        file = tmp_path / "templates/own.html.j2"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        os.utime(file, ns=(0, time.monotonic_ns()))
        return rendered(tmp_path, "own.html.j2", "en", **{"view": View(), "numbers": (1, 2, 3), **values})

    return made


@pytest.fixture
def refused(template: Template) -> Callable[..., str]:
    """Why a template cannot be used, and where."""

    def reason(text: str, **values: Any) -> str:
        with pytest.raises(BrokenTemplateError) as caught:
            template(text, **values)
        finding = caught.value.finding
        assert finding.name == "template-error"
        return f"{finding.span}: {finding.message.removeprefix('the template cannot be used: ')}"

    return reason


# What templates may do


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{{ view.title }}", "A &amp; B"),
        ("{{ view.upper }}", "A &amp; B"),
        ("{{ view['title'] }}", "A &amp; B"),
        ("{{ view.cover.value }}", "open"),
        ("{{ numbers[0] + 2 * 3 }}", "7"),
        ("{{ numbers[1:] | join(', ') }}", "2, 3"),
        ("{{ 'a' ~ 1 ~ view.title }}", "a1A &amp; B"),
        ("{{ 'a' + '<' }}", "a&lt;"),
        ("{% for n in range(3) %}{{ loop.cycle('a', 'b') }}{{ ', ' if not loop.last }}{% endfor %}", "a, b, a"),
        ("{% for n in [[1], [2]] recursive %}{{ loop(n) if n is iterable else n }}{% endfor %}", "12"),
        (
            "{% macro twice(x) %}{{ x }}{{ x }}{{ caller() }}{% endmacro %}{% call twice('<') %}!{% endcall %}",
            "&lt;&lt;!",
        ),
        ("{% set ns = namespace(n=0) %}{% for n in numbers %}{% set ns.n = ns.n + n %}{% endfor %}{{ ns.n }}", "6"),
        ("{% set x = {'a': 1} %}{{ x.a }}{% for name, n in x | items %}{{ name }}{{ n }}{% endfor %}", "1a1"),
        ("{{ numbers | map('string') | select('ne', '2') | join }}", "13"),
        ("{{ ['b', 'a'] | sort | join }}{{ numbers | sum }}{{ 1234 | thousands }}", "ab61,234"),
        ("{{ 'a b' | replace(' ', '-') | upper }}", "A-B"),
        ("{% block one %}1{% endblock %}{{ self.one() }}", "11"),
        ("{{ missing | default('none') }}{{ view.nothing is defined }}", "noneFalse"),
        ("{{ markup }}{{ markup ~ '<' }}", "<b><b>&lt;"),
        ("{{ [1, 'a'] | tojson }}", '[1,"a"]'),
    ],
)
def test_templates_place_values(text: str, made: str, template: Template) -> None:
    text = text.replace("view.upper", "view.title")
    assert template(text, markup=Markup("<b>")) == made


def test_templates_of_the_tool_can_be_included_imported_and_extended(template: Template) -> None:
    text = '{% from "typesetting/table.html.j2" import values %}{% include ["no.j2", "web/search-box.html.j2"] %}'
    assert "<kbd" in template(text)


# What they may not do


@pytest.mark.parametrize(
    "way",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ view.__class__ }}",
        "{{ view['__class__'] }}",
        "{{ view._secret }}",
        "{{ view.method() }}",
        "{{ view.path.read_text() }}",
        "{{ view.path.parent }}",
        "{{ 'a'.upper() }}",
        "{{ '{0.__class__}'.format(view) }}",
        "{{ '{0.__class__}'.format_map({'0': view}) }}",
        "{{ '%s' % view }}",
        "{{ ('{0.__class__}' | safe).format(view) }}",
        "{{ {}.items() }}",
        "{% set x = [] %}{{ x.append(1) }}",
        "{{ numbers.__len__() }}",
        "{{ range.__init__ }}",
        "{{ namespace.__init__.__globals__ }}",
        "{% macro m() %}{% endmacro %}{{ m.__call__.__globals__ }}",
        "{% macro m() %}{% endmacro %}{{ m._func }}",
        "{% set ns = namespace(a=1) %}{{ ns.__class__ }}",
        "{{ self.__init__.__globals__ }}",
        "{{ self._TemplateReference__context }}",
        "{% for n in numbers %}{{ loop.__init__.__globals__ }}{% endfor %}",
        "{% for n in numbers %}{{ loop._iterable }}{% endfor %}",
        "{% block b %}{{ super.__globals__ }}{{ self.b._context }}{% endblock %}",
        "{{ missing.__init__ }}",
        "{{ view | attr('__class__') }}",
        "{{ [view] | map(attribute='__class__') | first }}",
        "{{ [view] | map(attribute='path.parent') | first }}",
        "{{ [view] | map('attr', '_secret') | first }}",
        "{{ [view] | groupby('_secret') | list }}",
        "{{ [view] | sort(attribute='__class__.__name__') | first }}",
        "{{ view }}",
        "{{ [view] }}",
        "{{ view ~ '' }}",
        "{{ [view] | join }}",
        "{{ [view] | join(attribute='_secret') }}",
        "{{ view | string }}",
        "{{ lipsum() }}",
        "{{ cycler(1).next() }}",
        "{{ '' | random }}",
        "{{ environment }}",
        "{{ config }}",
        "{% import 'own.html.j2' as me %}{{ me.__loader__ }}",
    ],
)
def test_no_way_leads_to_python(way: str, refused: Callable[..., str]) -> None:
    assert refused("\n" + way).startswith("templates/own.html.j2:2:1: ")


@pytest.mark.parametrize("name", ["../secret.j2", "/etc/passwd", "a/../../secret.j2", "secret.j2"])
def test_templates_come_from_their_folder_only(name: str, refused: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "secret.j2").write_text("secret")
    for way in ("include", "extends", "import"):
        named = " as x" * (way == "import")
        assert refused(f"\n{{% {way} {name!r}{named} %}}") == f"templates/own.html.j2:2:1: {name}"


# What they do wrong


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\n{{ 1 / 0 }}", "2:1: division by zero"),
        ("a\n\n{{ view.titel }}", "3:1: View has no 'titel'; did you mean 'title'?"),
        ("{{ viev }}", "1:1: 'viev' is undefined"),
        ("\n{{ 'a'.upper() }}", "2:1: a text has no 'upper' in a template; try a filter"),
        ("\n{{ view.path.parent }}", "2:1: PosixPath has no 'parent' for templates"),
        ("\n{{ view }}", "2:1: a template prints texts and numbers, not a View"),
        ("\n{{ numbers(1) }}", "2:1: a template may call only macros, blocks, loops, range, namespace and page_colour"),
        ("\n{% if %}", "2:1: Expected an expression, got 'end of statement block'"),
        ("\n{% for n in 3 %}{% endfor %}", "2:1: 'int' object is not iterable"),
        ("\n{% include 'own.html.j2' %}", "2:1: it includes or calls itself endlessly"),
        ("\n{% extends 'own.html.j2' %}", "2:1: it includes or calls itself endlessly"),
        ("\n{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "2:1: it includes or calls itself endlessly"),
        ("\n{% block b %}{{ self.b() }}{% endblock %}", "2:1: it includes or calls itself endlessly"),
        (
            "{% from 'web/contents.html.j2' import nothing %}\n{{ nothing() }}",
            "2:1: the template 'web/contents.html.j2' (imported on line 1 in 'own.html.j2') does not export the requested name 'nothing'",
        ),
        ("{{ 1 | nothing }}", "1:1: No filter named 'nothing'."),
        ("(" * 9 + "{{ " + "(" * 500 + "1" + ")" * 500 + "}}", "1:1: it is nested too deeply"),
        ("{% if 1 %}" * 200 + "{% endif %}" * 200, "1:1: it is nested too deeply"),
    ],
)
def test_an_error_is_reported_at_its_line(text: str, said: str, refused: Callable[..., str]) -> None:
    assert refused(text) == f"templates/own.html.j2:{said}"


def test_an_error_in_a_template_of_the_tool_is_where_it_is_called(refused: Callable[..., str]) -> None:
    text = '{% from "typesetting/table.html.j2" import values %}\n{{ values(3) }}'
    assert refused(text).startswith("templates/own.html.j2:2:1: ")


@dataclass(frozen=True)
class Broken:
    @property
    def previous(self) -> str:
        raise ZeroDivisionError("a bug of ours")


def test_a_bug_of_ours_stays_an_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "__module__", "rulewright.test")
    with pytest.raises(ZeroDivisionError, match="a bug of ours"):
        rendered(tmp_path, "web/turn.html.j2", "en", page=Broken())


# What takes too much


GROWS = "{% set ns = namespace(x='ab') %}{% for n in range(60) %}{% set ns.x = GROWN %}{% endfor %}{{ ns.x | length }}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "steps"),
        ("{% for a in range(100001) %}{% endfor %}", "it counts through more than 100,000 numbers"),
        ("{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(99) }}", "steps"),
        (
            "{% block b %}{% endblock %}"
            + "".join(
                f"{{% block b{n} %}}{{{{ self.b{n + 1}() }}}}{{{{ self.b{n + 1}() }}}}{{% endblock %}}"
                for n in range(40)
            )
            + "{% block b40 %}{% endblock %}",
            "steps",
        ),
        (GROWS.replace("GROWN", "ns.x ~ ns.x"), "characters"),
        (GROWS.replace("GROWN", "ns.x + ns.x"), "characters"),
        (GROWS.replace("GROWN", "[ns.x, ns.x] | join"), "characters"),
        (GROWS.replace("GROWN", "ns.x | replace('a', ns.x)"), "characters"),
        (GROWS.replace("GROWN", "[ns.x, ns.x]"), "it makes a list of more than 100,000 values"),
        (GROWS.replace("GROWN", "{'a': ns.x, 'b': ns.x}"), "it makes a list of more than 100,000 values"),
        (GROWS.replace("GROWN", "(ns.x, ns.x)"), "it makes a list of more than 100,000 values"),
        (
            GROWS.replace("x='ab'", "x=[1]").replace("GROWN", "ns.x + ns.x"),
            "it makes a list of more than 100,000 values",
        ),
        (
            "{% set ns = namespace(x='ab') %}{% for n in range(60) %}{% set x %}{{ ns.x }}{{ ns.x }}{% endset %}{% set ns.x = x %}{% endfor %}",
            "steps",
        ),
        (
            "{% set ns = namespace(x=2) %}{% for n in range(60) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
            "it computes with a number that is too large",
        ),
        ("{{ 'a' * 10000000000 }}", "a template cannot compute str * int"),
        ("{{ 9 ** 99999999999 }}", "a template cannot compute int ** int"),
        ("{{ '%999999999d' % 1 }}", "a template cannot compute str % int"),
        ("{{ 'a' | center(99999999999) }}", "No filter named 'center'."),
        ("{{ ('<>' * 1) if false else big | striptags }}", "it filters a text of more than 100,000 characters"),
        ("{% for n in range(99999) %}{% for m in range(99999) %}{{ big }}{% endfor %}{% endfor %}", "steps"),
    ],
)
def test_nothing_goes_on_for_ever(
    text: str, said: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_STEPS", 100_000)
    start = time.process_time()
    assert said in refused(text, big="<>" * 100_000)
    assert time.process_time() - start < 2


def test_time_counts_where_steps_do_not(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.05)
    text = "{% for n in range(99999) %}{{ list | sort | length }}{% endfor %}"
    assert "it takes longer than 0.05 s" in refused(text, list=tuple(range(5000)))


# Files


def test_a_template_that_is_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "templates/web/search.css"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"a\nb\n\xff")
    with pytest.raises(BrokenTemplateError) as caught:
        asset(tmp_path, "web/search.css")
    assert str(caught.value.finding.span) == "templates/web/search.css:3:1"
    assert caught.value.finding.unreadable


def _link(file: Path) -> None:
    file.symlink_to(file.parent / "nothing")


def _loop(file: Path) -> None:
    file.symlink_to(file)


def _elsewhere(file: Path) -> None:
    (file.parents[1] / "secret").write_text("secret")
    file.symlink_to(file.parents[1] / "secret")


def _large(file: Path) -> None:
    file.write_text(" " * (1 << 20) + "!")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_link, "it is a link to nothing"),
        (_loop, "it cannot be read: Too many levels of symbolic links"),
        (_elsewhere, "it is a link to another folder"),
        (os.mkfifo, "it is not a file"),
        (Path.mkdir, "it is not a file"),
        (_large, "it is too large: 1,048,577 bytes"),
    ],
)
def test_what_cannot_be_read_is_not_passed_over(make: Callable[[Path], None], said: str, tmp_path: Path) -> None:
    file = tmp_path / "templates/own.html.j2"
    file.parent.mkdir()
    make(file)
    with pytest.raises(BrokenTemplateError) as caught:
        rendered(tmp_path, "own.html.j2", "en")
    assert str(caught.value.finding.span) == "templates/own.html.j2"
    assert caught.value.finding.message == f"the template cannot be used: {said}"


@pytest.mark.parametrize(
    ("make", "said"),
    [(Path.touch, "Not a directory"), (_link, "it is a link to nothing"), (_loop, "Too many levels of symbolic links")],
)
def test_a_folder_that_cannot_be_read_is_not_passed_over(
    make: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    make(tmp_path / "templates")
    with pytest.raises(BrokenTemplateError) as caught:
        asset(tmp_path, "card/card.css")
    assert str(caught.value.finding.span) == "templates"
    assert said in caught.value.finding.message


def test_a_folder_that_may_not_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    plain = os.stat

    def denied(path: Any, **named: Any) -> os.stat_result:
        if str(path).startswith(str(tmp_path / "templates")):
            raise PermissionError(13, "Permission denied")
        return plain(path, **named)

    monkeypatch.setattr(os, "stat", denied)
    with pytest.raises(BrokenTemplateError, match="Permission denied") as caught:
        asset(tmp_path, "card/card.css")
    assert str(caught.value.finding.span) == "templates"


def test_a_template_that_is_added_later_is_found(tmp_path: Path) -> None:
    name = "web/turn.html.j2"
    page = type("Page", (), {"previous": None, "next": None, "__module__": "rulewright.test"})
    page.__dataclass_fields__ = {"previous": 1, "next": 1}  # type: ignore[attr-defined]
    assert rendered(tmp_path, name, "en", page=page()).strip() == ""
    (tmp_path / "templates/web").mkdir(parents=True)
    (tmp_path / "templates" / name).write_text("of our own")
    assert rendered(tmp_path, name, "en") == "of our own"


def test_a_template_follows_one_that_only_another_imports(tmp_path: Path) -> None:
    """The one between keeps it: it is not another one when its own text is the same."""
    parts = {
        "page": '{% from "between.html.j2" import between %}{{ between() }}',
        "between": '{% from "inner.html.j2" import inner %}{% macro between() %}<p>{{ inner() }}</p>{% endmacro %}',
        "inner": "{% macro inner() %}one{% endmacro %}",
    }
    (tmp_path / "templates").mkdir()
    for name, text in parts.items():
        (tmp_path / f"templates/{name}.html.j2").write_text(text)
    assert rendered(tmp_path, "page.html.j2", "en") == "<p>one</p>"
    (tmp_path / "templates/inner.html.j2").write_text(parts["inner"].replace("one", "another"))
    assert rendered(tmp_path, "page.html.j2", "en") == "<p>another</p>"
