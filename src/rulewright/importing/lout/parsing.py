"""Parse Lout: tokens become objects by precedence; definitions add symbols.

The text of a file comes in; `parse` returns its object and its definitions. `a b //1v @B { c }` becomes two
objects joined downwards by `//1v`: the words `a b`, and a call of `@B` with `c` at its right. `state` expands it next.

What binds tighter has the higher precedence: operators downwards have 5, across 6, in a line 7; symbols 10 to 100; and
words that touch 102. A scope has the symbols that are known at a place, by name.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePosixPath

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.base.limits import LOUT_LEVELS, LOUT_UNITS, RUN, SOURCE_BYTES
from rulewright.importing.lout.objects import (
    OPERATORS,
    Call,
    Direction,
    Notes,
    Object,
    Scope,
    Symbol,
    Word,
    give_up,
    is_empty,
    join,
    nothing,
    plain,
)
from rulewright.importing.lout.symbols import PACKAGES, ROWS, declarations
from rulewright.importing.lout.tokens import Kind, Token, units
from rulewright.importing.sources import decoded
from rulewright.source.opening import CannotOpenError, read_file

INCLUDES = {"@Include": False, "@SysInclude": True}
"""Symbols that include a file, and whether the file comes with Lout."""
SUFFIXES = ("", ".lt", ".lout", ".ld")
"""Ends that Lout or its users add to the name of a file."""


def parse(text: str, name: str, folder: Path, notes: Notes) -> tuple[Object, list[Symbol]]:
    """Parse a text into its object and its definitions; `Failure` if it exceeds a limit.

    `name` is that of its file in messages, and `folder` has the files that it includes.
    """
    reader = Reader(Stream(folder, PurePosixPath(name).parent, notes), notes)
    reader.stream.push(units(text, name, notes))
    return reader.document(_standard().inside()), reader.defined


class Stream:
    """A sequence of units: words, signs and braces, as `tokens` divides a text.

    `waiting` has the units not read yet in reverse order, so that a macro or an included file can put its units first.
    There are two ways to look ahead: `next` replaces macros, as the body of a text needs it; `after`, and `waiting[-1]`
    in the head of a definition, show the units as they are written.

    `shown` is the path of the folder in messages, and `read_files` are the paths of the files included so far.
    """

    def __init__(self, folder: Path, shown: PurePosixPath, notes: Notes) -> None:
        self.folder, self.shown, self.notes = folder, shown, notes
        self.read_files: set[str] = set()
        self.waiting: list[Token] = []
        self.last = Token(Kind.SIGNS, "", Span(""))
        self.unit_count = 0

    def push(self, tokens: Iterable[Token]) -> None:
        self.waiting += reversed([*tokens])

    def take(self) -> Token:
        self.unit_count += 1
        if self.unit_count > LOUT_UNITS.most:
            give_up(LOUT_UNITS, f"the text has {self.unit_count:,} units", self.last.span, "divide it")
        self.last = self.waiting.pop()
        return self.last

    def after(self, count: int = 1) -> Token | None:
        """A unit after the next one, as it is written."""
        return self.waiting[-1 - count] if len(self.waiting) > count else None

    def next(self, scope: Scope) -> Token | None:
        """The next unit, without taking it; None at the end. Replace macros and included files by their units."""
        while self.waiting:
            token = self.waiting[-1]
            if token.kind is Kind.SIGNS:
                symbol_signs = scope.longest(token.text) if len(token.text) <= RUN.most else ""
                if 0 < len(symbol_signs) < len(token.text):
                    token, rest = token.divided(len(symbol_signs))  # `//1` becomes `//` and `1`
                    self.waiting[-1:] = [rest, token]
                return token
            if token.kind is not Kind.LETTERS:
                return token
            symbol = scope.get(token.text)
            if symbol is not None and symbol.macro is not None:
                name = self.take()
                macro_units = [unit for unit in symbol.macro if isinstance(unit, Token)]
                self.push([replace(macro_units[0], spaced=name.spaced), *macro_units[1:]] if macro_units else [])
            elif token.text in INCLUDES and (self.after() or token).kind is Kind.OPEN:
                including = self.take()
                file_name = "".join(unit.text for unit in self.braced())
                self.push(self._included(file_name, including))
            else:
                return token
        return None

    def _included(self, name: str, including: Token) -> Iterable[Token]:
        """The units of a file beside the text; none if it was read before, or cannot be read, with a note."""
        file = next((name + suffix for suffix in SUFFIXES if (self.folder / (name + suffix)).is_file()), "")
        shown = (self.shown / file).as_posix()
        if not file:
            if not (INCLUDES[including.text] and name in PACKAGES):
                why = "no such file next to this one, so its definitions are unknown"
                self.notes.add(including.span, name, why)
            return ()
        if shown in self.read_files:
            return ()
        self.read_files.add(shown)
        try:
            text, _ = decoded(read_file(self.folder / file, self.folder, SOURCE_BYTES.most), file)
        except (CannotOpenError, Failure) as error:
            self.notes.add(including.span, file, f"the file {error!s}, so it was not read")
            return ()
        return units(text, shown, self.notes)

    def braced(self) -> list[Token]:
        """Take a pair of braces and return the units between them."""
        opened, depth = self.take(), 1
        inside: list[Token] = []
        while self.waiting:
            token = self.take()
            depth += {Kind.OPEN: 1, Kind.CLOSE: -1}.get(token.kind, 0)
            if depth == 0:
                return inside
            inside.append(token)
        self.notes.add(opened.span, "{", "this brace is never closed")
        return inside


HEADS = {"left", "right", "body", "named", "import", "export", "precedence", "associativity", "into", "force"}
"""Words that begin a part of the head of a definition, before its body."""
LOOSEST, TIGHTEST = 10, 100
"""The precedences that a definition may have."""
DATABASES = {"@Database", "@SysDatabase"}
SETTINGS = {"@Use", "@PrependGraphic", "@SysPrependGraphic", "fontdef", "langdef", *DATABASES}
"""Symbols with settings in braces, in front of a text."""
BEGINS = {"def", "macro", "import", "export", "extend", *SETTINGS}
"""Words that begin a definition or a setting."""
BEGIN, END = "@Begin", "@End"
TOUCHING = 102
"""The precedence by which two words without a blank are one object."""
BODY_PRECEDENCE = 103
"""The precedence of a `body` parameter without braces: it takes the next word only."""


@dataclass
class Reader:
    """Read one text, with the files that it includes, by recursive descent.

    A method that reads takes its units from the stream. `standard` marks symbols that come with Lout; `depth` counts
    the objects that are open. `scope.inside(…)` makes an inner scope with more symbols.
    """

    stream: Stream
    notes: Notes
    standard: bool = False
    defined: list[Symbol] = field(default_factory=list)
    depth: int = 0

    # Objects

    def document(self, scope: Scope) -> Object:
        """Read the whole text."""
        self.definitions(scope)
        so_far = self.object(scope)
        while (token := self.stream.next(scope)) is not None:
            self.notes.add(token.span, token.text, "this closes nothing")
            self.stream.take()
            so_far = join(Direction.LINE, so_far, " ", self.object(scope))
        return so_far

    def object(self, scope: Scope, least: int = 0) -> Object:
        """Read up to a unit that closes the object, or whose precedence is less than `least`.

        At `a | b / c`, 0 reads all of it, and the precedence of `|` reads `a | b`. What follows an operator is read
        with its precedence + 1, so in `a | b | c` the first `|` takes only `b`: operators associate to the left.
        """
        self.depth += 1
        if self.depth > LOUT_LEVELS.most:
            counted = f"objects are nested {self.depth} deep"
            give_up(LOUT_LEVELS, counted, self.stream.last.span, "close what is open, or divide the text")
        so_far: Object | None = None
        while (token := self.stream.next(scope)) is not None and token.kind is not Kind.CLOSE:
            if token.kind is Kind.LETTERS and token.text == END:
                break
            extended = self._extended(so_far, token, scope, least)
            if extended is None:
                break
            so_far = extended
        self.depth -= 1
        return so_far or nothing()

    def _extended(self, so_far: Object | None, token: Token, scope: Scope, least: int) -> Object | None:
        """Join the object so far and the next unit; None if the unit belongs to an object around it."""
        operator = OPERATORS.get(token.text) if token.kind is Kind.SIGNS and scope.get(token.text) is None else None
        if operator is not None:
            return self._operator(so_far, operator, scope) if operator.value >= least else None
        symbol = scope.get(token.text) if token.kind in (Kind.LETTERS, Kind.SIGNS) else None
        if symbol is not None and symbol.left is not None:
            return self.call(symbol, scope, so_far or nothing()) if symbol.precedence >= least else None
        if so_far is None:
            return self._first(symbol, scope)
        # objects in a line: `a b`, or `a{ b }`, which joins as loosely; letters and signs that touch bind tightest
        is_beside_brace = token.kind is Kind.OPEN or self.stream.last.kind is Kind.CLOSE
        precedence = Direction.LINE.value if token.spaced or is_beside_brace else TOUCHING
        if precedence < least:
            return None
        return join(Direction.LINE, so_far, " " if token.spaced else "", self.object(scope, precedence + 1))

    def _operator(self, so_far: Object | None, direction: Direction, scope: Scope) -> Object:
        """Read an operator, its gap and the object after it."""
        glue = self.stream.take().text + self._gap(scope)
        right = self.object(scope, direction.value + 1)
        return join(direction, so_far or nothing(), " " if direction is Direction.LINE else glue, right)

    def _gap(self, scope: Scope) -> str:
        """Read the length after an operator without a blank: `//1.2vx`."""
        length = ""
        while (token := self.stream.next(scope)) is not None and token.kind in (Kind.LETTERS, Kind.SIGNS):
            is_symbol = scope.get(token.text) or token.text in OPERATORS
            may_be_gap = not length and token.text.startswith("@")  # a symbol for a length: `//@Gap`
            if token.spaced or (is_symbol and not may_be_gap):
                break
            length += self.stream.take().text
        return length

    def _first(self, symbol: Symbol | None, scope: Scope) -> Object:
        """Read the beginning of an object: a call, an object in braces, or a word."""
        token = self.stream.waiting[-1]
        if symbol is not None:
            return self.call(symbol, scope)
        if token.kind is Kind.OPEN:
            return self._enclosed(scope)
        if token.kind is Kind.LETTERS and token.text.startswith("@") and len(token.text) > 1:
            return self._unknown(token, scope)
        self.stream.take()
        return Word(token.text, token.span, token.kind in (Kind.QUOTED, Kind.VERBATIM))

    def _enclosed(self, scope: Scope, symbol: Symbol | None = None) -> Object:
        """Read the object in braces, as the operand of `symbol` if any, or between `@Begin` and `@End @Name`."""
        opened = self.stream.take()
        enclosed = self.object(scope)
        self._close(opened, symbol, scope)
        return enclosed

    def _unknown(self, token: Token, scope: Scope) -> Call:
        """Read a symbol without a definition. Braces after it, or the number of a rule, are its parameter."""
        self.stream.take()
        call = Call(Symbol(token.text, unknown=True), token.span)
        following = self.stream.next(scope)
        if following is None:
            return call
        after = self.stream.after()
        in_filled_braces = following.kind is Kind.OPEN and (after or following).kind is not Kind.CLOSE
        if following.text == BEGIN or in_filled_braces:
            call.right = self._enclosed(scope, call.symbol)
        elif following.spaced:
            # `@See 4.3` takes the number of a rule, and `{ @See 4 }` any number at the end
            is_rule = following.kind is Kind.SIGNS and following.text[0].isdigit() and "." in following.text
            is_last = following.text.isdecimal() and after is not None and after.kind is Kind.CLOSE
            call.right = self.object(scope, TOUCHING) if is_rule or is_last else None
        return call

    def call(self, symbol: Symbol, scope: Scope, left: Object | None = None) -> Call:
        """Read a symbol with its options and the object after it."""
        call = Call(symbol, self.stream.take().span, left=left)
        self._options(call, scope)
        if symbol.right is None:
            return call
        scope = scope.inside(symbol.exported)  # what is at the right of a symbol sees what it exports
        token = self.stream.next(scope)
        has_begin = token is not None and token.text == BEGIN and token.kind is Kind.LETTERS
        has_body = symbol.braced and token is not None and token.kind is Kind.OPEN
        if has_begin or has_body:
            call.right = self._enclosed(scope, symbol)
        else:
            # if the symbol associates to the left, the object ends before another symbol of the same precedence
            least = BODY_PRECEDENCE if symbol.braced else symbol.precedence + (0 if symbol.to_the_right else 1)
            call.right = self.object(scope, least)
        return call

    def _options(self, call: Call, scope: Scope) -> None:
        """Read the options of a call, such as `margin { 1c } paint { red }`."""
        named = call.symbol.named
        while named and (token := self.stream.next(scope)) is not None:
            value = self.stream.after()
            if token.text not in named or value is None or (value.kind is not Kind.OPEN and value.text != BEGIN):
                return
            self.stream.take()
            option = named[token.text]
            argument = self._enclosed(scope.inside(call.symbol.exported, option.parameters), option)
            if option.name in call.options:
                again = f"{call.name} has the option {token.text!r} twice; the last counts"
                self.notes.add(token.span, plain(call.options[option.name]), again)
            call.options[option.name] = argument

    # Definitions

    def definitions(self, scope: Scope) -> None:
        """Read and declare all definitions that come next.

        `import @A export @B def @C { … }`: the body of `@C` sees what `@A` exports, and others may use its `@B`.
        """
        outer, exports = scope, frozenset[str]()
        while (token := self.stream.next(scope)) is not None and token.text in BEGINS and self._defines(token):
            self.stream.take()
            match token.text:
                case "export":
                    exports = frozenset(self._names(BEGINS))
                case "import" | "extend":
                    imported = filter(None, map(outer.get, self._names(BEGINS)))
                    outer = outer.inside(*(symbol.exported for symbol in imported))
                case "def":
                    self._definition(scope, outer, exports)
                    outer, exports = scope, frozenset()
                case "macro":
                    name = self.stream.take()
                    units = self.stream.braced() if self._at(Kind.OPEN) else []
                    scope.declare(name.text, Symbol(name.text, macro=tuple(units), standard=self.standard))
                case _:
                    self._setting(token, scope)

    def _parameters(self, symbol: Symbol, scope: Scope) -> None:
        """Read the head of a definition, such as `left x named gap {}`, up to its body or default."""
        while (token := self.stream.next(scope)) is not None and token.text in HEADS:
            self.stream.take()
            match token.text:
                case "left":
                    symbol.left = self._parameter()
                case "right" | "body":
                    symbol.right, symbol.braced = self._parameter(), token.text == "body"
                case "named":
                    self._named(symbol, scope)
                case "precedence":
                    word = self._word()
                    symbol.precedence = min(max(int(word), LOOSEST), TIGHTEST) if word.isdecimal() else TIGHTEST
                case "associativity":
                    symbol.to_the_right = self._word() != "left"
                case "into":
                    if self._at(Kind.OPEN):
                        self.stream.braced()
                case _:
                    self._names(HEADS)

    def _names(self, ends: Container[str]) -> list[str]:
        """Read several names, such as those after `export`."""
        names = []
        while (token := next(reversed(self.stream.waiting), None)) is not None and token.text not in ends:
            if token.kind not in (Kind.LETTERS, Kind.QUOTED):
                break
            names.append(self.stream.take().text)
        return names

    def _at(self, kind: Kind) -> bool:
        """Whether the next unit is of a kind."""
        return bool(self.stream.waiting) and self.stream.waiting[-1].kind is kind

    def _named(self, symbol: Symbol, scope: Scope) -> None:
        """Read an option with its other names and its default, such as `paint p { none }`, after `named`."""
        parameter = self._parameter()
        other_names = self._names(HEADS)
        self._parameters(parameter, scope)
        if self._at(Kind.OPEN):
            parameter.body = self._enclosed(scope.inside(parameter.parameters))
        symbol.named.update(dict.fromkeys((parameter.name, *other_names), parameter))

    def _parameter(self) -> Symbol:
        return Symbol(self._word(), parameter=True, standard=self.standard)

    def _word(self) -> str:
        return self.stream.take().text if self.stream.waiting else ""

    def _defines(self, token: Token) -> bool:
        """Whether a word such as `import` begins a definition; it may also begin a sentence."""
        following = self.stream.after()
        if following is None:
            return False
        later = (self.stream.after(count) for count in (2, 3, 4))
        braces_soon = any(unit is not None and unit.kind is Kind.OPEN for unit in later)
        names_symbol = following.kind is Kind.QUOTED or following.text.startswith("@")
        return names_symbol or token.text in SETTINGS or (token.text in ("def", "macro") and braces_soon)

    def _setting(self, token: Token, scope: Scope) -> None:
        """Read a package with its settings, or a database. Only what a package exports matters; the rest is layout."""
        while self.stream.waiting and self.stream.waiting[-1].text.startswith("@"):
            self.stream.take()
        words = [unit.text for unit in self.stream.braced()] if self._at(Kind.OPEN) else []
        for symbol in filter(None, map(scope.get, words)):
            for name, exported in symbol.exported.items():
                scope.declare(name, exported)
        if token.text in DATABASES:
            self.notes.add(token.span, " ".join(words), "databases are not read")

    def _definition(self, scope: Scope, outer: Scope, exports: frozenset[str]) -> None:
        """Read a definition and declare its symbol in `scope`; `exports` are the names in it that others may use.

        The scopes from the outside in: `outer`, which is `scope` with imports; then the symbol and its parameters; then
        the definitions in its body, which are kept as `symbol.inner`.
        """
        name = self.stream.take()
        symbol = Symbol(name.text, standard=self.standard, exports=exports)
        scope.declare(name.text, symbol)
        self.defined.append(symbol)
        self._parameters(symbol, outer)
        with_parameters = outer.inside({name.text: symbol}, symbol.parameters)
        token = self.stream.next(with_parameters)
        if token is None or (token.kind is not Kind.OPEN and token.text != BEGIN):
            self.notes.add(name.span, name.text, "this definition has no body")
            return
        opened, body_scope = self.stream.take(), with_parameters.inside()
        self.definitions(body_scope)
        symbol.inner = dict(body_scope.names.maps[0])  # the names of this scope alone
        symbol.body = self.object(body_scope)
        self._close(opened, symbol, with_parameters)

    def _close(self, opened: Token, symbol: Symbol | None, scope: Scope) -> None:
        """Read what closes a brace or `@Begin`; `@End` names the symbol that it ends."""
        token = self.stream.next(scope)
        is_brace = opened.kind is Kind.OPEN
        if token is None or (token.kind is not Kind.CLOSE if is_brace else token.text != END):
            self.notes.add(opened.span, opened.text, "this is never closed")
            return
        self.stream.take()
        name = self.stream.next(scope)
        if not is_brace and name is not None and name.text.startswith("@"):
            self.stream.take()
            if symbol is not None and name.text != symbol.name:
                ends = f"this ends {name.text}, but {symbol.name} is still open"
                self.notes.add(name.span, name.text, ends)


@cache
def _standard() -> Scope:
    """The symbols that come with Lout. One with an empty body stands for itself: a box, a font, a list."""
    scope = Scope()
    reader = Reader(Stream(Path(), PurePosixPath(), Notes()), Notes(), standard=True)
    reader.stream.push(units(declarations(), "", reader.notes))
    reader.definitions(scope)
    for symbol in scope.names.values():
        symbol.body = None if is_empty(symbol.body) else symbol.body
    row = scope.names["@Row"]
    for name in ROWS:
        scope.declare(name, replace(row, name=name))
    return scope
