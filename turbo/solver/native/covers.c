/* The search for a cover: which sets hold all the dice. See kernel.h. */

#include "kernel.h"

#include <string.h>

static int make_links(const State *s, const Shape *shape, const int *filling, int is_link,
                      Links *links)
{
    int8_t turn[MAX_SETS];
    int crossed[NUMBERS], count = 0, joined = 0;
    memset(turn, -1, sizeof turn);
    for (int at = 0; at < shape->size; at++) {
        if (filling[at] < 0)
            continue;
        int other = s->owner[filling[at]][0], part = s->links.part[other];
        int flip = s->links.axis[other] ^ 1;
        for (int earlier = 0; earlier < count; earlier++)
            if (crossed[earlier] == other)
                return 0;
        crossed[count++] = other;
        if (turn[part] >= 0 && turn[part] != flip)
            return 0;
        joined += turn[part] < 0;
        turn[part] = (int8_t)flip;
        if (s->private_dice[other] == 1 && other >= s->kept && !is_link)
            return 0;
    }
    if (is_link && joined < 2)
        return 0;
    for (int number = 0; number < s->sets; number++) {
        int part = s->links.part[number];
        links->part[number] = (uint8_t)(turn[part] < 0 ? part : s->sets);
        links->axis[number] = (uint8_t)(s->links.axis[number] ^ (turn[part] > 0));
    }
    links->part[s->sets] = (uint8_t)s->sets;
    links->axis[s->sets] = 0;
    return 1;
}

static int complete(State *s, int start);

enum { NO_LINK = -1 };

/* `link` is the number of the shape if the set only links parts, else NO_LINK. */
static int lay(State *s, int which, const int *filling, int pivot, const Mask *barred, int bars,
               int link)
{
    const Shape *shape = &shapes[which];
    int fresh_jokers = 0, number = s->sets;
    Links links;
    for (int at = 0; at < shape->size; at++)
        fresh_jokers += filling[at] == NEW_JOKER;
    if (fresh_jokers > s->jokers)
        return NO;
    if (number + 1 >= MAX_SETS)
        return OUT_OF_NODES;
    if (!make_links(s, shape, filling, link != NO_LINK, &links))
        return NO;
    Links before = s->links;
    s->private_dice[number] = 0;
    s->grew[number] = 0;
    s->set[number].shape = which;
    for (int at = 0; at < shape->size; at++) {
        int die = take(s, shape->codes[at], filling[at], number);
        s->set[number].dice[at] = (uint8_t)die;
        if (shape->codes[at] == pivot) {
            s->barred[die] = barred;
            s->barred_count[die] = bars;
        }
    }
    s->links = links;
    s->sets++;
    int answer = link == NO_LINK ? search(s) : complete(s, link);
    if (answer == NO) {
        s->sets--;
        s->links = before;
        for (int at = shape->size - 1; at >= 0; at--)
            give_back(s, shape->codes[at], filling[at], number);
    }
    return answer;
}

static int is_barred(const State *s, int die, Mask mask)
{
    for (int at = 0; at < s->barred_count[die]; at++)
        if (s->barred[die][at] == mask)
            return 1;
    return 0;
}

/* Every way to fill the slots from their options, the last one turning fastest. */
static int next_filling(const int *counts, int (*options)[MAX_SAME + 2], int size, int *at,
                        int *filling)
{
    int slot = size - 1;
    while (slot >= 0 && ++at[slot] == counts[slot])
        at[slot--] = 0;
    for (int place = 0; place < size; place++)
        filling[place] = options[place][at[place]];
    return slot >= 0;
}

