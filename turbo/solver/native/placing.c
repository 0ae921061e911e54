/* Laying a cover on the grid. See kernel.h. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

static int is_set(const State *s, const uint8_t *dice, int size)
{
    int numbered = 0, is_group = size <= 4, is_run = 1;
    Mask mask = 0;
    if (size < 3)
        return 0;
    int step = s->code[dice[1]] - s->code[dice[0]];
    for (int at = 0; at < size; at++) {
        int code = s->code[dice[at]];
        numbered |= !s->joker[dice[at]];
        is_group &= code % LANE == s->code[dice[0]] % LANE && !(mask & bit(code));
        is_run &= code == s->code[dice[0]] + step * at;
        mask |= bit(code);
    }
    return numbered && (is_group || (is_run && (step == 1 || step == -1)));
}

static int chain_is_legal(const State *s, int cell, int step)
{
    uint8_t chain[MAX_DICE];
    int size = 0;
    if (s->grid[cell - step])
        return 1;
    for (; s->grid[cell]; cell += step)
        chain[size++] = (uint8_t)(s->grid[cell] - 1);
    return size == 1 || is_set(s, chain, size);
}

static int grid_is_legal(const State *s)
{
    for (int die = 0; die < s->dice; die++)
        if (s->where[die] && (!chain_is_legal(s, s->where[die], RIGHT) ||
                              !chain_is_legal(s, s->where[die], DOWN)))
            return 0;
    return 1;
}

static int is_clear(const State *s, int die, int cell)
{
    int other = s->grid[cell] - 1;
    if (other < 0 || s->share[die] & s->share[other])
        return 1;
    if (!s->is_loose)
        return 0;
    int apart = abs(s->code[die] - s->code[other]);
    return apart == 1 || (apart > 0 && apart % LANE == 0);
}

static void put(State *s, int die, int cell)
{
    s->grid[cell] = (uint8_t)(die + 1);
    s->where[die] = cell;
}

static void lift(State *s, const uint8_t *dice, int count)
{
    for (int at = 0; at < count; at++) {
        s->grid[s->where[dice[at]]] = 0;
        s->where[dice[at]] = 0;
    }
}

static int lay_line(State *s, const uint8_t *order, int size, int first, int step, int across,
                    uint8_t *fresh)
{
    int count = 0, cell = first, cells[NUMBERS];
    for (int at = 0; at < size; at++, cell += step) {
        int die = order[at];
        if (s->where[die] == cell)
            continue;
        if (s->where[die] || s->grid[cell])
            return -1;
        if (!is_clear(s, die, cell - across) || !is_clear(s, die, cell + across))
            return -1;
        cells[count] = cell;
        fresh[count++] = (uint8_t)die;
    }
    if (!is_clear(s, order[0], first - step) || !is_clear(s, order[size - 1], cell))
        return -1;
    for (int at = 0; at < count; at++)
        put(s, fresh[at], cells[at]);
    return count;
}

static int next_line(const State *s, Mask lines)
{
    int most = 0, best = -1;
    for (; lines; lines &= lines - 1) {
        int number = lowest(lines), lying = 0;
        const Set *set = &s->set[number];
        for (int at = 0; at < shapes[set->shape].size; at++)
            lying += s->where[set->dice[at]] != 0;
        if (lying > most) {
            most = lying;
            best = number;
        }
    }
    return best;
}

/* Which list of orders a set has, and how many are in it; a run has two. */
static int orders_of(const State *s, int number, int *list)
{
    const Set *set = &s->set[number];
    const Shape *shape = &shapes[set->shape];
    if (shape->is_run)
        return 2;
    *list = 0;
    for (int at = 0; at < shape->size; at++)
        *list |= (s->owners[set->dice[at]] > 1) << at;
    if (s->is_loose || s->grew[number] || *list == EVERY_ORDER ||
        (shape->size == 3 && *list == 7))
        *list = EVERY_ORDER;
    return order_count[shape->size][*list];
}

static void order_of(const State *s, int number, int list, int which, uint8_t *order)
{
    const Set *set = &s->set[number];
    const Shape *shape = &shapes[set->shape];
    for (int at = 0; at < shape->size; at++) {
        int from = which ? shape->size - 1 - at : at;
        if (!shape->is_run)
            from = orders[shape->size][list][which][at];
        order[at] = set->dice[from];
    }
}

