-- Best moves.
-- Programs of format 7 can still use it.
CREATE TABLE best_move (
    match_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    PRIMARY KEY (match_id, ply, move)
) STRICT, WITHOUT ROWID;
