"""Tests of the computer players."""

CROWDED = "text 10 4WWWW2/wwww6/3th4/1TG2DG2TG/tgDH1pg1OGogOH/phcgohog1cgTHCH/PG1THPHohtgCGOG/thdgOHCGdh1CH1"
"""A board of Coral Clash that somebody has set up. There are far too many sequences of captures to follow them all."""
