"""The file that stores the world."""

from pathlib import Path

from sandbox.discord.journal import Journal


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "world.jsonl"
    journal = Journal(path)
    journal.read()
    journal.write("user", "1", {"name": "a"})
    journal.write("user", "2", {"name": "b"})
    journal.write("user", "1", {"name": "c"})
    journal.write("user", "2", None)
    journal.close()
    with path.open("a") as file:
        file.write('["user","3",{"na')
    journal = Journal(path)
    assert [tuple(line) for line in journal.read()] == [("user", "1", {"name": "c"})]
    journal.write("user", "4", {})
    journal.close()
    assert path.read_text().splitlines() == ['["user","1",{"name":"c"}]', '["user","4",{}]']
