/* The layers of states, and the best way through them. The explanation stands in tiles.h. */

#include "tiles.h"
#include "tiles_search.h"

#include <stdlib.h>
#include <string.h>

Shape tile_shapes[SHAPES];
uint8_t shape_at[OPEN + 1][OPEN + 1][OPEN + 1];

void make_tile_tables(void)
{
    int count = 0;
    for (int one = 0; one <= OPEN; one++)
        for (int two = 0; one + two <= OPEN; two++)
            for (int more = 0; one + two + more <= OPEN; more++) {
                shape_at[one][two][more] = (uint8_t)count;
                tile_shapes[count++] = (Shape){(uint8_t)one, (uint8_t)two, (uint8_t)more,
                                               (uint8_t)(one + two + more)};
            }
}

/* In how many groups tiles of this colour can lie at most: each needs two pieces of other colours. */
static int most_groups(const Search *s, int ink, int number)
{
    int most = s->all[ink][number];
    for (; most > 0; most--) {
        int others = s->jokers;
        for (int other = 0; other < INKS; other++)
            if (other != ink)
                others += s->all[other][number] < most ? s->all[other][number] : most;
        if (others >= 2 * most)
            break;
    }
    return most;
}

/* What becomes of a colour if so many pieces of this number go into runs; -1: a run would break. */
static int next_shape(Shape was, int pieces)
{
    int spare = pieces - was.one - was.two;
    if (spare < 0 || pieces > OPEN)
        return -1;
    int longer = spare < was.more ? spare : was.more;
    return shape_at[spare - longer][was.one][was.two + longer];
}

typedef void Take(void *into, Way way);

/* Every way for a colour to go on at a number, whatever the other colours do. */
static void each_way(const Search *s, int ink, int number, int from, Take *take, void *into)
{
    Shape was = tile_shapes[from];
    int must = s->t->must[ink][number], all = s->all[ink][number];
    int wild = was.open < s->jokers ? was.open : s->jokers; /* a joker only goes on with a run */
    for (int group = 0; group <= s->groups[ink][number]; group++)
        for (int real = must > group ? must - group : 0; real + group <= all; real++)
            for (int jokers = 0; jokers <= wild; jokers++) {
                int next = next_shape(was, real + jokers);
                if (next < 0)
                    continue;
                int laid = real + group - must;
                take(into, (Way){(uint8_t)next, (uint8_t)real, (uint8_t)jokers, (uint8_t)group,
                                 laid * (ONE_TILE + number), 0});
            }
}

/* Hopes: backwards, colour by colour. */

typedef struct {
    const int *after;
    int *before;
    int jokers;
} Hoping;

static void hope_for(void *into, Way way)
{
    Hoping *h = into;
    for (int left = way.jokers; left <= h->jokers; left++) {
        int after = h->after[way.next * (WILD + 1) + left - way.jokers];
        if (after != NEVER && way.gain + after > h->before[left])
            h->before[left] = way.gain + after;
    }
}

static void mark(void *into, Way way) { ((uint8_t *)into)[way.next] = 1; }

static void hope_for_colour(Search *s, int ink)
{
    uint8_t reached[HIGHEST + 1][SHAPES];
    memset(reached, 0, sizeof reached);
    reached[0][0] = 1;
    for (int number = 1; number <= HIGHEST; number++)
        for (int shape = 0; shape < SHAPES; shape++)
            if (reached[number - 1][shape])
                each_way(s, ink, number, shape, mark, reached[number]);
    for (int number = HIGHEST; number >= 0; number--)
        for (int shape = 0; shape < SHAPES; shape++) {
            int *here = s->hope[ink][number][shape];
            for (int left = 0; left <= WILD; left++)
                here[left] = NEVER;
            if (!reached[number][shape])
                continue;
            if (number == HIGHEST) {
                int price = 2 * tile_shapes[shape].one + tile_shapes[shape].two;
                for (int left = price; left <= s->jokers; left++)
                    here[left] = 0;
            } else {
                Hoping h = {&s->hope[ink][number + 1][0][0], here, s->jokers};
                each_way(s, ink, number + 1, shape, hope_for, &h);
            }
        }
}

