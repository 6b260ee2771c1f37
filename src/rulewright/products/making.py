"""Makes the files of all products, in the order that their needs give."""

from collections.abc import Callable

from rulewright.products.product import Buildable, Finished, Plan
from rulewright.products.run import PrintRun

Wish = Callable[[str], bool]
"""Whether the file at a path is asked for."""
NONE: Finished = {}


def make_files(run: PrintRun, wish: Wish = lambda _: True, old: Finished = NONE) -> dict[str, bytes]:
    """The files by their paths, each made as soon as those that it needs are finished, which are made too.

    `old` are the files of an earlier build: those that nobody asks for are mentioned as they are there.
    """
    finished: dict[str, bytes] = {}
    waiting = _plans(run, wish, old)
    needed = frozenset[str]().union(*(_needs(plan, wish, old) for plan in waiting))
    while waiting:
        ready = [plan for plan in waiting if _needs(plan, wish, old) <= finished.keys()]
        waiting = [plan for plan in waiting if plan not in ready]
        assert ready, f"nobody makes {min(_needs(waiting[0], wish, old) - finished.keys())}"
        outputs = [output for plan in ready for output in plan.outputs(finished)]
        new = run.files([output for output in outputs if wish(output.path) or output.path in needed])
        for plan in ready:
            new |= plan.here({**old, **finished})
        finished |= new
    return finished


def _needs(plan: Plan, wish: Wish, old: Finished) -> frozenset[str]:
    return plan.needs | {path for path in plan.mentions if wish(path) or path not in old}


def _plans(run: PrintRun, wish: Wish, old: Finished) -> list[Plan]:
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
        wishes = [_needs(plan, wish, old).__contains__ for plan in new]
        plans += new
    return plans


def _makes(product: Buildable, run: PrintRun, wishes: list[Wish]) -> bool:
    return any(wish(file.path) for file in product.files(run.book) for wish in wishes)
