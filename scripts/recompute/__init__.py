"""A second computation of `results/report/numbers.json`: its own code, from definitions.

`evidence` reads what was committed; `statistics` has the estimates and their intervals; the other
files each compute a family of ids. Nothing here is or calls the program's code.
"""
