"""The printing of one game: one module for each kind of product, all of them within one run."""