static int need(const Search *s, int ink, int number, int shape)
{
    const int *hope = s->hope[ink][number][shape];
    int jokers = 0;
    while (jokers <= s->jokers && hope[jokers] == NEVER)
        jokers++;
    return jokers;
}

/* Ways with a hope, best first, made when they are first asked for. */

static void keep_way(void *into, Way way)
{
    Search *s = into;
    int hope = s->hope[s->ink][s->number][way.next][s->jokers - way.jokers];
    if (hope == NEVER || s->ways_used == WAYS)
        return;
    way.hope = way.gain + hope;
    int at = s->ways_used++;
    for (; at > s->first_way && s->ways[at - 1].hope < way.hope; at--)
        s->ways[at] = s->ways[at - 1];
    s->ways[at] = way;
}

static Ways ways_of(Search *s, int ink, int number, int shape)
{
    Ways *known = &s->known[number][ink][shape];
    if (!known->is_made) {
        s->ink = ink;
        s->number = number;
        s->first_way = s->ways_used;
        each_way(s, ink, number, shape, keep_way, s);
        *known = (Ways){s->first_way, s->ways_used - s->first_way, 1};
    }
    return *known;
}

/* Groups: dealt out in turn. */

int groups_of(int tiles, int most, int jokers)
{
    for (int groups = most; groups <= tiles; groups++)
        if (3 * groups <= tiles + jokers && tiles + jokers <= 4 * groups)
            return groups;
    return -1;
}

/* Layers. */

static uint64_t key_of(const int *shape, int jokers, int worth)
{
    uint64_t key = (uint64_t)jokers | (uint64_t)worth << 3;
    for (int ink = 0; ink < INKS; ink++)
        key |= (uint64_t)shape[ink] << (9 + 7 * ink);
    return key;
}

static void open_key(uint64_t key, int *shape, int *jokers, int *worth)
{
    *jokers = key & 7;
    *worth = key >> 3 & 63;
    for (int ink = 0; ink < INKS; ink++)
        shape[ink] = key >> (9 + 7 * ink) & 127;
}

static int more_room(Search *s)
{
    if (s->nodes_used < s->nodes_room)
        return 1;
    size_t room = s->nodes_room ? 2 * s->nodes_room : 4096;
    Node *nodes = realloc(s->nodes, room * sizeof *nodes);
    if (!nodes)
        return 0;
    s->nodes = nodes;
    s->nodes_room = room;
    return 1;
}

static uint32_t *slot_of(Search *s, uint64_t key)
{
    uint64_t at = key * 0x9E3779B97F4A7C15u >> s->shift;
    while (s->slots[at] && s->nodes[s->slots[at] - 1].key != key)
        at = (at + 1) & s->mask;
    return &s->slots[at];
}

static int new_slots(Search *s, int bits)
{
    uint32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
    if (!slots)
        return 0;
    free(s->slots);
    s->slots = slots;
    s->mask = ((uint64_t)1 << bits) - 1;
    s->shift = 64 - bits;
    for (size_t at = s->layer; at < s->nodes_used; at++)
        *slot_of(s, s->nodes[at].key) = (uint32_t)at + 1;
    return 1;
}

static int keep(Search *s, uint64_t key, int value, uint32_t parent)
{
    uint32_t *slot = slot_of(s, key);
    if (*slot) {
        Node *known = &s->nodes[*slot - 1];
        if (value > known->value)
            *known = (Node){key, value, parent, 0};
        return 1;
    }
    if (!more_room(s))
        return 0;
    s->nodes[s->nodes_used++] = (Node){key, value, parent, 0};
    *slot = (uint32_t)s->nodes_used;
    if (2 * (s->nodes_used - s->layer) > s->mask)
        return new_slots(s, 64 - s->shift + 1);
    return 1;
}

/* All ways of all colours together, as far as they reach the floor. */

