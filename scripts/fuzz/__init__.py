"""Fuzzing what reads hand histories: any input gives an audit or a list of faults, soon and without keeping
memory. `make fuzz` runs it for ten minutes.
"""
