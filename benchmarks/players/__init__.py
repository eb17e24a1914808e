"""The strength of the computer players, in games between players that short texts describe, and the kernels' speed."""
