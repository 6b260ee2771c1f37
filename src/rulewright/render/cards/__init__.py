"""Cards: their layout as HTML, on paper and as charts, and the search for type that fits."""
