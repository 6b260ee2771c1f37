"""Makes the files of all products, in the order that their needs give."""

from collections.abc import Iterator
from itertools import compress

from rulewright.model.book import Book
from rulewright.products.product import Buildable, Finished, Plan, Wish
from rulewright.products.run import PrintRun

NONE: Finished = {}


def make_files(run: PrintRun, wish: Wish = lambda _: True, old: Finished = NONE) -> dict[str, bytes]:
    """The files by their paths, each made as soon as those that it needs are finished, which are made too.

    `old` are the files of an earlier build: those that nobody asks for are mentioned as they are there.
    """
    finished: dict[str, bytes] = {}
    waiting = list(_plans(run, wish, old))
    needed = frozenset[str]().union(*(needs for _, needs in waiting))
    while waiting:
        ready = [plan for plan, needs in waiting if needs <= finished.keys()]
        assert ready, f"nothing makes {min(waiting[0][1] - finished.keys())}"
        waiting = [(plan, needs) for plan, needs in waiting if not needs <= finished.keys()]
        outputs = [output for plan in ready for output in plan.outputs(finished)]
        new = run.files([output for output in outputs if wish(output.path) or output.path in needed])
        for plan in ready:
            new |= plan.here({**old, **finished}, wish)
        finished |= new
    return finished


def _plans(run: PrintRun, wish: Wish, old: Finished) -> Iterator[tuple[Plan, frozenset[str]]]:
    """Those that make one of the files, or one that these need, each with its needs."""
    others, offered, asked = list(_buildable(run.book)), list[Plan](), wish
    while True:
        making = [product for product in others if any(asked(file.path) for file in product.files(run.book))]
        others = [product for product in others if product not in making]
        offered += [plan for product in making for plan in product.plans(run)]
        wished = [not plan.makes or any(map(asked, plan.makes)) for plan in offered]
        new = [(plan, _needs(plan, wish, old)) for plan in compress(offered, wished)]
        if not new:
            return
        yield from new
        offered = [plan for plan, is_wished in zip(offered, wished, strict=True) if not is_wished]
        asked = frozenset[str]().union(*(needs for _, needs in new)).__contains__


def _needs(plan: Plan, wish: Wish, old: Finished) -> frozenset[str]:
    return plan.needs | {path for path in plan.mentions if wish(path) or path not in old}


def _buildable(book: Book) -> Iterator[Buildable]:
    for product in book.products:
        assert isinstance(product, Buildable)  # PRODUCTS has no others
        yield product
