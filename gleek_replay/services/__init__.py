"""The use cases: one call each for the web, the command line and workers.

Each takes a session of the database and who asks, and finds or stores only what is of the caller's club.
What it refuses is a :class:`gleek_replay.services.refusals.Refusal`.
"""
