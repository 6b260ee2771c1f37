"""The digest of a file, which is read in parts."""

from hashlib import sha256
from pathlib import Path

import pytest

from rulewright.base.listing import CHUNK, digest, listing


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_a_file_has_the_digest_of_its_content_however_long_it_is(tmp_path: Path, size: int) -> None:
    data = bytes(at % 251 for at in range(size))
    (tmp_path / "file").write_bytes(data)
    assert listing(str(tmp_path))["file"][-1] == digest(data)


def test_a_file_that_grows_while_it_is_read_has_the_digest_of_all_that_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")

    begun: list[bytes] = []

    def growing(data: bytes = b"") -> object:
        """The first digest is begun before the file is read, and is of no use."""
        begun.append(data)
        if len(begun) == 1:
            file.write_bytes(b"before and after")
        return sha256(data)

    monkeypatch.setattr("hashlib.sha256", growing)
    assert listing(str(tmp_path))["file"][-1] == digest(b"before and after")
