"""Tables whose cells stay in a file of a spreadsheet: CSV, TSV, XLSX or ODS.

    from: data/weapons.csv

The file is read as cells with their places (`separated.py`, `xlsx.py`, `ods.py`). `filling.py` puts these in the place
of `cells`, `records` or another key of the table, as if they stood in YAML. So all later stages know nothing of it: the
kinds of keys and cells, findings, proof, translation and print are those of any table, and each finding points at the
line and the address of its cell.

XLSX is read with openpyxl, which is imported only where there is such a file. ODS has none that is well kept; but it
holds each cell as it is shown, so a hundred lines are enough. Both are archives of XML, which may be made to harm:
`archive.py` opens only what is small when unpacked, and refuses declarations of entities.
"""
