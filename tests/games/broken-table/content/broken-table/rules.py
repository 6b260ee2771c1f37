"""Rules code that disagrees with one cell of its table."""

import math
from enum import Enum


class Unit(Enum):
    FOOT = "foot"
    GUN = "gun"
    VEHICLE = "vehicle"


class Terrain(Enum):
    OPEN = "open"
    COVER = "cover"


def sighted(unit: Unit, terrain: Terrain) -> int | float:
    """Vehicles in the open are seen from anywhere; a gun in cover is as hard to see as a man."""
    if unit is Unit.VEHICLE:
        return 8 if terrain is Terrain.COVER else math.inf
    return 2 if terrain is Terrain.COVER else 8
