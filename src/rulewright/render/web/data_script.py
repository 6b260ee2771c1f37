"""Data as scripts: a page that is opened from the file system may load nothing else.

Each script hands its data to its own `<script>` element, so nothing is global. A mark tells data from those of another
edition, which a host may send to a page that was opened before.
"""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def data_script(name: str, data: object) -> str:
    """Its element has the data by this name. A browser reads JSON in a string much faster than as a program."""
    return script_of(name, compact(data))


def script_of(name: str, text: str) -> str:
    """The same of data that are written as JSON already."""
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"document.currentScript.{name} = JSON.parse('{quoted}');\n"


def mark_of(data: object, signs: int) -> str:
    return mark_of_text(compact(data), signs)


def mark_of_text(text: str, signs: int) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest())[:signs].decode()
