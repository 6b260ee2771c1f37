"""Changes that Rulewright makes to WeasyPrint at run time, one file each.

Every file says what is wrong or missing upstream, and what to report. The patches are written for one version of
WeasyPrint; other versions run unpatched.
"""

import weasyprint

from rulewright.pdf.patches import column_blocks, hanging_space, list_tags, page_hook, table_grid

VERSION = "70."


def apply_patches() -> None:
    """Apply all patches if WeasyPrint has the right version."""
    if weasyprint.__version__.startswith(VERSION):
        for module in (hanging_space, column_blocks, list_tags, table_grid, page_hook):
            module.patch()
