"""The units of a text as the reader takes them: macros replaced, included files put in, runs of signs divided."""

from collections.abc import Iterable
from dataclasses import replace

from rulewright.findings import Span
from rulewright.importing.lout.including import Folder
from rulewright.importing.lout.objects import Symbol
from rulewright.importing.lout.symbols import Scope
from rulewright.importing.lout.tokens import Kind, Token
from rulewright.importing.lout.trouble import Trouble, give_up
from rulewright.limits import LOUT_UNITS, RUN

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
