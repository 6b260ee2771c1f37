"""Limits for one rendering: steps, time, and the sizes of texts, lists and numbers.

Without limits nested loops could run forever, and a text that doubles a few dozen times fills the memory. The compiled
code of every body in a template (a loop, a macro, a block, a file) first counts the steps in the body.
"""

import time
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from jinja2 import TemplateRuntimeError, nodes
from jinja2.compiler import CodeGenerator, Frame

T = TypeVar("T")

MOST_STEPS = 20_000_000
SECONDS = 20.0
"""Seconds of processor time, for work that the number of steps does not show."""
BETWEEN_CHECKS = 2_000
"""Steps between two checks of the clock."""
LONGEST_TEXT = 64 << 20
"""Characters of a page, or of any text that a template makes."""
LONGEST_FILTERED = 100_000
"""Characters of a text that a filter takes."""
MOST_VALUES = 100_000
"""Values in a list and in the lists within it."""
LARGEST_NUMBER = 1 << 64
LONG_TEXT, PER_STEP = 10_000, 16
"""Printing a text longer than this takes one step for each 16 characters."""
SIZE = "rulewright_size"
PIECES = 1 << 8
"""Pieces of text that are measured and joined together."""


class TooMuchError(TemplateRuntimeError):
    """A template exceeds one of the limits above."""


class Meter:
    """The steps and the time that one rendering has left."""

    def begin(self) -> None:
        self.left, self.spent, self.until = BETWEEN_CHECKS, 0, time.process_time() + SECONDS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            self.account()

    def account(self) -> None:
        """Raise TooMuchError if the template has used up its steps or its time."""
        self.spent += BETWEEN_CHECKS - self.left
        self.left = BETWEEN_CHECKS
        self.look_at_clock()
        if self.spent > MOST_STEPS:
            raise TooMuchError(f"it takes more than {MOST_STEPS:,} steps: a loop or a macro in it may never end")

    def look_at_clock(self) -> None:
        if time.process_time() > self.until:
            raise TooMuchError(f"it takes longer than {SECONDS:g} s: a loop or a macro in it may never end")


class MeteredCode(CodeGenerator):
    """Compile templates to code that counts its steps, and that limits the size of texts and lists."""

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
        """Write the usual case inline, without a call: half the time of a page goes into attributes and printing."""
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
    """Return the number of nodes in a tree, including its root. The result is cached on the node."""
    attributes = vars(node)
    if SIZE not in attributes:
        attributes[SIZE] = 1 + sum(map(_size, node.iter_child_nodes()))
    size: int = attributes[SIZE]
    return size


def concat(pieces: Iterable[str]) -> str:
    """Join all pieces; raise TooMuchError if the text gets too long."""
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
    """Return a value unchanged; raise TooMuchError if it holds too many values.

    A value counts each time it occurs: a list that holds another list twice, which holds a third twice, is long.
    """
    count, waiting = 0, [iter((value,))]
    while waiting:
        for each in waiting[-1]:
            count += 1
            if count > MOST_VALUES + 1:
                raise TooMuchError(f"it makes a list of more than {MOST_VALUES:,} values")
            if isinstance(each, (dict, list, tuple)):
                waiting.append(iter((*each.keys(), *each.values()) if isinstance(each, dict) else each))
                break
        else:
            waiting.pop()
    return value
