"""Findings and printed cells in the formats that people and machines read: `check --format`, `tables --format`."""
