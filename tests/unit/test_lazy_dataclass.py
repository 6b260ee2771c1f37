"""A lazy dataclass is the library's in all that the tool does with one: each test makes the same class by both."""

import dataclasses
import pickle
import weakref
from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest

from rulewright.lazy_dataclass import dataclass as lazy

T = TypeVar("T")
Decorator = Callable[..., Any]
both = pytest.mark.parametrize("dataclass", [dataclasses.dataclass, lazy], ids=["library", "lazy"])
KINDS = [
    {"frozen": frozen, "slots": slots, "order": order, "eq": True}
    for frozen in (True, False)
    for slots in (True, False)
    for order in (True, False)
] + [{"eq": False}, {"eq": False, "frozen": True}, {"kw_only": True}]


def card(dataclass: Decorator, **options: bool) -> Any:
    @dataclass(**options)
    class Card:
        name: str
        blocks: list[str] = dataclasses.field(default_factory=list)
        line: int = dataclasses.field(default=0, compare=False, repr=False)
        words: int = dataclasses.field(init=False, default=7)
        bands: tuple[str, ...] = dataclasses.field(default=(), kw_only=True)

    return Card


def outcome(work: Callable[[], object]) -> object:
    """What comes of it: the value, or the words of the fault."""
    try:
        return work()
    except (TypeError, AttributeError) as error:
        return type(error), str(error).rpartition(".")[2]


TRIALS: dict[str, Callable[[Any], object]] = {
    "all values": lambda card: repr(card(name="Fire", blocks=["a"], line=3, bands=("x",))),
    "the usual values": lambda card: repr(card(name="Fire")),
    "a list of its own": lambda card: card(name="Fire").blocks is card(name="Fire").blocks,
    "a value that is none of init": lambda card: card(name="Fire", words=3),
    "by place": lambda card: repr(card("Fire", ["a"], 3)),
    "a name by place": lambda card: repr(card("Fire", ["a"], 3, ("x",))),
    "too little": lambda card: card(),
    "too much": lambda card: card(name="Fire", size=3),
    "what is told": lambda card: card(name="Fire").line,
    "equal but for what is not compared": lambda card: card(name="Fire", line=1) == card(name="Fire", line=2),
    "not equal": lambda card: card(name="Fire") == card(name="Assault"),
    "another kind": lambda card: card(name="Fire") == "Fire",
    "less": lambda card: card(name="Assault") < card(name="Fire"),
    "as much": lambda card: card(name="Fire") >= card(name="Fire"),
    "hashed with a list": lambda card: hash(card(name="Fire")) and None,
    "hashed alike": lambda card: len(
        {*map(hash, [card(name="Fire", blocks=()), card(name="Fire", blocks=(), line=4)])}
    ),
    "another value": lambda card: repr(dataclasses.replace(card(name="Fire"), name="Assault")),
    "assigned": lambda card: setattr(card(name="Fire"), "name", "Assault"),
    "deleted": lambda card: delattr(card(name="Fire"), "name"),
    "as a mapping": lambda card: dataclasses.asdict(card(name="Fire", blocks=["a"])),
    "its fields": lambda card: [each.name for each in dataclasses.fields(card)],
    "matched by place": lambda card: card.__match_args__,
    "its slots": lambda card: getattr(card, "__slots__", None),
}


@pytest.mark.parametrize("trial", TRIALS)
@pytest.mark.parametrize(
    "options", KINDS, ids=lambda options: " ".join(name for name in options if options[name]) or "eq"
)
def test_it_does_what_the_library_does(options: dict[str, bool], trial: str) -> None:
    plain, late = card(dataclasses.dataclass, **options), card(lazy, **options)
    assert outcome(lambda: TRIALS[trial](late)) == outcome(lambda: TRIALS[trial](plain))


@both
def test_what_a_class_defines_itself_stays(dataclass: Decorator) -> None:
    @dataclass(frozen=True, slots=True)
    class Number:
        value: int

        def __repr__(self) -> str:
            return f"No. {self.value}"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Number) and self.value % 10 == other.value % 10

        def __hash__(self) -> int:
            return self.value % 10

    assert repr(Number(12)) == "No. 12"
    assert len({Number(2), Number(12), Number(3)}) == 2


@both
def test_it_goes_on_after_its_values_are_set(dataclass: Decorator) -> None:
    @dataclass(frozen=True)
    class Roll:
        dice: int

        def __post_init__(self) -> None:
            object.__setattr__(self, "dice", self.dice * 6)

        @cached_property
        def most(self) -> int:
            return self.dice + 1

    assert (Roll(2).dice, Roll(2).most) == (12, 13)


@both
def test_an_heir_has_the_values_of_both(dataclass: Decorator) -> None:
    @dataclass(frozen=True, slots=True, weakref_slot=True)
    class Need(Generic[T]):
        name: T
        why: str = "so"

    @dataclass(frozen=True, slots=True)
    class Library(Need[str]):
        files: tuple[str, ...] = ()

    library = Library("pango", files=("a", "b"))
    assert (library.name, library.why, library.files) == ("pango", "so", ("a", "b"))
    assert library != Need("pango")
    assert weakref.ref(library)() is library
    assert repr(library).endswith("Library(name='pango', why='so', files=('a', 'b'))")


@lazy(frozen=True, slots=True)
class Sent:
    """Of a module, as what travels between processes."""

    name: str
    sizes: tuple[int, ...] = ()


def test_it_travels_between_processes() -> None:
    sent = Sent("fire", (1, 2))
    assert pickle.loads(pickle.dumps(sent)) == sent


def test_a_method_is_compiled_once_it_is_called() -> None:
    made = card(lazy, frozen=True)
    late = made.__repr__
    assert "Fire" in repr(made(name="Fire"))
    assert made.__repr__ is not late
    assert made.__repr__.__qualname__.endswith("Card.__repr__")
