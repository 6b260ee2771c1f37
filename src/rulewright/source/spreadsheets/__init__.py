"""Tables whose cells are in a spreadsheet: CSV, TSV, XLSX or ODS.

    from: data/weapons.csv

`data_file.py` reads the file as cells with their places. `filling.py` puts these in the place of `cells`, `records` or
another key of the table, as if they were written in YAML. So no later stage needs to know: the kinds of keys and cells,
findings, proof, translation and print are those of any table, and each finding points at the line and the address of
its cell.
"""
