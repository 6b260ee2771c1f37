"""Settlements: a person's decisions about statements of a source document."""

from rulewright.entries.entry import NamedEntry, key
from rulewright.entries.roles import Names


class Settlement(NamedEntry, noun="a settlement"):
    """A decision about a statement of a source, so that `rulewright compare` does not ask about it again.

    It is valid until the source or the game changes the statements, because their ids change with the words.
    """

    because: str = key("Why nothing is lost, or why it was left out", "because: The table says the same.")
    statements: Names = key(
        "The statements of the game that stand for it, by the ids that `rulewright compare` prints",
        "said: [hits-5d0e11aa]",
        default=(),
        otherwise="none: it was left out on purpose",
        name="said",
    )
