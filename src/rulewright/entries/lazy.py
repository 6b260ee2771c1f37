"""Entries whose keys are read one by one, when they are first asked for, by functions that build a value of the model.

They become `Entry`s, which are values themselves; see "A new kind of entry" in CONTRIBUTING.
"""

from rulewright.base.findings import Findings
from rulewright.entries.entry import Declaration, EntryReader, Key
from rulewright.source.nodes import Node

key = Key
"""Declare a key. Its name is the name of the attribute, unless `name` is given."""


class LazyEntry(EntryReader, Declaration):
    """The values of one mapping; the docstring of the class describes the entry."""

    def __init_subclass__(cls, after: str = "") -> None:
        """Collect the keys in the order of writing: own keys come last, or after the key `after` of the base."""
        own = {each.name: each for each in vars(cls).values() if isinstance(each, Key)}
        before = [*cls.declared][: [*cls.declared].index(after) + 1] if after else [*cls.declared]
        earlier = {name: cls.declared[name] for name in before} | own
        cls.declared = earlier | {name: key for name, key in cls.declared.items() if name not in earlier}

    def __init__(self, node: Node, what: str, findings: Findings) -> None:
        super().__init__(type(self), node, what, findings)
