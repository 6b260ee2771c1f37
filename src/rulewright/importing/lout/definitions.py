"""Reads what stands before the objects of a text, or of a body: `def`, `macro`, `import`, `export`, `@Use`, databases.

`def @Name precedence 50 left x right y named size { 2c } { body }`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from rulewright.importing.lout.objects import Object, Symbol
from rulewright.importing.lout.parameters import Parameters
from rulewright.importing.lout.symbols import Scope
from rulewright.importing.lout.tokens import Kind, Token

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
