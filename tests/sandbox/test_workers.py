"""Several processes behind the sandbox's load balancer."""

from __future__ import annotations

from pathlib import Path

from sandbox import Driver, Sandbox, State, Workers

PROGRAM = Path(__file__).parent / "small_bot" / "worker.py"


async def test_interactions_are_spread_and_go_on_while_a_worker_is_down(tmp_path: Path) -> None:
    async with (
        Sandbox() as box,
        Workers(box, tmp_path / "unused", 2, program=PROGRAM, prefix="SMALL_") as workers,
    ):
        alice = Driver(box, "Alice", "games")
        names = {f"{worker.pid} took it" for worker in workers}
        assert len(names) == 2
        said = {(await alice.slash("/whoami")).content for _ in range(12)}
        assert said == names
        await workers[0].kill()
        answers = [await alice.slash("/whoami") for _ in range(6)]
        assert {answer.content for answer in answers} == {f"{workers[1].pid} took it"}
        await workers[1].stop()
        assert (await alice.slash("/whoami")).state is State.FAILED
        await workers[0].start()
        assert (await alice.slash("/whoami")).content == f"{workers[0].pid} took it"
        assert box.gateway.identified == 0
        assert box.refusals == []
