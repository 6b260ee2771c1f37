"""The rules code of a game and of those that it extends, as one module.

A definition of a layer stands where that of the same name stood below, so that what was made of it there is made of the
new one; everything else of the layer follows at the end. Lines of the layer that import from a game below are left out:
its names are in the module. `import … as` keeps the definition below, under the other name.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rulewright.source.layered import Origin


@dataclass(frozen=True, slots=True)
class Line:
    """A line of Python with its end, and where it stands."""

    text: str
    origin: Origin


Code = tuple[Line, ...]


def code_of(source: str, file: str) -> Code:
    """One file; each line ends with a line feed."""
    lines = re.split("\r\n|\r|\n", source.removeprefix("\ufeff"))
    if not lines[-1]:
        lines.pop()
    return tuple(Line(f"{text}\n", (file, number)) for number, text in enumerate(lines, 1))


def text_of(code: Iterable[Line]) -> str:
    return "".join(line.text for line in code)


def joined_code(below: Code, own: Code, games: Iterable[str]) -> Code:
    """The code of a layer over that of the `games` below; one after the other where one of them is no Python."""
    try:
        return tuple(_Layers(below, own, {module_name(game) for game in games}).lines())
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # loading the module says what is wrong
        return (*below, *own)


def module_name(game: str) -> str:
    """By which rules code imports from a game: iron_cross."""
    return game.replace("-", "_")


@dataclass(frozen=True, slots=True)
class _Part:
    """A statement at the left of a file with the decorators above it."""

    node: ast.stmt
    lines: Code

    @property
    def name(self) -> str:
        """The one name that it defines; empty if it is another kind of statement."""
        match self.node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                return name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                return name
        return ""


class _Layers:
    def __init__(self, below: Code, own: Code, modules: Collection[str]) -> None:
        self.below, self.own = _Module(below), _Module(own)
        self.imports = [part for part in self.own.parts if _is_from(part.node, modules)]
        named = [(each, part) for part in self.imports for each in part.node.names]  # type: ignore[attr-defined]
        self.others = {each.name: (each.asname, part.lines[0].origin) for each, part in named if each.asname}

    def lines(self) -> Iterator[Line]:
        defined = {part.name: part for part in self.own.parts if part.name}
        moved: dict[str, _Part] = {}
        for name, lines in self.below.pieces():
            if name not in defined:
                yield from lines
                continue
            if name in self.others:
                other, _ = self.others.pop(name)
                yield from _renamed(lines, name, other)
            if name not in moved:
                yield from defined[name].lines
                moved[name] = defined[name]
        yield from (Line(f"{other} = {name}\n", origin) for name, (other, origin) in self.others.items())
        gone = {line.origin for part in (*self.imports, *moved.values()) for line in part.lines}
        yield from (line for line in self.own.code if line.origin not in gone)


class _Module:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.parts = [_part(node, code) for node in ast.parse(text_of(code)).body]

    def pieces(self) -> Iterator[tuple[str, Code]]:
        """All lines: those of definitions with the name, and those between them."""
        begun = 0
        for part in self.parts:
            if part.name:
                at = self.code.index(part.lines[0], begun)
                yield "", self.code[begun:at]
                yield part.name, part.lines
                begun = at + len(part.lines)
        yield "", self.code[begun:]


def _part(node: ast.stmt, code: Code) -> _Part:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return _Part(node, code[first - 1 : node.end_lineno])


def _is_from(node: ast.stmt, modules: Collection[str]) -> bool:
    return isinstance(node, ast.ImportFrom) and not node.level and node.module in modules


def _renamed(lines: Code, name: str, other: str) -> Iterator[Line]:
    """A definition under another name, which is the first word like it after those that begin the statement."""
    pattern, found = re.compile(rf"^((?:def |class )?){re.escape(name)}\b"), False
    for line in lines:
        text = line.text if found else pattern.sub(rf"\g<1>{other}", line.text)
        found = found or text != line.text
        yield Line(text, line.origin)
