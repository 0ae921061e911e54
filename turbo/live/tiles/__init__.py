"""The live table of the tile editions: what lies there becomes what was played.

Tiles do not roll. People reach in, lay, push and rearrange until they are content, and hand the
turn over by a button; between two such presses the way does not matter. So this table is read when
nothing moves over it, and judged when somebody presses: the rows that lie there against those that
lay there before. A pure step from values to values (`machine`), driven by a loop (`runner`).
"""
