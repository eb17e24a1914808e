-- Best moves.
-- Programs of format 7 can still use it.
CREATE TABLE best_move (
    match_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    move TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, ply, move)
);
