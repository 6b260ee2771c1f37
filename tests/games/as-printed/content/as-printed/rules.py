"""The retreat of an assault."""


def retreat_hexes(total: int) -> tuple[int, int]:
    """The far ends of the table retreat the whole way."""
    return (4, 4) if total >= 14 or total < -1 else (2, 4)
