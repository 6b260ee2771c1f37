"""Files of the source in their normal form, so that two authors' edits meet in one file without conflict.

An entry has its keys in the order in which they are declared, and the entries of a section have lines of their own. All
else stays as its author wrote it: comments go with what they stand above or beside, and quotes, breaks of lines and the
order of rules remain. Round-trip YAML libraries do not keep that: ruamel.yaml breaks long lists within brackets so that
they cannot be read again, writes invisible characters for their escapes, and leaves comments behind when keys move. So
whole pieces of the text move, found by the places in our own tree; and the result is read again and compared.
"""
