"""Rulewright: publishes the rules of games, and proves that what is printed agrees with the rules."""

__version__ = "0.1.0"
