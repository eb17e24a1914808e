"""A deterministic simulation of two workers on one database and Discord, in which anything may fail between two steps.

The workers run the bot's own code: the dispatch of an interaction, the service, the store's statements, the outbox and
its relay, leases and the lead. Only the edges are replaced, and each of them is in one module:

- `loop.py`: the event loop of one process, in virtual time
- `network.py`: time, chance, processes that are killed or frozen, and requests that take time
- `database.py`: a PostgreSQL server: its write lock, crashes, and commits whose confirmation is lost
- `discord.py`: Discord: nonces, interactions that expire, and requests that are lost before or after they take effect
- `worker.py`: what `hosting.py` does with a worker
- `story.py`: two people who play, the faults, and the promises that must hold afterwards

A seed decides everything, so a failure is repeated by its seed: `python -m tests.simulation 7` prints what happens with
seed 7, and `python -m tests.simulation 0 5000` tries 5,000 seeds from 0 on.
"""
