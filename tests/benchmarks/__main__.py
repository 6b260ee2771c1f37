"""The budgets as ratios, each pair taken side by side in one run: `make bench`.

Machines are noisy: every figure is the median of several pairs, and only the ratios mean anything.
"""

import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from rulewright.diagnostics import Faults
from rulewright.pipeline import examine
from rulewright.proof.process import Limits, RulesProcess, Value
from rulewright.source.tree import parse
from tests.benchmarks.searching import answering, making_the_index
from tests.benchmarks.timing import Timed, ratio

ROOT = Path(__file__).resolve().parents[2]
GAME = "last-hundred-yards"


def command(*arguments: str) -> Timed:
    return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def nothing_changed() -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        project = _copy(Path(folder))
        build = command("-m", "rulewright.cli", "build", "--project", str(project))
        build()
        return ratio(build, command("-c", "pass"), 21)


def one_card_cold() -> tuple[float, float, float]:
    """From examined game to PDF bytes in a fresh process, against WeasyPrint's own front door on the same HTML."""
    from rulewright.render.card import card_html
    from rulewright.render.environment import asset

    book = examine(ROOT, GAME, None).book
    assert book is not None
    with tempfile.TemporaryDirectory() as folder:
        page, style = Path(folder, "card.html"), Path(folder, "card.css")
        page.write_text(card_html(book.game.cards[0], book, ROOT))
        style.write_text(asset(ROOT, "card/card.css"))
        reading = f"page, style = (open(f).read() for f in ({str(page)!r}, {str(style)!r}));"
        ours = "from rulewright.render.pdf import Printer; Printer(style).print_card(page)"
        theirs = (
            "from weasyprint import CSS, HTML; from rulewright.render.pdf import _Fetcher; fetcher = _Fetcher();"
            "HTML(string=page, url_fetcher=fetcher).write_pdf("
            "stylesheets=[CSS(string=style, url_fetcher=fetcher)], pdf_variant='pdf/ua-1')"
        )
        return ratio(command("-c", reading + ours), command("-c", reading + theirs), 7)


def reading_yaml() -> tuple[float, float, float]:
    rule = "  rule-{0}:\n    number: {1}.{2}\n    title: Rule {0}\n    text: >\n      A unit loses its [[Concealment]]\n      in {0} hexes\n"
    text = "rules:\n" + "".join(rule.format(at, at // 100, at % 100) for at in range(10_000))
    return ratio(lambda: parse(text, "bench.yaml", Faults()), lambda: yaml.load(text, Loader=yaml.CSafeLoader), 5)


def a_million_cases() -> tuple[float, float, float]:
    source = (
        "from enum import Enum\n\n\nclass Arm(Enum):\n    FOOT = 'foot'\n    HORSE = 'horse'\n\n\n"
        "def losses(arm: Arm, strength: int, roll: int) -> int:\n"
        "    base = strength // 10 + (2 if arm is Arm.HORSE else 0)\n"
        "    return max(0, base - roll) if roll < 6 else base\n"
    )
    namespace: dict[str, object] = {}
    exec(source, namespace)
    function: Any = namespace["losses"]
    arms: Any = namespace["Arm"]
    axes: list[tuple[str, list[Value]]] = [("arm", ["foot", "horse"])]
    axes += [("strength", list(range(500))), ("roll", list(range(1000)))]
    with RulesProcess(source, "rules.py", Limits(seconds=60, megabytes=1024)) as process:
        expected = process.evaluate("losses", axes)
        printed = dict(zip(product(list(arms), range(500), range(1000)), expected, strict=True))

        def bare() -> bool:
            return all(function(*keys) == value for keys, value in printed.items())

        return ratio(lambda: process.evaluate("losses", axes) == expected, bare, 5)


def _copy(folder: Path) -> Path:
    import shutil

    for part in ("content", "cards"):
        shutil.copytree(ROOT / part / GAME, folder / part / GAME)
    return folder


BENCHMARKS = (
    ("build with nothing changed", "starting bare Python", 5.0, nothing_changed),
    ("one card, cold", "plain WeasyPrint on the same page", 0.65, one_card_cold),
    ("reading YAML with positions", "PyYAML CSafeLoader", 0.5, reading_yaml),
    ("10,000 rules: the search index", "reading and linking them", 1.0, making_the_index),
    ("10,000 rules: a search", "looking through their texts in a loop", 1.0, answering),
    ("a million combinations proved", "a bare loop with the function and a dict", 1.3, a_million_cases),
)


def main() -> None:
    print(f"{'what':32} {'beside':42} {'ours':>8} {'theirs':>8} {'ratio':>6} {'budget':>6}")
    for what, beside, budget, run in BENCHMARKS:
        ours, theirs, times = run()
        print(f"{what:32} {beside:42} {ours:7.3f}s {theirs:7.3f}s {times:6.2f} {budget:6.2f}")


if __name__ == "__main__":
    main()
