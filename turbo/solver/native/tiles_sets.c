/* From the best way through the layers to sets as they are laid. */

#include "tiles_search.h"

#include <limits.h>
#include <string.h>

static int8_t code_of(int ink, int number) { return (int8_t)(HIGHEST * ink + number - 1); }

enum { A_JOKER = -1 };

static Laid *new_set(Tiles *t)
{
    Laid *set = &t->set[t->sets++];
    set->size = 0;
    return set;
}

static void put(Laid *set, int code) { set->code[set->size++] = (int8_t)code; }

/* Tiles are dealt out in turn, so that no group gets a colour twice; jokers fill the smallest. */
static void build_groups(Tiles *t, const Step *step)
{
    if (!step->grouped)
        return;
    int groups = groups_of(step->grouped, step->tallest, step->group_jokers), at = 0;
    Laid *first = &t->set[t->sets];
    for (int group = 0; group < groups; group++)
        new_set(t);
    for (int ink = 0; ink < INKS; ink++)
        for (int tile = 0; tile < step->way[ink].group; tile++)
            put(first + at++ % groups, code_of(ink, step->number));
    for (int joker = 0; joker < step->group_jokers; joker++) {
        Laid *smallest = first;
        for (int group = 1; group < groups; group++)
            if (first[group].size < smallest->size)
                smallest = first + group;
        put(smallest, A_JOKER);
    }
}

typedef struct {
    int count;
    Laid *run[OPEN];
} Runs;

/* Runs of fewer than three first: they must go on; jokers go to runs that are open. */
static void build_runs(Tiles *t, Runs *runs, int ink, const Step *step)
{
    const Way *way = &step->way[ink];
    int pieces = way->real + way->jokers, jokers = way->jokers;
    Runs now = {0};
    for (int length = 1; length <= HIGHEST && now.count < pieces; length++)
        for (int at = 0; at < runs->count && now.count < pieces; at++)
            if (runs->run[at]->size == length) {
                now.run[now.count++] = runs->run[at];
                runs->run[at] = runs->run[--runs->count];
                at--;
            }
    for (int at = 0; at < now.count; at++)
        put(now.run[at], jokers-- > 0 ? A_JOKER : code_of(ink, step->number));
    while (now.count < pieces) {
        now.run[now.count] = new_set(t);
        put(now.run[now.count++], code_of(ink, step->number));
    }
    *runs = now;
}

static void put_in_front(Laid *set)
{
    memmove(set->code + 1, set->code, (size_t)set->size);
    set->code[0] = A_JOKER;
    set->size++;
}

/* A run from a low number to 13 that has no room in front: its last tiles make one of
   their own. */
static Laid *with_room(Tiles *t, Laid *run, int jokers)
{
    if (run->size + jokers <= HIGHEST)
        return run;
    Laid *end = new_set(t);
    int size = 3;
    while (run->code[run->size - size] == A_JOKER)
        size++; /* jokers alone are no set */
    memcpy(end->code, run->code + run->size - size, (size_t)size);
    end->size = (int16_t)size;
    run->size = (int16_t)(run->size - size);
    return end;
}

/* Jokers in front of runs that end with 13: those that need them, then all that are left. */
static void finish(Tiles *t, Runs *runs, int jokers)
{
    Laid *any = 0;
    for (int ink = 0; ink < INKS; ink++)
        for (int at = 0; at < runs[ink].count; at++) {
            any = runs[ink].run[at];
            for (; any->size < 3; jokers--)
                put_in_front(any);
        }
    if (!any || jokers <= 0)
        return;
    for (any = with_room(t, any, jokers); jokers > 0; jokers--)
        put_in_front(any);
}

/* The step from a state to the one that followed it, found again instead of being kept. */
static int take_it(Search *s, const Step *step, uint64_t key)
{
    (void)s;
    if (key != step->wanted || step->value + step->gain != step->aim)
        return 1;
    *step->found = *step;
    return 0;
}

static void count_rest(Tiles *t)
{
    memcpy(t->left, t->may, sizeof t->left);
    for (int ink = 0; ink < INKS; ink++)
        for (int number = 1; number <= HIGHEST; number++)
            t->left[ink][number] = (uint8_t)(t->may[ink][number] + t->must[ink][number]);
    t->jokers = 0;
    for (int at = 0; at < t->sets; at++)
        for (int place = 0; place < t->set[at].size; place++) {
            int code = t->set[at].code[place];
            if (code == A_JOKER)
                t->jokers++;
            else
                t->left[code / HIGHEST][code % HIGHEST + 1]--;
        }
}

void build_sets(Search *s)
{
    Tiles *t = s->t;
    uint32_t way[HIGHEST + 1];
    Runs runs[INKS] = {{0}};
    int jokers = 0;
    t->limit = LONG_MAX; /* what was found is always told */
    way[HIGHEST] = s->last;
    for (int number = HIGHEST; number > 0; number--)
        way[number - 1] = s->nodes[way[number]].parent;
    for (int number = 1; number <= HIGHEST; number++) {
        Step step = {0};
        const Node *node = &s->nodes[way[number]];
        each_step(s, way[number - 1], number, take_it, &step, node);
        build_groups(t, &step);
        for (int ink = 0; ink < INKS; ink++)
            build_runs(t, &runs[ink], ink, &step);
        jokers = step.jokers + step.group_jokers;
    }
    finish(t, runs, s->jokers - jokers);
    count_rest(t);
}
