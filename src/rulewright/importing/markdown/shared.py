"""What all sections of an import share."""

from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Ids, Remark, Unread
from rulewright.importing.grids import Names
from rulewright.importing.markdown.inline import Cleaner
from rulewright.importing.markdown.links import Links
from rulewright.importing.markdown.pictures import Pictures
from rulewright.importing.markdown.references import Citations, Mentions
from rulewright.importing.markdown.sections import Document


@dataclass(slots=True)
class Reading:
    """The names, the links and the pictures so far, and what is told."""

    links: Links
    citations: Citations
    mentions: Mentions
    names: Names
    pictures: Pictures
    unread: list[Unread]
    remarks: list[Remark]
    examples: Ids = field(default_factory=Ids)
    noted: set[tuple[str, str]] = field(default_factory=set)

    def cleaner(self, document: Document, rule: str) -> Cleaner:
        """For the texts of a rule."""

        def picture(token: Token, origin: Span) -> Token | None:
            return self.pictures.taken(token, document.file, origin)

        return Cleaner(
            document.file, self.links, self.citations, self.mentions, document.notes, self.unread, picture, own=rule
        )
