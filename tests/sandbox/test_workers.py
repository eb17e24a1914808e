"""Several processes behind the sandbox's load balancer."""

from pathlib import Path

from sandbox import Driver, Sandbox, State, Workers
from sandbox.ports import HIGHEST, LOWEST

PROGRAM = Path(__file__).parent / "small_bot" / "worker.py"


async def test_a_worker_has_a_port_that_systems_give_to_nobody_else(tmp_path: Path) -> None:
    """Neither before the worker has begun to listen, nor while it is down."""
    async with Sandbox() as box:
        for address in Workers(box, tmp_path / "unused", 20)._addresses:
            assert LOWEST <= int(address.rpartition(":")[2]) < HIGHEST


async def test_interactions_are_spread_and_go_on_while_a_worker_is_down(tmp_path: Path) -> None:
    async with (
        Sandbox() as box,
        Workers(box, tmp_path / "unused", 2, program=PROGRAM, prefix="SMALL_") as workers,
    ):
        alice = Driver(box, "Alice", "games")
        names = {f"{worker.pid} took it" for worker in workers}
        assert len(names) == 2
        said = {(await alice.slash("/whoami")).content for _ in range(40)}
        assert said == names, "one in 10^12 runs leaves one out"
        await workers[0].kill()
        answers = [await alice.slash("/whoami") for _ in range(6)]
        assert {answer.content for answer in answers} == {f"{workers[1].pid} took it"}
        await workers[1].stop()
        assert (await alice.slash("/whoami")).state is State.FAILED
        await workers[0].start()
        assert (await alice.slash("/whoami")).content == f"{workers[0].pid} took it"
        assert box.gateway.identified == 0
        assert box.refusals == []
