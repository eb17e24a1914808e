"""A pool of helper processes for long computations that would otherwise block the event loop.

`pool.py` schedules the calls; `helper.py` runs in each process. Neither knows what is computed. Log entries of a call
are returned with its result and logged by the pool.
"""

from processes.pool import HelperDied, HelperHung, Job, Pool

__all__ = ["HelperDied", "HelperHung", "Job", "Pool"]
