"""Where a disc may lie, exactly: the angles round a worm's end as arcs, not samples.

plane, circle    points, discs and turned tiles; sets of angles
blocking         the angles that one thing takes away: a disc, a tile, an edge, a gap (WD-5)
nearby, ring     all that is in the way round a worm's end, each with its reason
placing          the same asked of one place, by distances alone
winding          how far a worm has been round the pylon (WD-22)
field            where obstacles and starting worms may lie
reach            where an end can be after some steps
"""
