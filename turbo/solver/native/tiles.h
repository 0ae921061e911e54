/* The search for the tile editions: up to 160 tiles in sets that lie apart, exactly.

   Number by number. Before it comes to a number, all that matters of the smaller ones is, for each
   colour, how many runs are open that have one tile, two, or three and more (a `Shape` of the
   colour), and how many jokers are spent. A number then says for each colour how many of its tiles
   go on in runs, how many lie in groups and how many stay on the rack; tiles that lay on the table
   never stay. Thirteen layers of states, in each the best way to every state: an answer is a proof.

   What need not be tried:
   - A run of three or more that is open is continued before a new one is begun. Continued it may
     still end anywhere; a new one must grow to three.
   - A run begins with a numbered tile. Jokers before it may as well stand behind it, unless it ends
     with 13: so runs that reach 13 with one or two tiles take jokers in front in the end, and so do
     jokers that are left over. There is always room: a run that begins low enough to have none has
     six tiles and more, and may be parted.
   - Groups of one number: so many tiles of each colour in q groups, if no colour has more than q,
     and with jokers they are 3q to 4q pieces. Dealt out in turn, no group gets a colour twice.

   What cannot win. For each colour by itself, as if it could lie in groups freely and had all jokers
   alone, `hope` is the most that it can still lay. A state is kept only if what is laid and all hopes
   reach the floor. The floor begins one tile below the hope of the whole position and sinks until
   something is found: nothing better was then left out.

   Where many tiles lie, thousands of ways often lay all that can be hoped for, and to compare them
   all takes long. So first one of them is looked for, deep instead of wide, with little work: what
   reaches the hope of the whole position is the best there is, and proved by that.

   Work is counted, not timed: the same question has the same answer everywhere. */

#ifndef TURBO_SOLVER_TILES_H
#define TURBO_SOLVER_TILES_H

#include <stdint.h>

enum {
    INKS = 4,
    HIGHEST = 13,
    COPIES = 3, /* of a tile: the box for six players */
    WILD = 4,   /* jokers of a box at most */
    OPEN = COPIES + WILD, /* runs of one colour that may be open at a time */
    SHAPES = 120,         /* ways to have up to OPEN runs of three lengths */
    MOST_MELD = 36,       /* 11, 12 and 13: a run that reaches 13 is always enough */
    NEVER = -(1 << 28),
    ONE_TILE = 4096, /* a tile more outweighs all points: 160 tiles have at most 1,200 */
    LARGEST_SET = 13,
    ALL_SETS = 64 /* 160 tiles are at most 53 sets */
};

typedef struct {
    int16_t size;
    int8_t code[LARGEST_SET]; /* 13 times the colour plus the number less one; -1 for a joker */
} Laid;

typedef struct {
    /* What is asked. */
    uint8_t must[INKS][HIGHEST + 1], may[INKS][HIGHEST + 1]; /* on the table, on the rack */
    int must_jokers, may_jokers, joker_points;
    int meld; /* what the sets must be worth together; 0: anything */
    long limit;
    /* What is answered. */
    long work;
    int value, jokers;
    uint8_t left[INKS][HIGHEST + 1]; /* stays on the rack */
    int sets;
    Laid set[ALL_SETS];
} Tiles;

enum { NONE = 0, FOUND = 1, GIVEN_UP = 2, NO_MEMORY = 3 };

void make_tile_tables(void);
int lay_tiles(Tiles *t);

#endif
