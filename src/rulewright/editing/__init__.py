"""Changes of source files: `fmt`, `rename` and `stubs`; and a source with errors printed as a draft."""
