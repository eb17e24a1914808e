"""One pool of helper processes for long computations, so that the event loop never waits for them.

`pool.py` decides which call is next and which helper does it; `helper.py` is what a helper runs. Neither knows what is
computed. What a call logs comes with its result, and the pool logs it.
"""

from processes.pool import HelperDied, HelperHung, Job, Pool

__all__ = ["HelperDied", "HelperHung", "Job", "Pool"]
