"""What the scripts of a web page are told of its tables and procedures, read from the file that the page names."""

import json
import re
from collections.abc import Mapping
from typing import Any

NAMED = re.compile(r'<body [^>]*data-use="([^"?]+)\?([^"]+)"')


def page_data(files: Mapping[str, bytes], page: str) -> Any:
    """Its tables and procedures by their ids; None if it names no file. The file must have the mark that is named."""
    found = NAMED.search(files[page].decode())
    if found is None:
        return None
    data = script_data(files[f"{page.rpartition('/')[0]}/{found[1]}"].decode(), "use")
    assert data.pop("mark") == found[2]
    return data


def script_data(script: str, name: str) -> Any:
    """The data that a script hands to its element by this name."""
    match = re.fullmatch(rf"document\.currentScript\.{name} = JSON\.parse\('(.*)'\);\n", script)
    assert match
    return json.loads(re.sub(r"\\(.)", r"\1", match[1]))