static int with_groups(Search *s, Step *step)
{
    int number = step->number, shape[INKS], worth = 0;
    for (int ink = 0; ink < INKS; ink++)
        shape[ink] = step->way[ink].next;
    for (int jokers = 0; step->jokers + jokers <= s->jokers; jokers++) {
        if (step->grouped ? groups_of(step->grouped, step->tallest, jokers) < 0 : jokers > 0)
            continue;
        int spent = step->jokers + jokers, left = s->jokers - spent;
        int hope = step->value + step->gain + s->joker_hope, needed = 0;
        for (int ink = 0; ink < INKS; ink++) {
            int own = s->hope[ink][number][shape[ink]][left];
            if (own == NEVER)
                return 1; /* with more jokers in groups there is still less */
            hope += own;
            needed += s->need[ink][number][shape[ink]];
        }
        if (needed > left)
            return 1;
        if (hope < s->floor)
            continue;
        if (s->t->meld) {
            worth = step->worth + number * (step->pieces + jokers);
            worth = worth < s->t->meld ? worth : s->t->meld;
        }
        step->group_jokers = jokers;
        if (!step->reach(s, step, key_of(shape, spent, worth)))
            return 0;
    }
    return 1;
}

static int with_colours(Search *s, Step *step, int ink)
{
    if (ink == INKS)
        return with_groups(s, step);
    Ways ways = step->ways[ink];
    Step was = *step;
    for (int at = ways.first; at < ways.first + ways.count; at++) {
        Way way = s->ways[at];
        if (++s->t->work > s->t->limit)
            return 0;
        if (was.promised + way.hope + was.best_after[ink] < s->floor)
            break;
        if (was.jokers + way.jokers > s->jokers)
            continue;
        step->way[ink] = way;
        step->promised = was.promised + way.hope;
        step->jokers = was.jokers + way.jokers;
        step->gain = was.gain + way.gain;
        step->grouped = was.grouped + way.group;
        step->tallest = way.group > was.tallest ? way.group : was.tallest;
        step->pieces = was.pieces + way.real + way.jokers + way.group;
        if (!with_colours(s, step, ink + 1))
            return 0;
    }
    return 1;
}

int each_step(Search *s, uint32_t from, int number, Reach *reach, Step *found, const Node *wanted)
{
    Step step = {.number = number, .from = from, .reach = reach, .found = found};
    if (wanted) {
        step.wanted = wanted->key;
        step.aim = wanted->value;
    }
    int shape[INKS], best = 0;
    open_key(s->nodes[from].key, shape, &step.jokers, &step.worth);
    step.value = s->nodes[from].value;
    step.promised = step.value + s->joker_hope;
    for (int ink = INKS - 1; ink >= 0; ink--) {
        step.best_after[ink] = best;
        step.ways[ink] = ways_of(s, ink, number, shape[ink]);
        if (!step.ways[ink].count)
            return 1;
        best += s->ways[step.ways[ink].first].hope;
    }
    return with_colours(s, &step, 0);
}

static int reach_it(Search *s, const Step *step, uint64_t key)
{
    return keep(s, key, step->value + step->gain, step->from);
}

/* What a state after the last number comes to; NEVER if something is open or a joker has no place. */
int final_value(const Search *s, const Node *node)
{
    const Tiles *t = s->t;
    int shape[INKS], jokers, worth, price = 0, open = 0;
    open_key(node->key, shape, &jokers, &worth);
    for (int ink = 0; ink < INKS; ink++) {
        Shape own = tile_shapes[shape[ink]];
        price += 2 * own.one + own.two;
        open += own.open;
    }
    jokers += price;
    if (jokers > s->jokers)
        return NEVER;
    if (open)
        jokers = s->jokers; /* in front of a run that ends with 13 */
    if (jokers < t->must_jokers || (!open && worth < t->meld))
        return NEVER; /* 11, 12 and 13 are more than any first meld */
    return node->value + (jokers - t->must_jokers) * (ONE_TILE + t->joker_points);
}

/* Whether a state of this layer is as good or better with one colour in another shape. */
static int is_beaten_by(Search *s, const Node *node, int ink, int one, int two, int more)
{
    int at = 9 + 7 * ink;
    uint64_t key = node->key & ~((uint64_t)127 << at);
    uint32_t slot = *slot_of(s, key | (uint64_t)shape_at[one][two][more] << at);
    return slot && s->nodes[slot - 1].value >= node->value;
}

/* A run of more tiles is better than one of fewer, and an open run of three better than none: it may
   end whenever it likes. */