static int try_fillings(State *s, int which, int code, const Mask *tried, int tries)
{
    const Shape *shape = &shapes[which];
    int options[NUMBERS][MAX_SAME + 2], counts[NUMBERS], at[NUMBERS] = {0}, filling[NUMBERS];
    for (int place = 0; place < shape->size; place++) {
        int slot = shape->codes[place], count = 0;
        if (slot == code || s->left[slot])
            options[place][count++] = UNCOVERED;
        if (slot != code) {
            for (int other = 0; other < s->once_count[slot]; other++)
                if (!is_barred(s, s->once[slot][other], shape->mask))
                    options[place][count++] = s->once[slot][other];
            if (s->jokers && (s->has_many_jokers || !s->left[slot]))
                options[place][count++] = NEW_JOKER;
        }
        if (!count)
            return NO;
        counts[place] = count;
        filling[place] = options[place][0];
    }
    do {
        int answer = lay(s, which, filling, code, tried, tries, NO_LINK);
        if (answer != NO)
            return answer;
    } while (next_filling(counts, options, shape->size, at, filling));
    return NO;
}

/* Puts a longer set in the place of one; the dice of the old one are where their codes are. */
static void replace_set(State *s, int number, int which, const Set *old, const int *added)
{
    const Shape *shape = &shapes[which], *shorter = &shapes[old->shape];
    s->set[number].shape = which;
    for (int at = 0; at < shape->size; at++) {
        int code = shape->codes[at];
        if (!(shorter->mask >> code & 1)) {
            s->set[number].dice[at] = (uint8_t)added[code];
            continue;
        }
        for (int from = 0; from < shorter->size; from++)
            if (shorter->codes[from] == code)
                s->set[number].dice[at] = old->dice[from];
    }
}

static int grow_kept(State *s, int number, int which)
{
    Set old = s->set[number];
    const Shape *shape = &shapes[which], *shorter = &shapes[old.shape];
    int slots[NUMBERS], sources[NUMBERS], added[CODES], count = 0, missing = 0;
    if (shorter->mask & ~shape->mask || shape->size <= shorter->size || s->grew[number])
        return NO;
    for (int at = 0; at < shape->size; at++) {
        int slot = shape->codes[at];
        if (shorter->mask >> slot & 1)
            continue;
        missing += !s->left[slot];
        sources[count] = s->left[slot] ? UNCOVERED : NEW_JOKER;
        slots[count++] = slot;
    }
    if (missing > s->jokers)
        return NO;
    for (int at = 0; at < count; at++)
        added[slots[at]] = take(s, slots[at], sources[at], number);
    replace_set(s, number, which, &old, added);
    s->grew[number] = 1;
    int answer = search(s);
    if (answer == NO) {
        s->grew[number] = 0;
        s->set[number] = old;
        for (int at = count - 1; at >= 0; at--)
            give_back(s, slots[at], sources[at], number);
    }
    return answer;
}

static int spend_jokers(State *s);

static int lengthen(State *s, int number)
{
    Set old = s->set[number];
    int grew = s->grew[number];
    for (int way = 0; way < longer_count[old.shape]; way++) {
        int which = longer[old.shape][way], added[CODES], stop = tick(s);
        int slot = lowest(shapes[which].mask ^ shapes[old.shape].mask);
        if (stop)
            return stop;
        added[slot] = take(s, slot, NEW_JOKER, number);
        replace_set(s, number, which, &old, added);
        s->grew[number] = (uint8_t)(grew || number < s->kept);
        int answer = spend_jokers(s);
        if (answer != NO)
            return answer;
        s->grew[number] = (uint8_t)grew;
        s->set[number] = old;
        give_back(s, slot, NEW_JOKER, number);
    }
    return NO;
}

static int cross_with_jokers(State *s, int which)
{
    const Shape *shape = &shapes[which];
    int options[NUMBERS][MAX_SAME + 2], counts[NUMBERS], at[NUMBERS] = {0}, filling[NUMBERS];
    if (bits_in(shape->mask & ~s->once_mask) > s->jokers)
        return NO;
    for (int place = 0; place < shape->size; place++) {
        int slot = shape->codes[place], count = s->once_count[slot];
        for (int other = 0; other < count; other++)
            options[place][other] = s->once[slot][other];
        options[place][count] = NEW_JOKER;
        counts[place] = count + 1;
        filling[place] = options[place][0];
    }
    do {
        int fresh = 0, numbered = 0;
        for (int place = 0; place < shape->size; place++) {
            fresh += filling[place] == NEW_JOKER;
            numbered |= filling[place] >= 0 && !s->joker[filling[place]];
        }
        if (fresh && fresh <= s->jokers && numbered) {
            int answer = lay(s, which, filling, -1, NULL, 0, NO_LINK);
            if (answer != NO)
                return answer;
        }
    } while (next_filling(counts, options, shape->size, at, filling));
    return NO;
}

