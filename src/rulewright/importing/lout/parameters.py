"""Reads the parameters of a definition: what stands between its name and its body."""

from abc import ABC, abstractmethod
from collections.abc import Container
from dataclasses import dataclass, field

from rulewright.importing.lout.objects import Object, Symbol
from rulewright.importing.lout.stream import Stream
from rulewright.importing.lout.symbols import Scope
from rulewright.importing.lout.tokens import Kind
from rulewright.importing.lout.trouble import Trouble

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
