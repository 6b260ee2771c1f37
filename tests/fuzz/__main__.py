"""Makes attempts by the thousand: python -m tests.fuzz --number 10000 --seed 1, or --minutes 10.

Prints how many were fine, led to findings, were refused or killed, by the kind of their input; and stores each that is
unexplained as a file, which belongs into tests/fuzz/corpus once it says what it broke.
"""

import argparse
import gc
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.attempts import Attempt, text_of
from tests.fuzz.makers import MAKERS, attempt
from tests.fuzz.running import run
from tests.fuzz.verdicts import CLASSES, KILLED, UNEXPLAINED, verdict
from tests.printers import share_printers

COLUMNS = (*CLASSES.values(), KILLED, UNEXPLAINED)


def main() -> int:
    """The status is 1 if anything is unexplained."""
    options = _parser().parse_args()
    counts = {kind: Counter[str]() for kind in options.kind}
    seen: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.base.pool.processors", lambda: 1)
        share_printers(patch)
        _warm_up()
        end = time.monotonic() + options.minutes * 60
        for number in range(options.first, options.first + options.number):
            if time.monotonic() > end:
                break
            (kind,) = Random(f"{options.seed}/{number}").choices(
                options.kind, [MAKERS[each][1] for each in options.kind]
            )
            made = attempt(kind, options.seed, number)
            counts[kind][_try(made, f"{kind}-{options.seed}-{number}", options.store, seen)] += 1
    print(_table(counts))
    return int(any(count[UNEXPLAINED] for count in counts.values()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Tries odd and hostile inputs by chance.")
    parser.add_argument("--seed", type=int, default=0, help="other inputs for each; 0 by default")
    parser.add_argument("--number", type=int, default=1000, help="how many attempts; 1000 by default")
    parser.add_argument("--first", type=int, default=0, help="the number of the first, to go on or to make one again")
    parser.add_argument("--minutes", type=float, default=60, help="begin no attempt after so long; 60 by default")
    parser.add_argument("--kind", nargs="+", choices=MAKERS, default=list(MAKERS), help="only these kinds")
    parser.add_argument("--store", type=Path, default=Path("build/fuzz"), help="where what is unexplained goes")
    return parser


def _warm_up() -> None:
    """Imports and reads what each attempt needs; forks find it in their memory."""
    run(Attempt(("check", "--no-prove", "--printed")))
    gc.freeze()


def _try(made: Attempt, name: str, store: Path, seen: Counter[str]) -> str:
    """The class of what came of it; of complaints that are alike the first three are printed."""
    outcome = run(made, watched=True)
    found, wrong = verdict(made, outcome)
    for each in wrong:
        shape = re.sub(r"'.*?'|\d+", "…", each)[:60]
        seen[shape] += 1
        if seen[shape] <= 3:
            print(f"{name}: {each}", flush=True)
    if wrong:
        store.mkdir(parents=True, exist_ok=True)
        text = text_of(replace(made, broke="\n".join((name, *wrong))))
        (store / f"{name}.txt").write_text(text, "utf-8")
    return found


def _table(counts: dict[str, Counter[str]]) -> str:
    rows = [[kind, *(f"{count[each]:,}" for each in COLUMNS), f"{count.total():,}"] for kind, count in counts.items()]
    total = sum(counts.values(), Counter[str]())
    rows = [["", *COLUMNS, "all"], *rows, ["all", *(f"{total[each]:,}" for each in COLUMNS), f"{total.total():,}"]]
    return "\n".join("  ".join(f"{each:>12}" for each in row) for row in rows)


if __name__ == "__main__":
    sys.exit(main())
