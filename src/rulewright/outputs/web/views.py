"""The values that the templates of pages about editions place."""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.base.messages.messages import Message


@dataclass(frozen=True, slots=True)
class HistoryView:
    """An edition that changed a thing: its number and day, the kinds of change, and a link to the changes.

    For a change by a layer, `base` is the title of the game below, `why` is the reason, and there is no edition.
    """

    edition: str
    day: str
    verbs: Message
    href: str
    base: str = ""
    why: Markup | None = None


@dataclass(frozen=True, slots=True)
class EditionView:
    """A published edition, with the changed things (`named`) and a summary of the changes (`meaning`).

    `dated` is the `day` in ISO format.
    """

    edition: str
    day: str
    dated: str
    href: str
    meaning: Message
    named: tuple[str, ...]
