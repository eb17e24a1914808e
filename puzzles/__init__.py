"""The collection of puzzles (`collection.py`), how they are proven (`proof.py`) and how more are made (`make.py`)."""
