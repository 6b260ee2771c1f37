"""A game with one table of a million combinations, its rules code, and the bare loop that compares the two."""

from collections.abc import Callable
from concurrent.futures import Executor
from itertools import product
from pathlib import Path
from typing import Any

from rulewright.pipeline.stages import examine
from rulewright.proof.process import Limits
from rulewright.proof.prove import ProofOptions, prove

GAME = """\
game: {{title: A million, language: en}}
domains:
  strength: 0..999
  roll: 0..999
{domain}
rules: {{losses: {{number: "1", title: Losses, text: "See [[table:losses]]."}}}}
tables:
  losses:
    title: Losses
    rule: losses
{gives}
    rows: strength
    columns: roll
    keys: ["0-499", "500-999"]
    cells:
{rows}
    proof: losses(strength, roll)
"""
RULES = """\
from enum import Enum
from fractions import Fraction


class Loss(Enum):
    NONE = "none"
    LIGHT = "light"
    HEAVY = "heavy"


def losses(strength: int, roll: int) -> {type}:
    band = strength // 100 + (2 if roll >= 500 else 0)
    return {answer}
"""
KINDS: dict[str, tuple[str, str, str, str, Callable[[int], str]]] = {
    "whole numbers": ("", "values: {numbers: -20..20}", "int", "band", str),
    "negative numbers": ("", "values: {numbers: -20..20}", "int", "band - 5", lambda band: str(band - 5)),
    "text": ("", "", "str", "'many' if band > 3 else 'few'", lambda band: "many" if band > 3 else "few"),
    "names": (
        "  loss: {none: None, light: Light, heavy: Heavy}",
        "values: loss",
        "Loss",
        "Loss.HEAVY if band > 3 else Loss.NONE",
        lambda band: "heavy" if band > 3 else "none",
    ),
    "decimals": (
        "  inches: {measure: 0..20, step: 0.5}",
        "values: inches",
        "float",
        "band + 0.5",
        lambda band: f"{band}.5",
    ),
    "ranges": (
        "  span: {ranges: 0..20}",
        "values: span",
        "tuple[int, int]",
        "(band, band + 1)",
        lambda band: f"{band}-{band + 1}",
    ),
}
"""For each kind of result: the domain it is in, what the function returns, and how the table prints it."""


def million(folder: Path, kind: str) -> tuple[Callable[[Executor | None], int], Callable[[], bool]]:
    """The whole proof, from the call to the report, by an executor; and the bare loop with the function and a dict."""
    domain, gives, type_, answer, printed = KINDS[kind]
    rows = "\n".join(
        f'      "{low}-{low + 99}": [{printed(low // 100)}, {printed(low // 100 + 2)}]' for low in range(0, 1000, 100)
    )
    content = folder / "content" / "million"
    content.mkdir(parents=True)
    given = f"    {gives}" if gives else ""
    content.joinpath("game.yaml").write_text(GAME.format(domain=domain, gives=given, rows=rows), "utf-8")
    source = RULES.format(type=type_, answer=answer)
    content.joinpath("rules.py").write_text(source, "utf-8")
    found = examine(folder, "million", None)
    assert found.book is not None, [str(fault) for fault in found.findings.items]
    book = found.book

    def whole(executor: Executor | None) -> int:
        report = prove(book, source, "rules.py", ProofOptions(Limits(seconds=60), executor=executor))
        coverage = report.coverage
        assert (coverage["proved"], coverage["cases"]) == (20, 1_000_000), report.findings
        return coverage["cases"]

    namespace: dict[str, Any] = {}
    exec(source, namespace)
    function = namespace["losses"]
    dictionary = {keys: function(*keys) for keys in product(range(1000), repeat=2)}

    def bare() -> bool:
        return all(function(*keys) == value for keys, value in dictionary.items())

    return whole, bare
