"""Reads Lout's objects by precedence: what binds more takes the object between two symbols.

From Lout's own manuals: `/` and `//` bind least (5), then `|` (6), `&` and blanks (7), symbols of users (100 unless
they say otherwise), and two words without a blank between them most (102), unless a brace touches there.
"""

from rulewright.importing.lout.definitions import BEGIN, END, Definitions
from rulewright.importing.lout.objects import Call, Direction, Object, Symbol, Word, join, nothing, plain
from rulewright.importing.lout.symbols import OPERATORS, Scope
from rulewright.importing.lout.tokens import Kind, Token
from rulewright.importing.lout.trouble import give_up
from rulewright.limits import LOUT_LEVELS

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
