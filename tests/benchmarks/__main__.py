"""The budgets as ratios, each pair taken side by side in one run: `make bench`.

Machines are noisy: every figure is the median of several pairs, and only the ratios mean anything. Beside the ratio
by the clock stands that of processor time, which other work on the machine alters less.
"""

import os
import sys
import tempfile

from tests.benchmarks import books, cards, importing, printing, proving, reading, searching
from tests.benchmarks.first_paint import first_paint
from tests.benchmarks.growth import growths
from tests.benchmarks.hostile import hostile_games
from tests.benchmarks.million import KINDS
from tests.benchmarks.phone import phones
from tests.benchmarks.site import sites
from tests.benchmarks.timing import attempt

LOOP = "a bare loop with the function and a dict"
PLAIN = "plain WeasyPrint on the same page"

BENCHMARKS = (
    ("build with nothing changed", "starting bare Python", 5.0, printing.nothing_changed),
    ("one card, cold", PLAIN, 0.65, printing.one_card_cold),
    ("the cards of three games by two", "by one process", 0.6, printing.cards_by_two),
    ("a build after a card was edited", f"{PLAIN}, cold", 4.0, printing.after_an_edit),
    ("a bullet edited, until its card is there", f"{PLAIN}, cold", 1.0, cards.edited_until_its_card),
    ("a game of one card, cold, everything", PLAIN, 2.0, cards.game_of_one_card_cold),
    ("one card, cold, from HTML", "Typst on the same words", 2.0, cards.one_card_beside_typst),
    ("a hundred cards, cold, everything", "plain WeasyPrint on the same cards", 1.2, cards.hundred_cards),
    ("a hundred cards by two processes", "by one", 0.6, cards.hundred_cards_by_two),
    ("a bullet of a hundred cards edited", "of a game of one card", 1.5, cards.edited_of_a_hundred),
    ("a game read back", "printing it", 0.2, printing.reading_back),
    ("reading YAML with positions", "PyYAML CSafeLoader", 0.5, reading.reading_yaml),
    ("100 pages of Markdown imported", "their HTML by markdown-it-py", 15.0, importing.hundred_pages),
    *((f"a million proved: {kind}", LOOP, 1.3, proving.a_million_cases(kind, 1)) for kind in KINDS),
    *((f"... by two processes: {kind}", LOOP, 1.0, proving.a_million_cases(kind, 2)) for kind in KINDS),
    ("... from a cold start", LOOP, 2.0, proving.a_million_cases_cold),
    ("book of 300 rules, cold", "plain WeasyPrint on the same HTML", 1.5, books.cold(300)),
    ("... a word edited", "the same", 0.5, books.edited(300)),
    ("book of 2,000 rules, cold", "the same", 1.5, books.cold(2_000)),
    ("all mutants of three games", "proving them once", 10.0, proving.mutants),
    ("four tables of 8 × 200, all checks", "reading and decoding the same tables", 5.0, reading.large_tables),
    ("10,000 rules: the search index", "reading and linking them", 1.0, searching.making_the_index),
    ("10,000 rules: a search", "looking through their texts in a loop", 1.0, searching.answering),
)


def main() -> None:
    """Runs every benchmark, or those whose names hold one of the words given, with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        _run_all()


def _run_all() -> None:
    print(f"{'work':41} {'anchor':42} {'ours':>8} {'anchor':>8} {'ratio':>6} {'goal':>6} {'of processors':>13}")
    words = sys.argv[1:]
    for what, beside, budget, run in BENCHMARKS:
        if words and not any(word in what for word in words):
            continue
        found, why = attempt(run)
        if found is None:
            print(f"{what:41} {beside:42} {why or 'not installed'}", flush=True)
            continue
        processor = "" if found.processor is None else f"{found.processor:13.2f}"
        times = f"{found.ours:7.3f}s {found.theirs:7.3f}s {found.clock:6.2f}"
        print(f"{what:41} {beside:42} {times} {budget:6.2f} {processor}".rstrip(), flush=True)
    sites(words)
    first_paint(words)
    phones(words)
    growths(words)
    if not hostile_games(words):
        sys.exit(1)


if __name__ == "__main__":
    main()
