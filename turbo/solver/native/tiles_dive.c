/* A quick look for a way that reaches all that can be hoped for. The explanation stands in tiles.h. */

#include "tiles_search.h"

#include <stdlib.h>

typedef struct Dive {
    uint64_t *seen; /* states that were entered, each with its number; 0: none */
    size_t used;
    int is_found;
} Dive;

enum { SEEN_BITS = 13 };

/* Whether a state is entered for the first time; not if there is no more room. */
static int is_new(Dive *dive, uint64_t state)
{
    uint64_t mask = ((uint64_t)1 << SEEN_BITS) - 1;
    uint64_t at = state * 0x9E3779B97F4A7C15u >> (64 - SEEN_BITS);
    while (dive->seen[at] && dive->seen[at] != state)
        at = (at + 1) & mask;
    if (dive->seen[at] || 2 * dive->used > mask)
        return 0;
    dive->seen[at] = state;
    dive->used++;
    return 1;
}

/* The path stands in the nodes, one a number: what follows is tried at once. */
static int go_on(Search *s, const Step *step, uint64_t key)
{
    Dive *dive = s->dive;
    uint32_t at = (uint32_t)step->number;
    if (!is_new(dive, key | (uint64_t)at << 48))
        return 2 * dive->used <= (size_t)1 << SEEN_BITS;
    s->nodes[at] = (Node){key, step->value + step->gain, step->from, 0};
    if (at < HIGHEST)
        return each_step(s, at, (int)at + 1, go_on, 0, 0);
    dive->is_found = final_value(s, &s->nodes[at]) >= s->floor;
    return !dive->is_found;
}

int dive(Search *s)
{
    Dive own = {calloc((size_t)1 << SEEN_BITS, sizeof *own.seen), 0, 0};
    if (!own.seen)
        return 0;
    long limit = s->t->limit;
    if (limit - s->t->work > DIVE)
        s->t->limit = s->t->work + DIVE;
    s->dive = &own;
    each_step(s, 0, 1, go_on, 0, 0);
    s->t->limit = limit;
    s->last = HIGHEST;
    free(own.seen);
    return own.is_found;
}
