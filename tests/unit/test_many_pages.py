"""Several processes share many pages; each page comes once, whoever makes it."""

import os
from functools import partial
from pathlib import Path

from rulewright.base.findings import Findings
from rulewright.base.store import Store
from rulewright.outputs.products.every_game import CHUNK, FIRST, _spread
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.web.site import SiteFile
from rulewright.proof.report import ProofReport
from tests.many_rules import many_rules


def _text(at: int) -> str:
    return f"{at} {os.getpid()}"


def test_many_pages_are_made_once_each_and_all_come(tmp_path: Path) -> None:
    seen = list[tuple[int, int]]()
    book = many_rules(tmp_path, 1)
    run = PrintRun(book, ProofReport(), Findings(), tmp_path, "", Store(), lambda _, done, of: seen.append((done, of)))
    made = _spread(
        run,
        [SiteFile(f"{at}.html", partial(_text, at)) for at in range(2 * CHUNK + FIRST + 1)],
    )
    texts = {name: data.decode().split() for name, data in made.items()}
    assert {name: at for name, (at, _) in texts.items()} == {
        f"{at}.html": str(at) for at in range(2 * CHUNK + FIRST + 1)
    }
    assert texts["0.html"][1] == str(os.getpid())  # before the processes begin
    assert {of for _, of in seen} == {3}
