"""Addresses at which lines of the source are edited, on a forge such as GitHub, GitLab or Codeberg."""

from urllib.parse import quote

from rulewright.findings import Span

EDIT_WORDS = ("{file}", "{line}")
"""What an author writes in such an address."""


def edit_address(template: str, span: Span) -> str:
    """The address for one place; empty where the author gives no template or the place is unknown."""
    if not template or not span.file:
        return ""
    return template.replace("{file}", quote(span.file)).replace("{line}", str(span.line or 1))
