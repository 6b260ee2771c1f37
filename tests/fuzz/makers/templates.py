"""Templates and style sheets of a project: those that come with the tool, altered, and hostile ones."""

from functools import cache
from random import Random

from tests.conftest import ROOT
from tests.fuzz.attempts import Attempt, Files
from tests.fuzz.mutation import altered, altered_bytes

FOLDERS = ("card", "publication", "report", "rulebook", "sheet", "typesetting", "web")
HOSTILE = (
    "{{ 1 / 0 }}",
    "{{ nothing }}",
    "{{ nothing.at.all }}",
    "{% include 'card/card.html.j2' %}",
    "{% extends 'web/base.html.j2' %}",
    "{% if",
    "{% for x in range(10**9) %}{% endfor %}",
    "{{ 'x' * 10**9 }}",
    "{{ 10 ** 10 ** 8 }}",
    "{{ ''.__class__.__mro__ }}",
    "{% raw %}",
    "{{ self.__init__.__globals__ }}",
    "{{ cycler.__init__.__globals__.os.system('touch /tmp/x') }}",
    "{% import 'x' as x %}",
    "{{ x() }}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{{ 'a'.encode('utf-16') }}",
    "{{ '%d' % 'x' }}",
    "{{ [] | first }}",
    "{{ 1 | nofilter }}",
    "<script>alert(1)</script>",
    "<img src=file:///etc/passwd>",
    "<link rel=stylesheet href=http://example.org/x.css>",
    "</body></html>",
    "<table><tr><td colspan=100000>x</td></tr></table>",
    "<div style='position: absolute; width: 1e9mm'>x</div>",
    "\x1b[2J",
    "\x00",
    "\ufeff",
)
STYLES = (
    "@page { size: 0 0 }",
    "@page { size: 1mm 1mm; margin: 10mm }",
    "@page { size: 1e9mm 1e9mm }",
    "* { font-size: 0 }",
    "* { font-size: 1e9pt }",
    "* { display: none }",
    "body { background: url(file:///etc/passwd) }",
    "@import url(http://example.org/x.css);",
    "@import 'card.css';",
    "* { width: calc(1px / 0) }",
    "* { position: absolute; left: -1e9mm }",
    "* { margin: -1e9mm }",
    "* { columns: 10000 }",
    "}}}}",
    "{",
    "/*",
    "@font-face { font-family: x; src: url(file:///dev/zero) }",
    "* { content: counter(x, nothing) }",
    "* { break-before: page }",
    "\\",
    "@media {",
    "* { --a: var(--b); --b: var(--a); width: var(--a) }",
    "* { line-height: 0 }",
    "td { display: grid }",
    "* { float: left; width: 200% }",
)


def templates(random: Random) -> Attempt:
    ours = _ours()
    name = random.choice(sorted(ours))
    text = ours[name].decode()
    pieces = STYLES if name.endswith(".css") else HOSTILE
    if random.random() < 0.6:
        lines = text.split("\n")
        lines.insert(random.randrange(len(lines) + 1), random.choice(pieces))
        data = "\n".join(lines).encode()
    elif random.random() < 0.3:
        data = random.choice(pieces).encode()
    else:
        data = altered_bytes(random, altered(random, text))
    command = (
        ("build", "--no-prove") if random.random() < 0.7 else ("check", "--no-prove", "--printed", "--format", "json")
    )
    return Attempt(command, {name: data})


@cache
def _ours() -> Files:
    found = (
        path
        for folder in FOLDERS
        for path in (ROOT / "templates" / folder).rglob("*")
        if path.suffix in (".j2", ".css")
    )
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in found}
