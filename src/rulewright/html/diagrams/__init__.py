"""Draw diagrams as SVG that needs neither a font nor a style sheet. The same diagram always gives the same bytes."""
