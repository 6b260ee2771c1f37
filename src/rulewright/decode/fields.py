"""Reading a mapping by expected type: each fault names the place, what stands there and what belongs there."""

from collections.abc import Iterable, Iterator

from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.language.lengths import read_length
from rulewright.language.texts import prose, reference
from rulewright.model.names import did_you_mean
from rulewright.model.paper import Millimetres
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind


class Fields:
    """The values of one mapping, asked for by name; unknown keys are faults as soon as it is made."""

    def __init__(self, node: Node, what: str, keys: Iterable[str], faults: Faults) -> None:
        self.what, self.span, self.faults = what, node.span, faults
        self.known = tuple(keys)
        self.sound = True
        self.values: dict[str, tuple[Scalar, Node]] = {}
        if isinstance(node, Mapping):
            self.values = {key.value: (key, value) for key, value in node.entries}
            self._refuse_unknown()
        elif not (isinstance(node, Scalar) and node.empty):
            self.sound = False  # said once: that its keys are missing too would only repeat it
            self.wrong(node, f"{what} is a mapping of keys to values")

    def _refuse_unknown(self) -> None:
        for name in [name for name in self.values if name not in self.known]:
            key, _ = self.values.pop(name)
            hint = did_you_mean(name, self.known, f"the keys of {self.what} are: {', '.join(self.known)}")
            self.faults.add(Diagnostic("unknown-key", key.span, f"{self.what} has no key {name!r}", hint))

    def fault(self, name: str, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.faults.add(Diagnostic(name, span, message, hint, labels))

    def wrong(self, node: Node, expected: str) -> None:
        """A value of the wrong form; a bare `[[` gets the hint its author needs."""
        hint = ""
        if isinstance(node, Sequence) and node.items and isinstance(node.items[0], Sequence):
            hint = 'text that begins with [[ needs quotes: "[[…]] …"'
        self.fault("wrong-type", node.span, f"{expected}, not {kind(node)}", hint)

    def has(self, name: str) -> bool:
        return name in self.values

    def node(self, name: str) -> Node | None:
        """The value under a key; None where the key is missing or has nothing after it."""
        value = self.values[name][1] if name in self.values else None
        return None if isinstance(value, Scalar) and value.empty else value

    def place(self, name: str) -> Span:
        return self.values[name][1].span if name in self.values else self.span

    def required(self, name: str) -> Node | None:
        value = self.node(name)
        if isinstance(value, Scalar) and not value.value.strip():
            value = None
        if value is None and self.sound:
            span = self.values[name][0].span if name in self.values else self.span
            self.fault("missing-key", span, f"{self.what} needs {name!r}")
        return value

    def scalar(self, name: str, required: bool = False) -> Scalar | None:
        value = self.required(name) if required else self.node(name)
        if value is None or isinstance(value, Scalar):
            return value
        self.wrong(value, f"{name!r} is text")
        return None

    def string(self, name: str, default: str = "", required: bool = False) -> str:
        value = self.scalar(name, required)
        return default if value is None else value.value

    def text(self, name: str, required: bool = False) -> Text | None:
        value = self.scalar(name, required)
        return None if value is None else prose(value, self.faults)

    def title(self, name: str = "title") -> Text:
        """Text that must be there; empty text where it is not, so that decoding goes on."""
        return self.text(name, required=True) or Text("", (), self.span)

    def flag(self, name: str) -> bool:
        value = self.scalar(name)
        if value is not None and value.value not in ("yes", "no"):
            self.fault("bad-value", value.span, f"{name!r} is yes or no, not {value.value!r}")
        return value is not None and value.value == "yes"

    def choice(self, name: str, options: tuple[str, ...]) -> str:
        """One of `options`; the first is the default."""
        value = self.scalar(name)
        if value is None:
            return options[0]
        if value.value not in options:
            hint = did_you_mean(value.value, options, "")
            which = " or ".join(part for part in (", ".join(options[:-1]), options[-1]) if part)
            self.fault("bad-value", value.span, f"{name!r} is {which}, not {value.value!r}", hint)
            return options[0]
        return value.value

    def strings(self, name: str) -> list[Scalar]:
        """A list of texts, or a single one."""
        value = self.node(name)
        if value is None:
            return []
        return [item for item in items(value, name, self.faults) if self._is_text(item, name)]  # type: ignore[misc]

    def _is_text(self, node: Node, name: str) -> bool:
        if isinstance(node, Scalar):
            return True
        self.wrong(node, f"{name!r} lists texts")
        return False

    def texts(self, name: str) -> tuple[Text, ...]:
        return tuple(prose(scalar, self.faults) for scalar in self.strings(name))

    def each(self, name: str) -> Iterator[tuple[Scalar, Node]]:
        """The entries of a mapping under a key."""
        value = self.node(name)
        if isinstance(value, Mapping):
            yield from value.entries
        elif value is not None:
            self.wrong(value, f"{name!r} is a mapping of names to values")

    def list(self, name: str) -> tuple[Node, ...]:
        """The items of a list under a key."""
        value = self.node(name)
        if value is None:
            return ()
        if isinstance(value, Sequence):
            return value.items
        self.wrong(value, f"{name!r} is a list")
        return ()

    def link(self, name: str, kind_: str, required: bool = False) -> Text | None:
        """A bare name that refers to a thing of one kind, read as text with that one link."""
        value = self.scalar(name, required)
        if value is None:
            return None
        return reference(value, kind_)


def items(node: Node, name: str, faults: Faults) -> tuple[Node, ...]:
    """A list's items; a single text counts as a list of one."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar):
        return (node,)
    faults.add(Diagnostic("wrong-type", node.span, f"{name!r} is a list, not {kind(node)}"))
    return ()


def length_between(fields: Fields, name: str, least: int, most: int, what: str) -> Millimetres | None:
    """The length under a key, from least to most millimetres; None where there is none, or it is at fault."""
    written = fields.scalar(name)
    if written is None:
        return None
    length = read_length(written.value)
    if length is None or not least <= length.value <= most:
        hint = f"write it in millimetres or inches, {least} to {most} mm: 4mm, ¼ in"
        fields.fault("bad-value", written.span, f"{written.value!r} is no {what}", hint)
        return None
    return length
