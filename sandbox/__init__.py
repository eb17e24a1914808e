"""A Discord in a box on loopback: it runs the unmodified bot without an account."""

from sandbox.driver import Answer, Driver, Impossible
from sandbox.server import Sandbox
from sandbox.terminal.run import run_sandbox

__all__ = ["Answer", "Driver", "Impossible", "Sandbox", "run_sandbox"]
