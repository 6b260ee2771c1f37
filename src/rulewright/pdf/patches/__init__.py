"""Changes that Rulewright makes to WeasyPrint at run time, one file each.

Every file says what is wrong or missing upstream, for which version, and what to report. A patch is applied only to
the version it was written for; other versions run unpatched.
"""

from collections.abc import Callable
from importlib import import_module

from rulewright.pdf.patches import column_blocks, hanging_space, list_tags, page_hook, table_grid

PATCHES: tuple[tuple[str, str, Callable[[], None]], ...] = (
    ("weasyprint", "70.", hanging_space.patch),
    ("weasyprint", "70.", column_blocks.patch),
    ("weasyprint", "70.", list_tags.patch),
    ("weasyprint", "70.", table_grid.patch),
    ("weasyprint", "", page_hook.patch),
)
"""The package, the prefix of its version, and the patch."""


def apply_patches() -> None:
    """Apply each patch whose package is installed in the right version."""
    for package, version, patch in PATCHES:
        if import_module(package).__version__.startswith(version):
            patch()
