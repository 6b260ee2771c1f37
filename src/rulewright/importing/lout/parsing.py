"""Parse Lout: tokens become objects by precedence; definitions add symbols."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from rulewright.findings import Span
from rulewright.importing.lout.known import ROWS, declarations
from rulewright.importing.lout.objects import (
    OPERATORS,
    Call,
    Direction,
    Object,
    Scope,
    Symbol,
    Trouble,
    Word,
    give_up,
    is_empty,
    join,
    nothing,
    plain,
)
from rulewright.importing.lout.tokens import Folder, Kind, Token, units
from rulewright.limits import LOUT_LEVELS, LOUT_UNITS, RUN

INCLUDES = {"@Include": False, "@SysInclude": True}


class Stream:
    """Units in a row. The next is the last of `waiting`."""

    def __init__(self, folder: Folder, trouble: Trouble) -> None:
        self.folder, self.trouble = folder, trouble
        self.waiting: list[Token] = []
        self.last = Token(Kind.SIGNS, "", Span(""))
        self.taken = 0

    def push(self, tokens: Iterable[Token]) -> None:
        self.waiting += reversed([token for token in tokens if token.kind is not Kind.COMMENT])

    def take(self) -> Token:
        self.taken += 1
        if self.taken > LOUT_UNITS.most:
            give_up(LOUT_UNITS, f"the text has {self.taken:,} units", self.last.span, "divide it")
        self.last = self.waiting.pop()
        return self.last

    def after(self, count: int = 1) -> Token | None:
        """A unit beyond the next, as it was written."""
        return self.waiting[-1 - count] if len(self.waiting) > count else None

    def next(self, scope: Scope) -> Token | None:
        """The next unit, which stays."""
        while self.waiting:
            token = self.waiting[-1]
            if token.kind is Kind.SIGNS:
                return self._divided(token, scope)
            if token.kind is not Kind.LETTERS:
                return token
            symbol = scope.get(token.text)
            if symbol is not None and symbol.macro is not None:
                self._replace(symbol)
            elif token.text in INCLUDES and (self.after() or token).kind is Kind.OPEN:
                self._include()
            else:
                return token
        return None

    def _divided(self, token: Token, scope: Scope) -> Token:
        found = scope.longest(token.text) if len(token.text) <= RUN.most else ""
        if 0 < len(found) < len(token.text):
            first, rest = token.divided(len(found))
            self.waiting[-1:] = [rest, first]
            return first
        return token

    def _replace(self, symbol: Symbol) -> None:
        used = self.take()
        units = [token for token in symbol.macro or () if isinstance(token, Token)]
        self.push([replace(units[0], spaced=used.spaced), *units[1:]] if units else [])

    def _include(self) -> None:
        symbol = self.take()
        name = "".join(token.text for token in self.braced())
        self.push(self.folder.included(name, symbol.span, INCLUDES[symbol.text], self.trouble))

    def braced(self) -> list[Token]:
        """The units between two braces, which go."""
        opened, depth = self.take(), 1
        found: list[Token] = []
        while self.waiting:
            token = self.take()
            depth += {Kind.OPEN: 1, Kind.CLOSE: -1}.get(token.kind, 0)
            if depth == 0:
                return found
            found.append(token)
        self.trouble.note(opened.span, "{", "no brace closes this one")
        return found


HEADS = {"left", "right", "body", "named", "import", "export", "precedence", "associativity", "into", "force"}
LOOSEST, TIGHTEST = 10, 100
"""The precedences that a definition may have."""


@dataclass
class Parameters(ABC):
    """Reads from a stream; `known` marks symbols that come with Lout."""

    stream: Stream
    trouble: Trouble
    known: bool = False
    defined: list[Symbol] = field(default_factory=list)

    @abstractmethod
    def braces(self, scope: Scope) -> Object: ...

    def parameters(self, symbol: Symbol, scope: Scope) -> None:
        """Up to the body of a symbol, or to the default of a parameter that has parameters itself."""
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
                    symbol.precedence = self._precedence()
                case "associativity":
                    symbol.to_the_right = self._word() != "left"
                case "into":
                    self.stream.braced() if self.at(Kind.OPEN) else None
                case _:
                    self.names(HEADS)

    def names(self, ends: Container[str]) -> list[str]:
        """Names in a row, such as those after `export`."""
        found = []
        while (token := next(reversed(self.stream.waiting), None)) is not None and token.text not in ends:
            if token.kind not in (Kind.LETTERS, Kind.QUOTED):
                break
            found.append(self.stream.take().text)
        return found

    def at(self, kind: Kind) -> bool:
        """Whether the next unit is of a kind."""
        return bool(self.stream.waiting) and self.stream.waiting[-1].kind is kind

    def _named(self, symbol: Symbol, scope: Scope) -> None:
        parameter = self._parameter()
        others = self.names(HEADS)
        self.parameters(parameter, scope)
        if self.at(Kind.OPEN):
            parameter.body = self.braces(scope.inside(parameter.parameters))
        symbol.named.update(dict.fromkeys((parameter.name, *others), parameter))

    def _parameter(self) -> Symbol:
        return Symbol(self._word(), parameter=True, known=self.known)

    def _precedence(self) -> int:
        text = self._word()
        return min(max(int(text), LOOSEST), TIGHTEST) if text.isdecimal() else TIGHTEST

    def _word(self) -> str:
        return self.stream.take().text if self.stream.waiting else ""


DATABASES = {"@Database", "@SysDatabase"}
SETTINGS = {"@Use", "@PrependGraphic", "@SysPrependGraphic", "fontdef", "langdef", *DATABASES}
BEGINS = {"def", "macro", "import", "export", "extend", *SETTINGS}
BEGIN, END = "@Begin", "@End"


@dataclass
class Around:
    """The scope of the next definition, and which of the definitions in it others may use."""

    scope: Scope
    exports: frozenset[str] = frozenset()


class Definitions(Parameters, ABC):
    """Reads definitions from a stream. Those that come with Lout are `known`."""

    @abstractmethod
    def object(self, scope: Scope, least: int = 0) -> Object: ...

    def definitions(self, scope: Scope) -> None:
        """Declares all definitions that come next."""
        around = Around(scope)
        while (token := self.stream.next(scope)) is not None and token.text in BEGINS and self._defines(token):
            self.stream.take()
            match token.text:
                case "export":
                    around.exports = frozenset(self.names(BEGINS))
                case "import" | "extend":
                    around.scope = self._imported(around.scope)
                case "def":
                    self._definition(scope, around)
                    around = Around(scope)
                case "macro":
                    self._macro(scope)
                case _:
                    self._setting(token, scope)

    def _defines(self, token: Token) -> bool:
        """A word such as `import` may also begin a sentence."""
        following = self.stream.after()
        if following is None:
            return False
        named = following.kind is Kind.QUOTED or following.text.startswith("@")
        return named or token.text in SETTINGS or (token.text in ("def", "macro") and self._braces_soon())

    def _braces_soon(self) -> bool:
        soon = (self.stream.after(count) for count in (2, 3, 4))
        return any(token is not None and token.kind is Kind.OPEN for token in soon)

    def _imported(self, scope: Scope) -> Scope:
        known = [symbol for name in self.names(BEGINS) if (symbol := scope.get(name)) is not None]
        return scope.inside(*(symbol.exported for symbol in known))

    def _macro(self, scope: Scope) -> None:
        name = self.stream.take()
        units = self.stream.braced() if self.at(Kind.OPEN) else []
        scope.declare(name.text, Symbol(name.text, macro=tuple(units), known=self.known))

    def _setting(self, token: Token, scope: Scope) -> None:
        """A package with its settings, or a database: what it exports may be used, the rest is layout."""
        while self.stream.waiting and self.stream.waiting[-1].text.startswith("@"):
            self.stream.take()
        words = [unit.text for unit in self.stream.braced()] if self.at(Kind.OPEN) else []
        for symbol in filter(None, map(scope.get, words)):
            for name, each in symbol.exported.items():
                scope.declare(name, each)
        if token.text in DATABASES:
            self.trouble.note(token.span, " ".join(words), "databases are not read")

    def _definition(self, scope: Scope, around: Around) -> None:
        name = self.stream.take()
        symbol = Symbol(name.text, known=self.known, exports=around.exports)
        scope.declare(name.text, symbol)
        self.defined.append(symbol)
        self.parameters(symbol, around.scope)
        self._body(symbol, around.scope.inside({name.text: symbol}, symbol.parameters), name)

    def _body(self, symbol: Symbol, scope: Scope, name: Token) -> None:
        token = self.stream.next(scope)
        if token is None or (token.kind is not Kind.OPEN and token.text != BEGIN):
            self.trouble.note(name.span, name.text, "this definition has no body")
            return
        opened, inner = self.stream.take(), scope.inside()
        self.definitions(inner)
        symbol.inner = dict(inner.names.maps[0])
        symbol.body = self.object(inner)
        self.close(opened, symbol, scope)

    def close(self, opened: Token, symbol: Symbol | None, scope: Scope) -> None:
        """What closes a brace or `@Begin`; `@End` names the symbol that it ends."""
        token = self.stream.next(scope)
        if token is None or (token.kind is not Kind.CLOSE if opened.kind is Kind.OPEN else token.text != END):
            self.trouble.note(opened.span, opened.text, "nothing closes this")
            return
        self.stream.take()
        name = self.stream.next(scope)
        if opened.kind is not Kind.OPEN and name is not None and name.text.startswith("@"):
            self.stream.take()
            if symbol is not None and name.text != symbol.name:
                ends = f"this ends {name.text}, but {symbol.name} was begun last"
                self.trouble.note(name.span, name.text, ends)


TOUCHING = 102
"""The precedence by which two words without a blank are one object."""
BRACED = 103


class Reader(Definitions):
    """Reads one text, with the files that it includes."""

    depth = 0

    def document(self, scope: Scope) -> Object:
        """The whole text."""
        self.definitions(scope)
        found = self.object(scope)
        while (token := self.stream.next(scope)) is not None:
            self.trouble.note(token.span, token.text, "nothing is open that this could close")
            self.stream.take()
            found = join(Direction.LINE, found, " ", self.object(scope))
        return found

    def object(self, scope: Scope, least: int = 0) -> Object:
        """Everything up to what closes it, or binds less than `least`."""
        self.depth += 1
        if self.depth > LOUT_LEVELS.most:
            counted = f"objects are nested {self.depth} deep"
            give_up(LOUT_LEVELS, counted, self.stream.last.span, "close what is open, or divide the text")
        found: Object | None = None
        while (token := self.stream.next(scope)) is not None and not _ends(token):
            more = self._more(found, token, scope, least)
            if more is None:
                break
            found = more
        self.depth -= 1
        return found if found is not None else nothing()

    def _more(self, found: Object | None, token: Token, scope: Scope, least: int) -> Object | None:
        """What has been found, with the next unit; None where that belongs to something around it."""
        operator = OPERATORS.get(token.text) if token.kind is Kind.SIGNS and scope.get(token.text) is None else None
        if operator is not None:
            return self._operator(found, operator, scope) if operator.value >= least else None
        symbol = scope.get(token.text) if token.kind in (Kind.LETTERS, Kind.SIGNS) else None
        if symbol is not None and symbol.left is not None:
            left = found if found is not None else nothing()
            return self.call(symbol, scope, left) if symbol.precedence >= least else None
        if found is None:
            return self._first(symbol, scope)
        braces = Kind.OPEN is token.kind or self.stream.last.kind is Kind.CLOSE
        binds = Direction.LINE.value if token.spaced or braces else TOUCHING
        if binds < least:
            return None
        return join(Direction.LINE, found, " " if token.spaced else "", self.object(scope, binds + 1))

    def _operator(self, found: Object | None, direction: Direction, scope: Scope) -> Object:
        glue = self.stream.take().text + self._gap(scope)
        left = found if found is not None else nothing()
        return join(
            direction, left, " " if direction is Direction.LINE else glue, self.object(scope, direction.value + 1)
        )

    def _gap(self, scope: Scope) -> str:
        """The length that touches an operator: `//1.2vx`."""
        length = ""
        while (
            (token := self.stream.next(scope)) is not None
            and not token.spaced
            and token.kind in (Kind.LETTERS, Kind.SIGNS)
        ):
            if (scope.get(token.text) or token.text in OPERATORS) and (length or not token.text.startswith("@")):
                break
            length += self.stream.take().text
        return length

    def _first(self, symbol: Symbol | None, scope: Scope) -> Object:
        token = self.stream.waiting[-1]
        if symbol is not None:
            return self.call(symbol, scope)
        if token.kind is Kind.OPEN:
            return self.braces(scope)
        if token.kind is Kind.LETTERS and token.text.startswith("@") and len(token.text) > 1:
            return self._unknown(token, scope)
        self.stream.take()
        return Word(token.text, token.span, token.kind in (Kind.QUOTED, Kind.VERBATIM))

    def braces(self, scope: Scope) -> Object:
        opened = self.stream.take()
        found = self.object(scope)
        self.close(opened, None, scope)
        return found

    def _unknown(self, token: Token, scope: Scope) -> Call:
        """A symbol without a definition. Braces after it, or the number of a rule, are taken for its parameter."""
        self.stream.take()
        call = Call(Symbol(token.text, unknown=True), token.span)
        following = self.stream.next(scope)
        if following is None:
            return call
        if following.text == BEGIN:
            call.right = self._begun(call.symbol, scope)
        elif following.kind is Kind.OPEN and (self.stream.after() or following).kind is not Kind.CLOSE:
            call.right = self.braces(scope)
        elif following.spaced and (_is_rule_number(following) or self._is_last_number(following)):
            call.right = self.object(scope, TOUCHING)
        return call

    def _is_last_number(self, token: Token) -> bool:
        after = self.stream.after()
        return token.text.isdecimal() and after is not None and after.kind is Kind.CLOSE

    def call(self, symbol: Symbol, scope: Scope, left: Object | None = None) -> Call:
        """A symbol with its options and the object after it."""
        call = Call(symbol, self.stream.take().span, left=left)
        self._options(call, scope)
        if symbol.right is not None:
            call.right = self._right(symbol, scope.inside(symbol.exported))
        return call

    def _options(self, call: Call, scope: Scope) -> None:
        named = call.symbol.named
        while named and (token := self.stream.next(scope)) is not None:
            value = self.stream.after()
            if token.text not in named or value is None or (value.kind is not Kind.OPEN and value.text != BEGIN):
                return
            self.stream.take()
            option = named[token.text]
            inner = scope.inside(call.symbol.exported, option.parameters)
            found = self.braces(inner) if value.kind is Kind.OPEN else self._begun(option, inner)
            if option.name in call.options:
                again = f"{call.name} has the option {token.text!r} twice; the last counts"
                self.trouble.note(token.span, plain(call.options[option.name]), again)
            call.options[option.name] = found

    def _right(self, symbol: Symbol, scope: Scope) -> Object:
        token = self.stream.next(scope)
        if token is not None and token.text == BEGIN and token.kind is Kind.LETTERS:
            return self._begun(symbol, scope)
        if symbol.braced and token is not None and token.kind is Kind.OPEN:
            return self.braces(scope)
        return self.object(scope, BRACED if symbol.braced else symbol.precedence + (0 if symbol.to_the_right else 1))

    def _begun(self, symbol: Symbol, scope: Scope) -> Object:
        """What stands between `@Begin` and `@End @Name`."""
        begun = self.stream.take()
        found = self.object(scope)
        self.close(begun, symbol, scope)
        return found


def _ends(token: Token) -> bool:
    return token.kind is Kind.CLOSE or (token.kind is Kind.LETTERS and token.text == END)


def _is_rule_number(token: Token) -> bool:
    return token.kind is Kind.SIGNS and token.text[0].isdigit() and "." in token.text


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