static int is_beaten(Search *s, const Node *node)
{
    for (int ink = 0; ink < INKS; ink++) {
        Shape own = tile_shapes[node->key >> (9 + 7 * ink) & 127];
        if (own.open < OPEN && is_beaten_by(s, node, ink, own.one, own.two, own.more + 1))
            return 1;
        if (own.one && is_beaten_by(s, node, ink, own.one - 1, own.two + 1, own.more))
            return 1;
        if (own.two && is_beaten_by(s, node, ink, own.one, own.two - 1, own.more + 1))
            return 1;
    }
    return 0;
}

/* All are compared before one is struck out: who beats may be beaten in turn. */
static void strike_beaten(Search *s)
{
    for (size_t at = s->layer; at < s->nodes_used; at++)
        s->nodes[at].is_beaten = (uint32_t)is_beaten(s, &s->nodes[at]);
}

static int begin(Search *s)
{
    int none[INKS] = {0};
    s->nodes_used = s->layer = 0;
    if (!more_room(s) || !new_slots(s, 10))
        return 0;
    s->nodes[s->nodes_used++] = (Node){key_of(none, 0, 0), 0, 0, 0};
    return 1;
}

static int pass_over(Search *s)
{
    if (!begin(s))
        return NO_MEMORY;
    size_t from = 0;
    for (int number = 1; number <= HIGHEST; number++) {
        size_t until = s->nodes_used;
        s->layer = until;
        memset(s->slots, 0, (s->mask + 1) * sizeof *s->slots);
        for (; from < until; from++)
            if (!s->nodes[from].is_beaten &&
                !each_step(s, (uint32_t)from, number, reach_it, 0, 0))
                return s->t->work > s->t->limit ? GIVEN_UP : NO_MEMORY;
        strike_beaten(s);
    }
    int best = NEVER;
    for (; from < s->nodes_used; from++) {
        int value = final_value(s, &s->nodes[from]);
        if (value > best) {
            best = value;
            s->last = (uint32_t)from;
        }
    }
    s->t->value = best;
    return best >= s->floor ? FOUND : NONE;
}

static void prepare(Search *s)
{
    const Tiles *t = s->t;
    s->jokers = t->must_jokers + t->may_jokers;
    s->joker_hope = t->may_jokers * (ONE_TILE + t->joker_points);
    for (int ink = 0; ink < INKS; ink++)
        for (int number = 1; number <= HIGHEST; number++)
            s->all[ink][number] = (uint8_t)(t->must[ink][number] + t->may[ink][number]);
    for (int ink = 0; ink < INKS; ink++)
        for (int number = 1; number <= HIGHEST; number++)
            s->groups[ink][number] = (uint8_t)most_groups(s, ink, number);
    for (int ink = 0; ink < INKS; ink++) {
        hope_for_colour(s, ink);
        for (int number = 0; number <= HIGHEST; number++)
            for (int shape = 0; shape < SHAPES; shape++)
                s->need[ink][number][shape] = (uint8_t)need(s, ink, number, shape);
    }
}

/* The floor sinks by more and more until something is found, or all was looked at. */
static int search(Search *s)
{
    int top = s->joker_hope, found = NONE;
    for (int ink = 0; ink < INKS; ink++) {
        int hope = s->hope[ink][0][0][s->jokers];
        if (hope == NEVER)
            return NONE;
        top += hope;
    }
    if (!begin(s))
        return NO_MEMORY;
    s->floor = top > 0 ? top : 0;
    if (dive(s)) {
        s->t->value = s->floor;
        return FOUND;
    }
    for (int less = ONE_TILE; found == NONE; less = 2 * less + ONE_TILE) {
        s->floor = top - less > 0 ? top - less : 0;
        found = pass_over(s);
        if (s->floor == 0)
            break;
    }
    return found;
}

int lay_tiles(Tiles *t)
{
    Search *s = calloc(1, sizeof *s);
    if (!s)
        return NO_MEMORY;
    s->t = t;
    prepare(s);
    int found = search(s);
    if (found == FOUND)
        build_sets(s);
    free(s->nodes);
    free(s->slots);
    free(s);
    return found;
}
