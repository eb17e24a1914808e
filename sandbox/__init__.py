"""A Discord in a box on loopback: it runs the unmodified bot without an account."""

from sandbox.driver import Answer, Driver, Impossible
from sandbox.run import run_sandbox
from sandbox.server import Sandbox

__all__ = ["Answer", "Driver", "Impossible", "Sandbox", "run_sandbox"]
