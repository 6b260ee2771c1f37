"""Replace a function of WeasyPrint in every module that has imported it."""

import sys
from collections.abc import Callable
from typing import Any


def replace_function(old: Callable[..., Any], new: Callable[..., Any]) -> None:
    for name, module in sys.modules.items():
        if name.startswith("weasyprint.") and getattr(module, old.__name__, None) is old:
            setattr(module, old.__name__, new)
