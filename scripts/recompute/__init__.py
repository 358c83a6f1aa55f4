"""An independent computation of `results/report/numbers.json`, from definitions.

`evidence` reads what was committed; `statistics` has the estimates and their intervals; each other
file computes a family of ids. None of this is the program's code, or calls it.
"""