static int part_count(const State *s)
{
    Mask parts = 0;
    for (int number = 0; number < s->sets; number++)
        parts |= bit(s->links.part[number]);
    return bits_in(parts);
}

static int complete(State *s, int start)
{
    int answer = place(s);
    if (answer != NO || s->kept || part_count(s) < 2)
        return answer;
    for (int which = start; which < shape_count; which++) {
        const Shape *shape = &shapes[which];
        int options[NUMBERS][MAX_SAME + 2], counts[NUMBERS], at[NUMBERS] = {0}, filling[NUMBERS];
        if (shape->mask & ~s->once_mask)
            continue;
        for (int place = 0; place < shape->size; place++) {
            int slot = shape->codes[place];
            counts[place] = s->once_count[slot];
            for (int other = 0; other < counts[place]; other++)
                options[place][other] = s->once[slot][other];
            filling[place] = options[place][0];
        }
        do {
            answer = lay(s, which, filling, -1, NULL, 0, which);
            if (answer != NO)
                return answer;
        } while (next_filling(counts, options, shape->size, at, filling));
    }
    return NO;
}

static int spend_jokers(State *s)
{
    int size[MAX_SETS] = {0};
    if (!s->jokers)
        return complete(s, 0);
    for (int number = 0; number < s->sets; number++)
        size[s->links.part[number]]++;
    for (int most = 1; most <= s->sets; most++)
        for (int number = 0; number < s->sets; number++)
            if (size[s->links.part[number]] == most) {
                int answer = lengthen(s, number);
                if (answer != NO)
                    return answer;
            }
    for (int which = 0; which < shape_count; which++) {
        int answer = cross_with_jokers(s, which);
        if (answer != NO)
            return answer;
    }
    return NO;
}

/* The sets that the code can be in now, few jokers, few crossings and many dice first. */
static int promising(State *s, int code, Mask lacking, int16_t *list)
{
    int keys[MAX_WITH], count = 0;
    want_choices(s, code);
    for (int at = 0; at < s->choice_count[code]; at++) {
        int16_t which = s->choice[code][at];
        const Shape *shape = &shapes[which];
        int missing = bits_in(shape->mask & lacking);
        if (missing > s->jokers)
            continue;
        int covers = shape->size - bits_in(shape->mask & ~s->left_mask);
        int key = 3 * missing - 2 * covers, place = count++;
        for (; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
            list[place] = list[place - 1];
        }
        keys[place] = key;
        list[place] = which;
    }
    return count;
}

static int grow_any(State *s, int code)
{
    want_choices(s, code);
    for (int number = 0; number < s->kept; number++)
        for (int at = 0; at < s->choice_count[code]; at++) {
            int answer = grow_kept(s, number, s->choice[code][at]);
            if (answer != NO)
                return answer;
        }
    return NO;
}

int search(State *s)
{
    int16_t list[MAX_WITH];
    Mask tried[MAX_WITH];
    int stop = tick(s);
    if (stop)
        return stop;
    if (!s->left_mask)
        return spend_jokers(s);
    Mask lacking = ~(s->left_mask | s->once_mask);
    int code = hardest(s, lacking & ~s->kept_mask);
    if (code < 0)
        return NO;
    int grown = grow_any(s, code);
    if (grown != NO)
        return grown;
    int count = promising(s, code, lacking, list);
    for (int at = 0; at < count; at++) {
        int answer = try_fillings(s, list[at], code, tried, at);
        if (answer != NO)
            return answer;
        tried[at] = shapes[list[at]].mask;
    }
    return NO;
}
