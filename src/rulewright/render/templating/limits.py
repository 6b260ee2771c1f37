"""How much one rendering may take: steps, time, and the sizes of texts, lists and numbers.

Without a bound a loop in a loop never ends, and a text that doubles a few dozen times fills the memory. Every body of
a template (of a loop, a macro, a block, a file) begins by counting the steps in it.
"""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from jinja2 import TemplateRuntimeError, nodes
from jinja2.compiler import CodeGenerator, Frame

T = TypeVar("T")

MOST_STEPS = 20_000_000
SECONDS = 20.0
"""Of processor time: only what the steps do not show takes so long."""
BETWEEN_CHECKS = 2_000
"""Steps between two looks at the clock."""
LONGEST_TEXT = 64 << 20
"""Characters of a page, or of any text that a template makes."""
LONGEST_FILTERED = 100_000
"""Characters of a text that a filter takes."""
MOST_VALUES = 100_000
"""Values in a list, with those in its lists."""
LARGEST_NUMBER = 1 << 64
LONG_TEXT, PER_STEP = 10_000, 16
"""Printing a long text takes a step for so many of its characters."""
SIZE = "rulewright_size"
PIECES = 1 << 8
"""Pieces of text that are measured and joined at once."""


class TooMuchError(TemplateRuntimeError):
    """A template takes more than it may."""


class Meter:
    """The steps and the time that one rendering has left."""

    def begin(self) -> None:
        self.left, self.spent, self.until = BETWEEN_CHECKS, 0, time.process_time() + SECONDS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            self.account()

    def account(self) -> None:
        """Looks whether the template may go on."""
        self.spent += BETWEEN_CHECKS - self.left
        self.left = BETWEEN_CHECKS
        self.look_at_clock()
        if self.spent > MOST_STEPS:
            raise TooMuchError(f"it takes more than {MOST_STEPS:,} steps: a loop or a macro in it may never end")

    def look_at_clock(self) -> None:
        if time.process_time() > self.until:
            raise TooMuchError(f"it takes longer than {SECONDS:g} s: a loop or a macro in it may never end")


class MeteredCode(CodeGenerator):
    """Compiles templates to code that counts its steps, and that makes texts and lists within bounds."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        body = list(nodes)
        if not frame.soft_frame:  # the body of a condition: the one around it counts it
            self.writeline(f"environment.left -= {1 + sum(map(_size, body))}")
            self.writeline("if environment.left < 0: environment.account()")
        super().blockvisit(body, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - a name of Jinja's
        self.write("environment.joined((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._bounded(super().visit_List, node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._bounded(super().visit_Dict, node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._bounded(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """The usual case without a call: half the time of a page goes into reading attributes and printing them."""
        self.write(f"(getattr(_read, {node.attr!r}) if {node.attr!r} in environment.readable[type(_read := (")
        self.visit(node.node, frame)
        self.write(f"))] else environment.getattr(_read, {node.attr!r}))")

    def _output_child_pre(self, *_: object) -> None:
        self.write("(_shown if type(_shown := (")

    def _output_child_post(self, *_: object) -> None:
        self.write(f")) is Markup and len(_shown) < {LONG_TEXT} else environment.shown(_shown))")

    def _bounded(self, write: object, node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.bounded(")
        write(node, frame)  # type: ignore[operator]
        self.write(")")


def _size(node: nodes.Node) -> int:
    """How many nodes there are, noted on each: the bodies within a body are counted too."""
    noted = vars(node)
    if SIZE not in noted:
        noted[SIZE] = 1 + sum(map(_size, node.iter_child_nodes()))
    size: int = noted[SIZE]
    return size


def concat(pieces: Iterable[str]) -> str:
    """All pieces as one text; no more of them are made than fit."""
    if isinstance(pieces, list) and len(pieces) <= PIECES:
        bounded_text(sum(map(len, pieces)))
        return "".join(pieces)
    rest, texts, length = iter(pieces), list[str](), 0
    while piece := list(islice(rest, PIECES)):
        length += sum(map(len, piece))
        bounded_text(length)
        texts.append("".join(piece))
    return "".join(texts)


def bounded_text(length: int) -> None:
    if length > LONGEST_TEXT:
        raise TooMuchError(f"it makes a text of more than {LONGEST_TEXT:,} characters")


def bounded(value: T) -> T:
    """A value as it is, unless there are too many values in it."""
    for count, _ in enumerate(_within(value)):
        if count > MOST_VALUES:
            raise TooMuchError(f"it makes a list of more than {MOST_VALUES:,} values")
    return value


def _within(value: object) -> Iterator[object]:
    """A value and those in it. Each is seen as often as it occurs: a list of itself twice, again and again, is long."""
    waiting = [iter((value,))]
    while waiting:
        for each in waiting[-1]:
            yield each
            if isinstance(each, dict):
                waiting.append(iter((*each.keys(), *each.values())))
                break
            if isinstance(each, (list, tuple)):
                waiting.append(iter(each))
                break
        else:
            waiting.pop()
