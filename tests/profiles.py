"""An ICC profile of a press that is nowhere, so that tests need no file of somebody else's."""

from struct import pack

LAB_SIDE = 3
"""Points of the table along each of L*, a* and b*."""
INK_SIDE = 2


def cmyk_profile() -> bytes:
    """Four inks of which black takes the lightness, red and yellow the warmth, and cyan the cold."""
    tags = {
        b"desc": b"desc" + bytes(4) + pack(">I", 5) + b"test\0" + bytes(78),
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": b"XYZ " + bytes(4) + pack(">3i", 63190, 65536, 54061),
        b"A2B0": _table(4, 3, INK_SIDE, _to_lab),
        b"B2A0": _table(3, 4, LAB_SIDE, _to_ink),
    }
    at, index, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        index += name + pack(">II", at + len(body), len(data))
        body += padded
    size = at + len(body)
    head = pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    head += pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + pack(">3i", 63190, 65536, 54061)
    return head + bytes(128 - len(head)) + pack(">I", len(tags)) + index + body


def _table(inputs: int, outputs: int, side: int, of: object) -> bytes:
    """An 8-bit table: curves that change nothing, and a grid with the last input running fastest."""
    assert callable(of)
    straight = bytes(range(256))
    points: list[list[int]] = [[]]
    for _ in range(inputs):
        points = [[*point, round(255 * at / (side - 1))] for point in points for at in range(side)]
    grid = b"".join(bytes(of(*point)) for point in points)
    identity = pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    head = b"mft1" + bytes(4) + bytes([inputs, outputs, side, 0]) + identity
    return head + straight * inputs + grid + straight * outputs


def _to_lab(cyan: int, magenta: int, yellow: int, black: int) -> tuple[int, int, int]:
    lightness = (255 - black) * (765 - cyan - magenta - yellow // 2) // 765
    return lightness, _byte(128 + (magenta - cyan) // 3), _byte(128 + (yellow - cyan) // 3)


def _to_ink(lightness: int, a: int, b: int) -> tuple[int, int, int, int]:
    return _byte(2 * (128 - a)), _byte(2 * (a - 128)), _byte(2 * (b - 128)), _byte((255 - lightness) // 2)


def _byte(value: int) -> int:
    return max(0, min(255, value))
