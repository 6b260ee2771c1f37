"""Sources beyond any game: each is checked in a process of its own within 20 seconds of processor time and 1 GiB.

What exceeds a limit is refused; what lies just below every limit must still be quick.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulewright.limits import ENTRIES, MODIFIERS, RUN, SVG_TEXT, TEXT

SECONDS, BYTES = 20.0, 1 << 30
HEAD = "game: {title: Big, language: en}\n"
BASE = HEAD + 'rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}\n'
PROGRAM = """\
import json, resource, sys
from rulewright.cli import main

status = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
seconds = sum(each.ru_utime + each.ru_stime for each in used)
print(json.dumps([status, seconds, max(each.ru_maxrss for each in used) * 1024]), file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Hostile:
    """A game that nobody would write: its source, a drawing if it has a card, and the command that meets it."""

    name: str
    source: Callable[[], str]
    drawing: str = ""
    command: str = "check"


def _table(rows: int, domain: str) -> str:
    cells = "".join(f"      {at}: {at % 7}\n" for at in range(rows))
    return f"{BASE}domains: {{d: {domain}}}\ntables:\n  t:\n    title: T\n    rule: base\n    rows: d\n    cells:\n{cells}"


def _enumeration(count: int) -> str:
    names = "".join(f"    name-{at}: Name {at}\n" for at in range(count))
    cells = "".join(f"      name-{at}: {at % 7}\n" for at in range(count))
    table = f"tables:\n  t:\n    title: T\n    rule: base\n    rows: d\n    cells:\n{cells}"
    return f"{BASE}domains:\n  d:\n{names}{table}"


def _modifiers(count: int) -> str:
    domains = "".join(f"  d{at}: {{a: A, b: B}}\n" for at in range(count))
    lines = "".join(f"      - {{label: L{at}, value: {at % 5 - 2}, when: {{d{at}: a}}}}\n" for at in range(count))
    table = "tables:\n  t:\n    title: T\n    rule: base\n    values: {numbers: -5..5}\n    clamp: -5..5\n    policy: sum\n"
    return f"{BASE}domains:\n{domains}{table}    modifiers:\n{lines}"


def _rules(texts: list[str]) -> str:
    rules = (f'  r{at}: {{number: "{at + 1}", title: Rule {at}, text: {json.dumps(text)}}}\n' for at, text in enumerate(texts))
    return f"{HEAD}rules:\n{''.join(rules)}"


def _long_texts() -> list[str]:
    """Texts as long as may be, of everything that an expression may try again and again."""
    units = [f"{sign * (RUN.most - 1)} " for sign in "aA1-*_{'.,/("] + [f"x{' ' * RUN.most}", f"1{chr(10) * RUN.most}"]
    units += ["one or ", "1 to ", "12-", "A1.", "1d6 + ", "not a or ", "Aa ", "aA-", "X Table ", "- ", "1. ", "*a* ", "a,"]
    units += ["> 1 ", "(a ", "rule 1, ", "1/", "½ ", "at least ", "between 1 and ", "twelve ", "the ", "(AB) ", "1 "]
    return [(unit * TEXT.most)[: TEXT.most - 1] for unit in units]


def _drawing(letters: int, size: int) -> str:
    text = f'<text y="10" font-size="{size}">{("abcdefghi " * letters)[:letters]}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{text}</svg>'


GAMES = (
    Hostile("50,000 brackets", lambda: _rules(["[" * 50_000])),
    Hostile("50,000 broken links", lambda: _rules(["[[ " * 6_000] * 8)),
    Hostile("1,500 dangling links", lambda: _rules([f"See [[the-missing-thing-{at}]]." for at in range(1_500)])),
    Hostile("20,000 dangling links", lambda: _rules([f"See [[rule:rul-{at}]]." for at in range(20_000)])),
    Hostile("50,000 rows", lambda: _table(50_000, "0..49999")),
    Hostile("1,000,000 rows", lambda: _table(1_000_000, "0..999999")),
    Hostile("2,000 rows", lambda: _table(ENTRIES.most, "0..1999")),
    Hostile("100,000 names", lambda: _enumeration(100_000)),
    Hostile("2,000 names", lambda: _enumeration(ENTRIES.most)),
    Hostile("300 modifiers", lambda: _modifiers(MODIFIERS.most)),
    Hostile("1,000 modifiers", lambda: _modifiers(1_000)),
    Hostile("100,000 spaces", lambda: f"{HEAD}rules:\n{' ' * 100_000}x: {{\n"),
    Hostile("long texts", lambda: _rules(_long_texts())),
    Hostile("a drawing of 100 kB of text", lambda: _rules(["a"]), _drawing(100_000, 3)),
    Hostile("a drawing full of text, built", lambda: _rules(["a"]), _drawing(SVG_TEXT.most, 3), "build"),
    Hostile("letters of a million units, built", lambda: _rules(["a"]), _drawing(3, 1_000_000), "build"),
    Hostile("1,000 chapters, built", lambda: _rules(["Some words."] * 1_000), command="build"),
)


def hostile_games(words: list[str]) -> bool:
    """Prints what each of these games takes; whether all are within the budgets."""
    print(f"\n{'hostile source':38} {'status':>6} {'seconds':>8} {'MiB':>6}")
    within = True
    for game in GAMES:
        if words and not any(word in game.name for word in words):
            continue
        status, seconds, memory = run(game)
        sound = seconds <= SECONDS and memory <= BYTES
        within = within and sound
        print(f"{game.name:38} {status:6} {seconds:7.1f}s {memory >> 20:6}{'' if sound else '  over budget'}", flush=True)
    return within


def run(game: Hostile) -> tuple[int, float, int]:
    """The exit status, seconds of processors, and bytes at most."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in _files(game):
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        command = [sys.executable, "-c", PROGRAM, game.command, "--project", folder]
        ended = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False)
    status, seconds, memory = json.loads(ended.stderr.strip().splitlines()[-1])
    return status, seconds, memory


def _files(game: Hostile) -> list[tuple[str, str]]:
    files = [("content/big/game.yaml", game.source())]
    if game.drawing:
        card = "title: Card\nsize: A4\nblocks:\n  - image: picture.svg\n    alt: A picture\n"
        files += [("cards/big/picture.svg", game.drawing), ("cards/big/card.yaml", card)]
    return files
