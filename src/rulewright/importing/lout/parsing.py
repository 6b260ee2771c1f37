"""A Lout text becomes a tree of objects: what it says, with the definitions of its own and of Lout."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from rulewright.importing.lout.including import Folder, units
from rulewright.importing.lout.known import ROWS, declarations
from rulewright.importing.lout.objects import Object, Symbol, is_empty
from rulewright.importing.lout.reading import Reader
from rulewright.importing.lout.stream import Stream
from rulewright.importing.lout.symbols import Scope
from rulewright.importing.lout.trouble import Trouble

NOWHERE = Folder(Path(), "")


@cache
def _standard() -> Scope:
    """The symbols that come with Lout. One with an empty body is what it is: a box, a font, a list."""
    scope = Scope()
    reader = Reader(Stream(NOWHERE, Trouble()), Trouble(), known=True)
    reader.stream.push(units(declarations(), "", reader.trouble))
    reader.definitions(scope)
    for symbol in scope.names.values():
        symbol.body = None if is_empty(symbol.body) else symbol.body
    row = scope.names["@Row"]
    for name in ROWS:
        scope.declare(name, replace(row, name=name))
    return scope


def parsed(text: str, name: str, folder: Folder, trouble: Trouble) -> tuple[Object, list[Symbol]]:
    """The objects of a text as they are written, and its definitions. `GivenUpError` where it exceeds a limit."""
    reader = Reader(Stream(folder, trouble), trouble)
    reader.stream.push(units(text, name, trouble))
    return reader.document(_standard().inside()), reader.defined
