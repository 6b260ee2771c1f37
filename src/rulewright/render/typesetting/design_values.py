"""Design values in stylesheets, which name them as CSS does: `var(--ink)`."""

import re
from collections.abc import Mapping

VALUE = re.compile(r"var\(--([a-z-]+)\)")


def filled(stylesheet: str, values: Mapping[str, str]) -> str:
    """The stylesheet with values in place of their names; a name without one stays, for another sheet to define."""
    return VALUE.sub(lambda found: values.get(found[1], found[0]), stylesheet)
