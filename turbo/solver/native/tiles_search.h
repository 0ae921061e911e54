/* What the two files of the search for tiles share. */

#ifndef TURBO_SOLVER_TILES_SEARCH_H
#define TURBO_SOLVER_TILES_SEARCH_H

#include "tiles.h"

#include <stddef.h>

typedef struct {
    uint8_t one, two, more, open; /* open runs with so many tiles, and all of them */
} Shape;

extern Shape tile_shapes[SHAPES];
extern uint8_t shape_at[OPEN + 1][OPEN + 1][OPEN + 1];

/* What one colour does at one number: tiles and jokers for runs, tiles for groups. */
typedef struct {
    uint8_t next, real, jokers, group;
    int gain, hope;
} Way;

typedef struct {
    int first, count, is_made;
} Ways;

typedef struct {
    uint64_t key; /* jokers spent, worth so far, the shapes of the four colours */
    int value;
    uint32_t parent : 31, is_beaten : 1;
} Node;

enum {
    WAYS = 1 << 17,
    DIVE = 200000 /* steps for the quick look: two milliseconds, and it seldom takes them */
};

struct Dive;

typedef struct {
    Tiles *t;
    int jokers, joker_hope, floor;
    uint8_t all[INKS][HIGHEST + 1], groups[INKS][HIGHEST + 1];
    int hope[INKS][HIGHEST + 1][SHAPES][WILD + 1];
    uint8_t need[INKS][HIGHEST + 1][SHAPES];
    Ways known[HIGHEST + 1][INKS][SHAPES];
    int ink, number, first_way, ways_used;
    Way ways[WAYS];
    Node *nodes;
    size_t nodes_used, nodes_room, layer;
    uint32_t *slots, last;
    uint64_t mask;
    int shift;
    struct Dive *dive;
} Search;

typedef struct Step Step;
typedef int Reach(Search *s, const Step *step, uint64_t key);

/* One number with all four colours, from one state to another. */
struct Step {
    int number, jokers, worth, value, gain, grouped, tallest, pieces, promised, group_jokers;
    Way way[INKS];
    Ways ways[INKS];
    int best_after[INKS];
    uint32_t from;
    Reach *reach;
    Step *found; /* where a step is asked for again: into which it is copied, and where it led */
    uint64_t wanted;
    int aim;
};

int each_step(Search *s, uint32_t from, int number, Reach *reach, Step *found,
              const Node *wanted);
int groups_of(int tiles, int most, int jokers);
int final_value(const Search *s, const Node *node);
int dive(Search *s);
void build_sets(Search *s);

#endif