static int crossing_axis(const State *s, int number)
{
    const Set *set = &s->set[number];
    int found = -1;
    for (int at = 0; at < shapes[set->shape].size; at++) {
        int die = set->dice[at];
        if (!s->where[die])
            continue;
        for (int which = 0; which < s->owners[die]; which++) {
            int axis = s->lies[s->owner[die][which]];
            if (axis < 0)
                continue;
            if (found >= 0 && found != 1 - axis)
                return -1;
            found = 1 - axis;
        }
    }
    return found;
}

static int grow(State *s, Mask lines, Mask pieces);

static int grow_line(State *s, int number, Mask lines, Mask pieces)
{
    int known = s->lies[number], axis = known < 0 ? crossing_axis(s, number) : known;
    const Set *set = &s->set[number];
    int size = shapes[set->shape].size, list = 0, answer = NO, anchor = 0;
    uint8_t order[NUMBERS], fresh[NUMBERS];
    if (axis < 0)
        return NO;
    int step = axis ? DOWN : RIGHT, across = axis ? RIGHT : DOWN;
    s->lies[number] = (int8_t)axis;
    while (!s->where[set->dice[anchor]])
        anchor++;
    int count = orders_of(s, number, &list);
    for (int which = 0; which < count && answer == NO; which++) {
        int at = 0;
        order_of(s, number, list, which, order);
        while (order[at] != set->dice[anchor])
            at++;
        int first = s->where[set->dice[anchor]] - step * at;
        int laid = lay_line(s, order, size, first, step, across, fresh);
        if (laid < 0)
            continue;
        answer = grow(s, lines, pieces);
        if (answer != YES)
            lift(s, fresh, laid);
    }
    if (answer != YES)
        s->lies[number] = (int8_t)known;
    return answer;
}

static int lies_across(const State *s, const Piece *piece, int swap)
{
    int8_t axes[MAX_SETS];
    memcpy(axes, s->lies, sizeof axes);
    for (int at = 0; at < piece->set_count; at++) {
        int axis = piece->axes[at] ^ swap, number = piece->sets[at];
        if (axes[number] >= 0 && axes[number] != axis)
            return 0;
        axes[number] = (int8_t)axis;
    }
    for (int at = 0; at < piece->dice_count; at++) {
        int die = piece->dice[at];
        if (s->where[die] && s->owners[die] == 2) {
            int one = axes[s->owner[die][0]], other = axes[s->owner[die][1]];
            if (one == other && one >= 0)
                return 0;
        }
    }
    return 1;
}

static int put_piece(State *s, const Piece *piece, const int *cells, uint8_t *fresh)
{
    int count = 0;
    for (int at = 0; at < piece->dice_count; at++) {
        int die = piece->dice[at];
        if (s->where[die] ? s->where[die] != cells[at] : s->grid[cells[at]] != 0)
            return -1;
    }
    for (int at = 0; at < piece->dice_count; at++)
        if (!s->where[piece->dice[at]]) {
            put(s, piece->dice[at], cells[at]);
            fresh[count++] = piece->dice[at];
        }
    for (int at = 0; at < count; at++) {
        int die = fresh[at], cell = s->where[die];
        if (!is_clear(s, die, cell + RIGHT) || !is_clear(s, die, cell - RIGHT) ||
            !is_clear(s, die, cell + DOWN) || !is_clear(s, die, cell - DOWN)) {
            lift(s, fresh, count);
            return -1;
        }
    }
    return count;
}

static int grow_piece(State *s, const Piece *piece, Mask lines, Mask pieces)
{
    static const int turns[8][4] = {{1, 0, 0, 1},  {-1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, -1},
                                    {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, -1, 0}, {0, -1, -1, 0}};
    int8_t known[MAX_SETS];
    int anchor = 0, answer = NO, cells[MAX_DICE];
    uint8_t fresh[MAX_DICE];
    memcpy(known, s->lies, sizeof known);
    while (!s->where[piece->dice[anchor]])
        anchor++;
    for (int place = 0; place < 8 && answer == NO; place++) {
        const int *turn = turns[place];
        if (!lies_across(s, piece, place >= 4))
            continue;
        for (int at = 0; at < piece->dice_count; at++) {
            int x = piece->x[at], y = piece->y[at];
            cells[at] = (turn[0] * x + turn[1] * y) * RIGHT + (turn[2] * x + turn[3] * y) * DOWN;
        }
        int shift = s->where[piece->dice[anchor]] - cells[anchor];
        for (int at = 0; at < piece->dice_count; at++)
            cells[at] += shift;
        int laid = put_piece(s, piece, cells, fresh);
        if (laid < 0)
            continue;
        for (int at = 0; at < piece->set_count; at++)
            s->lies[piece->sets[at]] = (int8_t)(piece->axes[at] ^ (place >= 4));
        answer = grow(s, lines, pieces);
        if (answer != YES) {
            memcpy(s->lies, known, sizeof known);
            lift(s, fresh, laid);
        }
    }
    return answer;
}

