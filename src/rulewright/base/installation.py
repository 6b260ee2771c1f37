"""A digest of what every result depends on: this tool, Python, the packages and the system's libraries.

`installation` returns it, and `user_store` the store whose results belong to it: after an update of the tool or of a
package, nothing stored before is used. Like `cache`, this module imports very little. The tool's files are read again
only if they may have changed; the store has their stamps.
"""

import json
import os
import sys
from collections.abc import Mapping
from functools import cache

from rulewright.base.installed_profiles import places
from rulewright.base.listing import NO_FILES, Listing, clock, contents, digest, listing, settled
from rulewright.base.store import Store, user_folder

LIBRARIES = "/etc/ld.so.cache"
"""Linux rewrites this file when system libraries change."""
TOOL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder of the package `rulewright`."""
MOST_BYTES = 2**26
"""Bytes that the store of this installation may hold; its results take about three million."""
TEMPLATES = next(filter(os.path.isdir, (os.path.join(TOOL, "templates"), os.path.join(TOOL, "..", "..", "templates"))))
"""The folder of the templates and themes that come with the tool: as installed, or in its repository."""
FOLDERS = {"tool": TOOL, "templates": TEMPLATES}


def own_folder() -> str:
    """Return the folder for results that depend only on the installation, shared by all users.

    It is beside Python's compiled modules; if that cannot be written, it is the user's cache folder.
    """
    compiled = os.path.join(TOOL, "__pycache__")
    return os.path.join(compiled, "results") if os.access(compiled, os.W_OK) else user_folder()


def own_store() -> Store:
    """Return the store for results that depend only on the installation."""
    return Store(own_folder(), installation(), MOST_BYTES)


def user_store() -> Store:
    """Return the user's store."""
    return Store(user_folder(), installation())


def installation() -> str:
    """Return a digest of everything installed that results depend on."""
    packages = [[path, _time_of_change(path)] for path in sys.path if path.endswith("-packages")]
    tool = {name: contents(files) for name, files in _tool().items()}
    profiles = [_time_of_change(path) for path in places()]
    return digest(json.dumps([sys.version, packages, _time_of_change(LIBRARIES), profiles, tool]))


@cache
def tool_version() -> str:
    """Return a digest of this tool's code and Python's version; machines with the same one give the same proofs."""
    return digest(json.dumps([sys.version_info[:2], contents(_tool()["tool"])], sort_keys=True))


def _tool() -> Mapping[str, Listing]:
    """Return the files of the tool and of its templates with their digests; unchanged files are not read again."""
    began, store = clock(), Store(own_folder())
    key = store.key("stamps of the tool", TOOL)
    earlier: dict[str, Listing] = json.loads(store.find(key) or b"{}")
    present = {name: listing(folder, earlier.get(name, NO_FILES)) for name, folder in FOLDERS.items()}
    settled_files = {name: settled(files, began) for name, files in present.items()}
    if settled_files != earlier:
        store.keep(key, json.dumps(settled_files).encode())
    return present


def _time_of_change(path: str) -> int:
    """Return when a file or folder was changed, in nanoseconds; 0 if there is none."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:  # not Linux
        return 0
