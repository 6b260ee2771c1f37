"""Makes the files of all products, in the order that their needs give."""

from collections.abc import Callable

from rulewright.products.product import Buildable, Plan
from rulewright.products.run import PrintRun

Wish = Callable[[str], bool]
"""Whether the file at a path is asked for."""


def make_files(run: PrintRun, wish: Wish = lambda _: True) -> dict[str, bytes]:
    """The files by their paths, each made as soon as those that it needs are finished, which are made too."""
    finished: dict[str, bytes] = {}
    waiting = _plans(run, wish)
    needed = frozenset[str]().union(*(plan.needs for plan in waiting))
    while waiting:
        ready = [plan for plan in waiting if plan.needs <= finished.keys()]
        waiting = [plan for plan in waiting if not plan.needs <= finished.keys()]
        assert ready, f"nobody makes {min(waiting[0].needs - finished.keys())}"
        outputs = [output for plan in ready for output in plan.outputs(finished)]
        new = run.files([output for output in outputs if wish(output.path) or output.path in needed])
        for plan in ready:
            new |= plan.here(finished)
        finished |= new
    return finished


def _plans(run: PrintRun, wish: Wish) -> list[Plan]:
    """Those of every product that makes one of the files, or one that these need."""
    others: list[Buildable] = []
    for product in run.book.products:
        assert isinstance(product, Buildable)  # PRODUCTS has no others
        others.append(product)
    plans: list[Plan] = []
    wishes = [wish]
    while wishes:
        making = [product for product in others if _makes(product, run, wishes)]
        others = [product for product in others if product not in making]
        new = [plan for product in making for plan in product.plans(run)]
        wishes = [plan.needs.__contains__ for plan in new]
        plans += new
    return plans


def _makes(product: Buildable, run: PrintRun, wishes: list[Wish]) -> bool:
    return any(wish(file.path) for file in product.files(run.book) for wish in wishes)
