"""Claims of bullets: small expressions over the domains of a game that a proof evaluates at every combination.

Claims have only comparisons, `and`, `or`, `not` and sums, as in `cover is wood and firepower >= 2`. The name of a table
stands for its value at the combination.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.keys import date_keys, value_hint
from rulewright.entries.keyset import KeySet, sets_with
from rulewright.entries.names import did_you_mean, listed
from rulewright.entries.numbers import Plain, decimal
from rulewright.source.nodes import Scalar

Keys = Mapping[str, int]
"""The key of each variable at one combination."""


class Undecided(Exception):
    """Raised if a claim needs a table value that the rules leave open."""


TableLookup = Callable[[str, Keys], int | float | None]
"""Return a table's number at a combination, or None if the table says nothing. Raise Undecided at an open question."""

COMPARE: Mapping[str, Callable[[float | Fraction, float | Fraction], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Number:
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Variable:
    """The number of a domain's value: `scale` times its key. `scale` differs from 1 only for measures."""

    name: str
    scale: int | Fraction = 1


@dataclass(frozen=True, slots=True)
class TableValue:
    table: str


@dataclass(frozen=True, slots=True)
class Sum:
    left: "Amount"
    right: "Amount"
    minus: bool


Amount = Number | Variable | TableValue | Sum


@dataclass(frozen=True, slots=True)
class Comparison:
    sign: str
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Among:
    """The variable's key is in the set."""

    name: str
    keys: KeySet


@dataclass(frozen=True, slots=True)
class Not:
    inner: "Condition"


@dataclass(frozen=True, slots=True)
class Both:
    left: "Condition"
    right: "Condition"


@dataclass(frozen=True, slots=True)
class Either:
    left: "Condition"
    right: "Condition"


Condition = Comparison | Among | Not | Both | Either


@dataclass(frozen=True, slots=True)
class Claim:
    """A condition with its text, its variables and its tables.

    A `one_way` claim only says what is true if the condition is ("a 1 always passes"), not what is true otherwise.
    """

    condition: Condition
    variables: tuple[str, ...]
    tables: tuple[str, ...]
    text: str
    span: Span
    one_way: bool = False


def holds(condition: Condition, keys: Keys, table: TableLookup) -> bool:
    """Whether the condition is true at one combination. A comparison with a missing table value is false."""
    match condition:
        case Among(name, among):
            return keys[name] in among
        case Comparison(sign, left, right):
            one, other = _amount(left, keys, table), _amount(right, keys, table)
            return one is not None and other is not None and COMPARE[sign](one, other)
        case Not(inner):
            return not holds(inner, keys, table)
        case Both(first, second):
            return holds(first, keys, table) and holds(second, keys, table)
        case Either(first, second):
            return holds(first, keys, table) or holds(second, keys, table)


def _amount(amount: Amount, keys: Keys, table: TableLookup) -> int | float | Fraction | None:
    match amount:
        case Number(value):
            return value
        case Variable(name, scale):
            return keys[name] * scale
        case TableValue(name):
            return table(name, keys)
        case Sum(left, right, minus):
            one, other = _amount(left, keys, table), _amount(right, keys, table)
            if one is None or other is None:
                return None
            return one - other if minus else one + other


# Reading: `or` binds weakest, then `and`, `not`, comparisons and sums

TOKEN = re.compile(
    r"\s*(?:(?P<date>[0-9]{1,2}/[0-9]{2,4})|(?P<number>[0-9]{1,15}(?:\.[0-9]{1,6})?)"
    r"|(?P<name>[A-Za-z_]\w*(?:-[A-Za-z_]\w*)*)|(?P<sign>>=|<=|==|!=|[≥≤≠=<>+(),]|[-−]))"
)
HYPHENATED = re.compile(r"\s*([A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+|[0-9]+[A-Za-z][A-Za-z0-9]*)(?!\w)")
"""A token that may be a name of the game, such as pz-4 or 88mm."""
LONGEST = 300
"""The most tokens in a claim, so that readers can follow it and recursion stays shallow."""
SIGNS = {"≥": ">=", "≤": "<=", "==": "=", "≠": "!=", "−": "-"}
COMPARISONS = (">=", "<=", ">", "<", "=", "!=")
EXACTLY = ("is", "=")
DATE_WORDS = (*EXACTLY, ">", "<", ">=", "<=", "after", "before", "from", "since", "until", "through")
CLAIM_HINT = "a claim compares, as in: cover is wood and firepower >= 2"


class _Unreadable(Exception):
    """The text is not an expression: a message, the offset of the wrong token, a hint and an unknown name."""

    def __init__(self, message: str, at: int, hint: str = "", unknown: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.hint, self.unknown = message, at, hint, unknown


@dataclass(frozen=True, slots=True)
class _Token:
    form: str
    text: str
    at: int


class NumberTable(Protocol):
    """A table that a claim may name for its number."""

    @property
    def axes(self) -> Sequence[Axis]: ...
    @property
    def why_no_number(self) -> tuple[str, str]:
        """Why it gives no single number, and a hint; two empty texts if it gives one."""


@dataclass(frozen=True)
class ClaimReader:
    """A reader of conditions over the domains, tables and facts of a game, each by id.

    A table that could not be read, and so has findings, is None. A claim may name a fact instead of its number.
    """

    domains: Mapping[str, Domain]
    tables: Mapping[str, NumberTable | None] = field(default_factory=dict)
    facts: Mapping[str, Plain] = field(default_factory=dict)

    def read_claim(self, written: Scalar, findings: Findings) -> Claim | None:
        """Read a claim. Return None, with a finding, if it is not one."""
        try:
            return _Reader(written, self).read()
        except _Unreadable as unreadable:
            span = written.at(unreadable.at, len(written.value[unreadable.at :].split(" ")[0]))
            hint = unreadable.hint or CLAIM_HINT
            findings.add(Finding("bad-claim", span, unreadable.message, hint, unknown=unreadable.unknown))
            return None


class _Reader:
    """A recursive descent over the tokens of one claim."""

    def __init__(self, scalar: Scalar, game: ClaimReader) -> None:
        self.scalar, self.domains, self.all_tables, self.facts = scalar, game.domains, game.tables, game.facts
        self.axes = dict(game.domains)
        names = (name.id for domain in game.domains.values() for name in (*domain.names, *domain.groups))
        self.tokens = self._tokens(scalar.value, {*game.domains, *game.tables, *game.facts, *names})
        self.at = 0
        self.variables: dict[str, None] = {}
        self.tables: dict[str, None] = {}

    @staticmethod
    def _tokens(text: str, names: set[str]) -> list[_Token]:
        """Split a claim into tokens. `pz-4` and `88mm` are names only if the game has them."""
        tokens: list[_Token] = []
        at = 0
        end = len(text.rstrip())
        while at < end:
            whole = HYPHENATED.match(text, at)
            match = TOKEN.match(text, at)
            if whole is not None and whole[1] in names:
                tokens.append(_Token("name", whole[1], whole.start(1)))
                at = whole.end()
                continue
            if match is None:
                at = end - len(text[at:end].lstrip())
                raise _Unreadable(f"a claim cannot contain {text[at]!r}", at)
            form = str(match.lastgroup)
            written = match[form]
            tokens.append(_Token(form, SIGNS.get(written, written), match.start(form)))
            at = match.end()
            if len(tokens) > LONGEST:
                raise _Unreadable("the claim is too long", 0, "divide it among several bullets")
        return [*tokens, _Token("end", "", end)]

    def read(self) -> Claim:
        one_way = self._take("if") is not None
        condition = self._either()
        if self.token.form != "end":
            raise _Unreadable(f"{self.token.text!r} was not expected here", self.token.at)
        variables, tables = tuple(self.variables), tuple(self.tables)
        return Claim(condition, variables, tables, self.scalar.value, self.scalar.span, one_way)

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def _take(self, *texts: str) -> _Token | None:
        if self.token.form != "end" and self.token.text in texts:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def _either(self) -> Condition:
        left = self._both()
        while self._take("or"):
            left = Either(left, self._both())
        return left

    def _both(self) -> Condition:
        left = self._negation()
        while self._take("and"):
            left = Both(left, self._negation())
        return left

    def _negation(self) -> Condition:
        """Read `not …`, a condition in brackets, or a comparison."""
        if self._take("not"):
            return Not(self._negation())
        if self.token.text == "(" and not self._opens_sum():
            self.at += 1
            inner = self._either()
            if not self._take(")"):
                raise _Unreadable("a closing bracket is missing", self.token.at)
            return inner
        return self._comparison()

    def _opens_sum(self) -> bool:
        """Return whether the bracket here holds a sum: a comparison or `+` or `-` follows its end."""
        depth = 0
        for token, following in pairwise(self.tokens[self.at :]):
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                return following.text in (*COMPARISONS, "+", "-")
        return False

    def _comparison(self) -> Condition:
        """Read a condition on one domain, or a comparison of two sums."""
        domain = self.domains.get(self.token.text)
        if domain is not None and domain.names:
            return self._content(domain) if domain.sets else self._membership(domain)
        if domain is not None and domain.calendar is not None:
            return self._date(domain)
        left = self._sum()
        sign = self._take(*COMPARISONS)
        if sign is None:
            raise _Unreadable("a comparison is missing here", self.token.at, "compare with >=, <=, >, <, = or !=")
        return Comparison(sign.text, left, self._sum())

    def _membership(self, domain: Domain) -> Condition:
        """Read `unit is vehicle`, `unit is not vehicle`, `unit in latw, towed-gun` or `unit not in …`."""
        name = self._advance().text
        self.variables[name] = None
        negated = self._take("not") is not None
        word = self._take("in", "is", "=", "!=")
        if word is None:
            raise _Unreadable(
                f"{name!r} is a choice of names", self.token.at, f"write: {name} is …, or: {name} in …, …"
            )
        negated ^= word.text == "!=" or (word.text == "is" and self._take("not") is not None)
        keys = self._value(domain)
        while word.text == "in" and self._take(","):
            keys |= self._value(domain)
        among = Among(name, keys)
        return Not(among) if negated else among

    def _date(self, domain: Domain) -> Condition:
        """Read `date after 9/43`, `date is 9/43` or `date >= 9/43`."""
        name, word, written = self._advance().text, self._take(*DATE_WORDS), self.token
        keys = None
        if word is not None and written.form in ("date", "number"):
            keys = date_keys(f"{'' if word.text in EXACTLY else word.text} {written.text}".strip(), domain)
        if keys is None:
            raise _Unreadable(f"{name!r} is a date", written.at, f"write: {name} after 9/43, or: {name} is 9/43")
        self.at += 1
        self.variables[name] = None
        return Among(name, keys & domain.keys)

    def _content(self, domain: Domain) -> Condition:
        """Read `state has moving`, `state has only moving`, `state has no moving` or `state is none`."""
        name = self._advance().text
        self.variables[name] = None
        if self._take("is", "="):
            if not self._take("none"):
                raise _Unreadable(f"{name!r} is a set of names", self.token.at, f"write: {name} is none")
            return Among(name, KeySet.of([0]))
        if not self._take("has"):
            hint = f"write: {name} has …, {name} has only …, or: {name} is none"
            raise _Unreadable(f"{name!r} is a set of names", self.token.at, hint)
        only, lacks = self._take("only"), self._take("no", "not")
        one = self._member(domain)
        if only:
            return Among(name, KeySet.of([1 << one]))
        has_name = Among(name, sets_with(one, len(domain.names)))
        return Not(has_name) if lacks else has_name

    def _member(self, domain: Domain) -> int:
        token = self._advance()
        position = domain.position(token.text)
        if position is None:
            hint = did_you_mean(token.text, domain.ids, f"its names are: {listed(domain.ids)}")
            raise _Unreadable(f"{token.text!r} is not a name of {domain.id!r}", token.at, hint)
        return position

    def _advance(self) -> _Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def _value(self, domain: Domain) -> KeySet:
        """Read a value or a group of a domain of names."""
        token = self._advance()
        position = domain.position(token.text)
        if position is not None:
            return KeySet.of([position])
        if token.form == "end":
            raise _Unreadable(f"a value of {domain.id!r} is missing here", token.at)
        for group in domain.groups:
            if group.id == token.text:
                return group.members
        hint = value_hint(token.text, (*domain.names, *domain.groups))
        raise _Unreadable(f"{token.text!r} is not a value of {domain.id!r}", token.at, hint)

    def _use_table(self, token: _Token) -> None:
        """Record that the claim uses a table.

        The table must give numbers, and each of its axes must be the domain of the same name.
        """
        self.tables[token.text] = None
        table = self.all_tables[token.text]
        if table is None:
            return
        why, hint = table.why_no_number
        if why:
            raise _Unreadable(f"the table {token.text!r} {why}", token.at, hint)
        for axis in table.axes:
            if self.axes.setdefault(axis.name, axis.domain) != axis.domain:
                message = f"the table {token.text!r} has an axis {axis.name!r} that is not the domain of that name"
                raise _Unreadable(message, token.at, "rename the axis in the table")

    def _sum(self) -> Amount:
        left = self._amount()
        while sign := self._take("+", "-"):
            left = Sum(left, self._amount(), sign.text == "-")
        return left

    def _amount(self) -> Amount:
        """Read a number, a domain of numbers, a table, a fact, or a sum in brackets."""
        token = self._advance()
        if token.form == "number":
            return Number(decimal(token.text) if "." in token.text else int(token.text))
        if token.text == "-":
            return Sum(Number(0), self._amount(), minus=True)
        if token.text == "(":
            inner = self._sum()
            if not self._take(")"):
                raise _Unreadable("a closing bracket is missing", self.token.at)
            return inner
        if token.form == "name" and token.text in self.domains:
            if self.domains[token.text].names:
                what = "a set" if self.domains[token.text].sets else "a choice"
                raise _Unreadable(f"{token.text!r} is {what} of names, not a number", token.at)
            if self.domains[token.text].calendar is not None:
                raise _Unreadable(f"{token.text!r} is a date, not a number", token.at)
            self.variables[token.text] = None
            step = self.domains[token.text].step
            return Variable(token.text, 1 if step is None else step / 2)
        if token.form == "name" and token.text in self.all_tables:
            self._use_table(token)
            return TableValue(token.text)
        if token.form == "name" and token.text in self.facts:
            value = self.facts[token.text]
            if isinstance(value, int):
                return Number(value)
            raise _Unreadable(f"the fact {token.text!r} is not a number", token.at)
        if token.form == "name":
            names = [*self.domains, *self.all_tables, *self.facts]
            hint = did_you_mean(token.text, names, "declare it under domains")
            raise _Unreadable(f"there is no domain or table {token.text!r}", token.at, hint, token.text)
        raise _Unreadable("a number or a name is missing here", token.at)
