"""Sources read, and the checks of large tables."""

import tempfile
from pathlib import Path

import yaml

from rulewright.base.findings import Findings
from rulewright.book.book import Book
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.checks import check_tables
from rulewright.outputs.products import PRODUCTS
from rulewright.source.files import read
from rulewright.source.tree import parse
from tests.benchmarks.timing import Ratio, ratio
from tests.big_table import WHOLE, divided, scattered, source


def reading_yaml() -> Ratio:
    rule = "  rule-{0}:\n    number: {1}.{2}\n    title: Rule {0}\n    text: >\n      A unit loses its [[Concealment]]\n      in {0} hexes\n"
    text = "rules:\n" + "".join(rule.format(at, at // 100, at % 100) for at in range(10_000))
    return ratio(lambda: parse(text, "bench.yaml", Findings()), lambda: yaml.load(text, Loader=yaml.CSafeLoader), 5)


def large_tables() -> Ratio:
    """Every check of tables of 8 inputs and 200 rows, one sound, one with gaps, and two of which the first row decides.

    Beside it: reading, decoding and linking the same four. All four together are to take less than a second.
    """
    rows = {
        "sound": divided(),
        "gaps": divided()[20:],
        "rest": [*divided()[:150], WHOLE],
        "met": [*scattered(3), WHOLE],
    }
    policies = {"sound": "unique", "gaps": "unique", "rest": "first", "met": "first"}
    with tempfile.TemporaryDirectory() as folder:
        for name, boxes in rows.items():
            path = Path(folder, "content", name, "game.yaml")
            path.parent.mkdir(parents=True)
            path.write_text(source(boxes, policies[name]), "utf-8")

        def books() -> list[Book]:
            findings = Findings()
            return [link(decode(read(Path(folder), name, findings), PRODUCTS, findings), findings) for name in rows]

        found = books()
        return ratio(lambda: [list(check_tables(book)) for book in found], books, 5)
