"""Diagrams as drawings: SVG that needs neither a font nor a style sheet, the same bytes for the same diagram."""