static int grow(State *s, Mask lines, Mask pieces)
{
    int stop = tick(s);
    if (stop)
        return stop;
    int number = next_line(s, lines);
    if (number >= 0)
        return grow_line(s, number, lines & ~bit(number), pieces);
    for (Mask rest = pieces; rest; rest &= rest - 1) {
        const Piece *piece = &s->piece[lowest(rest)];
        for (int at = 0; at < piece->dice_count; at++)
            if (s->where[piece->dice[at]])
                return grow_piece(s, piece, lines, pieces & ~(rest & -rest));
    }
    return !s->is_loose || grid_is_legal(s) ? YES : NO;
}

static int first_line(const State *s, Mask lines)
{
    int most = -1, best = 0;
    for (; lines; lines &= lines - 1) {
        const Set *set = &s->set[lowest(lines)];
        int crossings = 0;
        for (int at = 0; at < shapes[set->shape].size; at++)
            crossings += s->owners[set->dice[at]];
        if (crossings > most) {
            most = crossings;
            best = lowest(lines);
        }
    }
    return best;
}

static int place_from_piece(State *s, Mask lines, Mask pieces)
{
    const Piece *piece = &s->piece[lowest(pieces)];
    for (int at = 0; at < piece->dice_count; at++)
        put(s, piece->dice[at], ORIGIN + piece->x[at] * RIGHT + piece->y[at] * DOWN);
    for (int at = 0; at < piece->set_count; at++)
        s->lies[piece->sets[at]] = (int8_t)piece->axes[at];
    int answer = grow(s, lines, pieces & (pieces - 1));
    if (answer != YES) {
        for (int at = 0; at < piece->set_count; at++)
            s->lies[piece->sets[at]] = -1;
        lift(s, piece->dice, piece->dice_count);
    }
    return answer;
}

static int place_from_line(State *s, Mask lines)
{
    int start = first_line(s, lines), list = 0, answer = NO;
    int size = shapes[s->set[start].shape].size, count = orders_of(s, start, &list);
    uint8_t order[NUMBERS];
    s->lies[start] = 0;
    for (int which = 0; which < count && answer == NO; which++) {
        order_of(s, start, list, which, order);
        for (int at = 0; at < size; at++)
            put(s, order[at], ORIGIN + at);
        answer = grow(s, lines & ~bit(start), 0);
        if (answer != YES)
            lift(s, order, size);
    }
    if (answer != YES)
        s->lies[start] = -1;
    return answer;
}

/* Lays one part. Its cells go to `found`, and the grid is empty again afterwards. */
static int place_part(State *s, Mask numbers)
{
    Mask lines = 0, pieces = 0;
    int answer;
    for (Mask rest = numbers; rest; rest &= rest - 1) {
        int number = lowest(rest);
        if (number >= s->kept || s->grew[number])
            lines |= bit(number);
    }
    for (int at = 0; at < s->pieces; at++)
        if (numbers >> s->piece[at].sets[0] & 1)
            pieces |= bit(at);
    s->is_loose = 0;
    answer = pieces ? place_from_piece(s, lines, pieces) : place_from_line(s, lines);
    if (answer == NO && s->may_touch && bits_in(lines) > 1) {
        s->is_loose = 1;
        answer = pieces ? place_from_piece(s, lines, pieces) : place_from_line(s, lines);
    }
    if (answer == YES)
        for (int die = 0; die < s->dice; die++)
            if (s->where[die]) {
                s->found[die] = (int16_t)s->where[die];
                s->grid[s->where[die]] = 0;
                s->where[die] = 0;
            }
    return answer;
}

int place(State *s)
{
    Mask part[MAX_SETS] = {0};
    memset(s->lies, -1, sizeof s->lies);
    for (int die = 0; die < s->dice; die++) {
        s->share[die] = bit(s->owner[die][0]);
        if (s->owners[die] == 2)
            s->share[die] |= bit(s->owner[die][1]);
    }
    for (int number = 0; number < s->sets; number++)
        part[s->links.part[number]] |= bit(number);
    for (int size = s->sets; size > 0; size--)
        for (int at = 0; at < MAX_SETS; at++)
            if (bits_in(part[at]) == size) {
                int answer = place_part(s, part[at]);
                if (answer != YES)
                    return answer;
            }
    return YES;
}
