"""A located tree as an editor reads the file: plain scalars by the core schema of YAML 1.2."""

import re
from typing import Any

from rulewright.source.nodes import Mapping, Node, Scalar

WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}


def as_json(node: Node) -> Any:
    if isinstance(node, Scalar):
        return _scalar(node.value) if node.plain else node.value
    if isinstance(node, Mapping):
        return {key.value: as_json(value) for key, value in node.entries}
    return [as_json(item) for item in node.items]


def _scalar(text: str) -> Any:
    if text.lower() in WORDS and text in (text.lower(), text.title(), text.upper()):
        return WORDS[text.lower()]
    if re.fullmatch(r"[-+]?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", text):
        return float(text)
    return text
