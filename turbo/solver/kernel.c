/* The inner search of the solver in C: covers, placing and partitions.

   It does step by step what covers.py, placing.py and partition.py do and finds the same answers in
   the same order; those explain why. A test holds the two against each other. Where this cannot be
   compiled, the solver runs in Python alone. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LANE = 16,
    CODES = 64,
    NUMBERS = 13,
    MAX_SHAPES = 329,
    MAX_WITH = 64,
    MAX_DICE = 30,
    MAX_SETS = 60,
    MAX_PIECES = 20,
    MAX_SAME = 16,
    RIGHT = 1,
    DOWN = 128,
    ORIGIN = 64 * (RIGHT + DOWN),
    CELLS = DOWN * DOWN,
    UNCOVERED = -1,
    NEW_JOKER = -2,
    JOKERS_FOR_A_SET_OF_ONE = 3,
    NODES_A_LOOK = 1024
};

enum { NO = 0, YES = 1, OUT_OF_NODES = 2, OUT_OF_TIME = 3 };

typedef uint64_t Mask;

/* ---- every set there is, in the order of shapes.py ---- */

typedef struct {
    Mask mask;
    uint8_t size, is_run;
    uint8_t codes[NUMBERS];
} Shape;

static Shape shapes[MAX_SHAPES];
static int shape_count;
static int16_t with[CODES][MAX_WITH];
static int with_count[CODES];
static Mask windows[CODES][8];
static int window_count[CODES];
static int16_t longer[MAX_SHAPES][2];
static int longer_count[MAX_SHAPES];

/* Orders of a group of 3 or 4: all, and those that differ in where the shared dice lie. */
static uint8_t orders[5][16][24][4];
static int order_count[5][16];
enum { EVERY_ORDER = 15 };

static int bits_in(Mask mask) { return __builtin_popcountll(mask); }
static int lowest(Mask mask) { return __builtin_ctzll(mask); }
static Mask bit(int at) { return (Mask)1 << at; }

static void add_shape(const uint8_t *codes, int size, int is_run)
{
    Shape *shape = &shapes[shape_count];
    shape->size = (uint8_t)size;
    shape->is_run = (uint8_t)is_run;
    for (int at = 0; at < size; at++) {
        shape->codes[at] = codes[at];
        shape->mask |= bit(codes[at]);
    }
    for (int at = 0; at < size; at++) {
        int code = codes[at];
        with[code][with_count[code]++] = (int16_t)shape_count;
        if (size == 3)
            windows[code][window_count[code]++] = shape->mask;
    }
    shape_count++;
}

static void make_groups(void)
{
    static const uint8_t inks[5][4] = {
        {0, 1, 2, 0}, {0, 1, 3, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};
    for (int number = 1; number <= NUMBERS; number++)
        for (int kind = 0; kind < 5; kind++) {
            uint8_t codes[4];
            for (int at = 0; at < 4; at++)
                codes[at] = (uint8_t)(LANE * inks[kind][at] + number);
            add_shape(codes, kind < 4 ? 3 : 4, 0);
        }
}

static void make_runs(void)
{
    for (int colour = 0; colour < 4; colour++)
        for (int first = 1; first <= NUMBERS; first++)
            for (int size = 3; size <= NUMBERS + 1 - first; size++) {
                uint8_t codes[NUMBERS];
                for (int at = 0; at < size; at++)
                    codes[at] = (uint8_t)(LANE * colour + first + at);
                add_shape(codes, size, 1);
            }
}

static void make_longer(void)
{
    for (int one = 0; one < shape_count; one++) {
        int code = shapes[one].codes[0];
        for (int at = 0; at < with_count[code]; at++) {
            const Shape *other = &shapes[with[code][at]];
            if (other->is_run == shapes[one].is_run && other->size == shapes[one].size + 1 &&
                (other->mask & shapes[one].mask) == shapes[one].mask)
                longer[one][longer_count[one]++] = with[code][at];
        }
    }
}

static int inner_shared(const uint8_t *order, int size, int shared)
{
    int count = 0;
    for (int at = 1; at < size - 1; at++)
        count += shared >> order[at] & 1;
    return count;
}

static int same_pattern(const uint8_t *one, const uint8_t *other, int size, int shared)
{
    for (int at = 0; at < size; at++) {
        int mine = shared >> one[at] & 1 ? one[at] : -1;
        int theirs = shared >> other[at] & 1 ? other[at] : -1;
        if (mine != theirs)
            return 0;
    }
    return 1;
}

static void add_order(int size, int shared, const uint8_t *order)
{
    uint8_t (*list)[4] = orders[size][shared];
    int count = order_count[size][shared];
    if (shared != EVERY_ORDER)
        for (int at = 0; at < count; at++)
            if (same_pattern(list[at], order, size, shared))
                return;
    int place = count;
    if (shared != EVERY_ORDER)
        while (place > 0 && inner_shared(list[place - 1], size, shared) >
                                inner_shared(order, size, shared)) {
            memcpy(list[place], list[place - 1], 4);
            place--;
        }
    memcpy(list[place], order, (size_t)size);
    order_count[size][shared]++;
}

static void make_orders(int size, int place, unsigned used, uint8_t *order)
{
    if (place == size) {
        for (int shared = 0; shared < 16; shared++)
            add_order(size, shared, order);
        return;
    }
    for (int at = 0; at < size; at++)
        if (!(used >> at & 1)) {
            order[place] = (uint8_t)at;
            make_orders(size, place + 1, used | 1u << at, order);
        }
}

static void make_tables(void)
{
    uint8_t order[4];
    if (shape_count)
        return;
    make_groups();
    make_runs();
    make_longer();
    make_orders(3, 0, 0, order);
    make_orders(4, 0, 0, order);
}

/* ---- which dice could be in a set at all ---- */

static Mask supported(Mask faces)
{
    Mask run = faces & faces >> 1 & faces >> 2;
    Mask black = faces & 0xffff, red = faces >> 16 & 0xffff;
    Mask blue = faces >> 32 & 0xffff, orange = faces >> 48;
    Mask group = (black & red & (blue | orange)) | (blue & orange & (black | red));
    return run | run << 1 | run << 2 | (faces & group * 0x0001000100010001ULL);
}

static int can_support(Mask faces, int jokers)
{
    Mask lonely = faces & ~supported(faces), best[8];
    int fewest = 99;
    if (!lonely)
        return 1;
    if (!jokers)
        return 0;
    for (; lonely && fewest > 1; lonely &= lonely - 1) {
        int code = lowest(lonely), ways = 0;
        Mask found[8];
        for (int at = 0; at < window_count[code]; at++) {
            Mask missing = windows[code][at] & ~faces;
            if (bits_in(missing) <= jokers)
                found[ways++] = missing;
        }
        if (ways < fewest) {
            fewest = ways;
            memcpy(best, found, sizeof best);
        }
    }
    for (int at = 0; at < fewest; at++)
        if (can_support(faces | best[at], jokers - bits_in(best[at])))
            return 1;
    return 0;
}

/* ---- the state of one question ---- */

typedef struct {
    int shape;
    uint8_t dice[NUMBERS];
} Set;

typedef struct {
    int dice_count, set_count;
    uint8_t dice[MAX_DICE];
    int8_t x[MAX_DICE], y[MAX_DICE];
    uint8_t sets[MAX_SETS], axes[MAX_SETS];
} Piece;

typedef struct {
    uint8_t part[MAX_SETS], axis[MAX_SETS];
} Links;

typedef struct {
    /* The cover. */
    int dice, sets, kept, pieces;
    uint8_t code[MAX_DICE], joker[MAX_DICE], owners[MAX_DICE];
    uint8_t owner[MAX_DICE][2];
    Set set[MAX_SETS];
    Links links;
    uint8_t grew[MAX_SETS];
    Piece piece[MAX_PIECES];
    /* The search for one. */
    int left[CODES], once_count[CODES], jokers, has_many_jokers, private_dice[MAX_SETS];
    uint8_t once[CODES][MAX_SAME];
    Mask left_mask, once_mask, kept_mask;
    const Mask *barred[MAX_DICE];
    int barred_count[MAX_DICE];
    /* What the code may be in, best first, as the whole position has it. */
    Mask faces;
    int all_jokers;
    int16_t choice[CODES][MAX_WITH];
    int choice_count[CODES];
    /* Nodes and time. */
    long nodes, limit;
    double until;
    /* The grid. */
    int may_touch, is_loose;
    int where[MAX_DICE];
    int8_t lies[MAX_SETS];
    Mask share[MAX_DICE];
    int16_t found[MAX_DICE];
    uint8_t grid[CELLS];
} State;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int tick(State *s)
{
    s->nodes++;
    if (s->nodes % NODES_A_LOOK == 0 && now() > s->until)
        return OUT_OF_TIME;
    return s->nodes > s->limit ? OUT_OF_NODES : NO;
}

static void rank_choices(State *s, int code)
{
    int keys[MAX_WITH], count = 0;
    for (int at = 0; at < with_count[code]; at++) {
        int16_t number = with[code][at];
        int missing = bits_in(shapes[number].mask & ~s->faces);
        if (missing > s->all_jokers)
            continue;
        int key = 2 * missing - shapes[number].size, place = count++;
        for (; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
            s->choice[code][place] = s->choice[code][place - 1];
        }
        keys[place] = key;
        s->choice[code][place] = number;
    }
    s->choice_count[code] = count;
}

static void want_choices(State *s, int code)
{
    if (s->choice_count[code] < 0)
        rank_choices(s, code);
}

static int add_die(State *s, int code, int joker, int owner)
{
    int die = s->dice++;
    s->code[die] = (uint8_t)code;
    s->joker[die] = (uint8_t)joker;
    s->owners[die] = 1;
    s->owner[die][0] = (uint8_t)owner;
    s->barred_count[die] = 0;
    return die;
}

static void drop_once(State *s, int code, int die)
{
    int at = 0;
    while (s->once[code][at] != die)
        at++;
    for (s->once_count[code]--; at < s->once_count[code]; at++)
        s->once[code][at] = s->once[code][at + 1];
    if (!s->once_count[code])
        s->once_mask ^= bit(code);
}

static void add_once(State *s, int code, int die)
{
    s->once[code][s->once_count[code]++] = (uint8_t)die;
    s->once_mask |= bit(code);
}

static int take(State *s, int slot, int source, int number)
{
    if (source >= 0) {
        s->private_dice[s->owner[source][0]]--;
        s->owner[source][s->owners[source]++] = (uint8_t)number;
        drop_once(s, slot, source);
        return source;
    }
    if (source == NEW_JOKER)
        s->jokers--;
    else if (!--s->left[slot])
        s->left_mask ^= bit(slot);
    int die = add_die(s, slot, source == NEW_JOKER, number);
    add_once(s, slot, die);
    s->private_dice[number]++;
    return die;
}

static void give_back(State *s, int slot, int source, int number)
{
    if (source >= 0) {
        s->owners[source]--;
        s->private_dice[s->owner[source][0]]++;
        add_once(s, slot, source);
        return;
    }
    if (source == NEW_JOKER) {
        s->jokers++;
    } else {
        s->left[slot]++;
        s->left_mask |= bit(slot);
    }
    s->dice--;
    s->private_dice[number]--;
    drop_once(s, slot, s->dice);
}

/* ---- placing.py ---- */

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

static int place(State *s)
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

/* ---- covers.py ---- */

static int search(State *s);

static int hardest(const State *s, Mask lacking)
{
    int fewest = 99, code = -1;
    for (Mask rest = s->left_mask; rest; rest &= rest - 1) {
        int at = lowest(rest), ways = 0;
        for (int which = 0; which < window_count[at]; which++)
            ways += bits_in(windows[at][which] & lacking) <= s->jokers;
        if (ways < fewest) {
            if (!ways)
                return -1;
            fewest = ways;
            code = at;
        }
    }
    return code;
}

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
    if (fresh_jokers > s->jokers || s->dice + shape->size > MAX_DICE || number + 1 >= MAX_SETS)
        return NO;
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
    if (missing > s->jokers || s->dice + count > MAX_DICE)
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
        if (s->dice + 1 > MAX_DICE)
            return NO;
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

static int search(State *s)
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

/* ---- partition.py ---- */

enum { FAILED = 1 << 12 };

typedef struct {
    State *s;
    Mask failed[FAILED][2];
    /* Once a full cover had no room for its jokers, a failure may be due to sets laid earlier. */
    int is_spoiled;
    int lines;
    int16_t shape[MAX_SETS];
    Mask wild[MAX_SETS];
} Parting;

static int lengthened(Parting *p)
{
    int jokers = p->s->jokers, room = 0;
    for (int at = 0; at < p->lines; at++) {
        const Shape *shape = &shapes[p->shape[at]];
        room += (shape->is_run ? NUMBERS : 4) - shape->size;
    }
    if (room < jokers) {
        p->is_spoiled = 1;
        return NO;
    }
    for (int at = 0; at < p->lines; at++)
        while (jokers && longer_count[p->shape[at]]) {
            int16_t grown = longer[p->shape[at]][0];
            p->wild[at] |= shapes[grown].mask ^ shapes[p->shape[at]].mask;
            p->shape[at] = grown;
            jokers--;
        }
    return YES;
}

static int part(Parting *p)
{
    State *s = p->s;
    int stop = tick(s);
    if (stop)
        return stop;
    if (!s->left_mask)
        return lengthened(p);
    int code = hardest(s, ~s->left_mask);
    if (code < 0)
        return NO;
    Mask twice = 0;
    int is_plain = s->all_jokers < 8;
    for (Mask rest = s->left_mask; rest; rest &= rest - 1) {
        int count = s->left[lowest(rest)];
        twice |= count > 1 ? rest & -rest : 0;
        is_plain &= count <= 2;
    }
    /* Bit 0 is no code: together with the jokers it makes the key differ from an empty place. */
    Mask second = twice | (Mask)s->jokers << 30 | 1;
    Mask hash = (s->left_mask * 0x9E3779B97F4A7C15ULL ^ second * 0xC2B2AE3D27D4EB4FULL) >> 52;
    Mask *known = p->failed[hash & (FAILED - 1)];
    if (is_plain && known[0] == s->left_mask && known[1] == second)
        return NO;
    want_choices(s, code);
    for (int at = 0; at < s->choice_count[code]; at++) {
        int16_t which = s->choice[code][at];
        const Shape *shape = &shapes[which];
        Mask missing = shape->mask & ~s->left_mask, before = s->left_mask;
        int fresh = bits_in(missing);
        if (fresh > s->jokers || p->lines >= MAX_SETS)
            continue;
        for (Mask rest = shape->mask & ~missing; rest; rest &= rest - 1)
            if (!--s->left[lowest(rest)])
                s->left_mask ^= rest & -rest;
        s->jokers -= fresh;
        p->shape[p->lines] = which;
        p->wild[p->lines++] = missing;
        int answer = part(p);
        if (answer != NO)
            return answer;
        p->lines--;
        s->jokers += fresh;
        s->left_mask = before;
        for (Mask rest = shape->mask & ~missing; rest; rest &= rest - 1)
            s->left[lowest(rest)]++;
    }
    if (is_plain && !p->is_spoiled) {
        known[0] = s->left_mask;
        known[1] = second;
    }
    return NO;
}

/* ---- what Python sees ---- */

static void init_state(State *s, Mask faces, int all_jokers, int jokers, long limit, double seconds)
{
    s->faces = faces;
    s->all_jokers = all_jokers;
    s->jokers = jokers;
    s->has_many_jokers = jokers >= JOKERS_FOR_A_SET_OF_ONE;
    s->limit = limit;
    s->until = now() + seconds;
    for (int code = 0; code < CODES; code++)
        s->choice_count[code] = -1;
}

static int read_codes(State *s, PyObject *codes)
{
    Py_ssize_t count = PyTuple_GET_SIZE(codes);
    for (Py_ssize_t at = 0; at < count; at++) {
        long code = PyLong_AsLong(PyTuple_GET_ITEM(codes, at));
        if (code < 0 || code >= CODES || s->left[code] >= MAX_SAME / 2) {
            PyErr_SetString(PyExc_ValueError, "expected codes of faces, few of a kind");
            return 0;
        }
        s->left[code]++;
        s->left_mask |= bit((int)code);
    }
    return 1;
}

static long item(PyObject *tuple, Py_ssize_t at) { return PyLong_AsLong(PyTuple_GET_ITEM(tuple, at)); }

/* A piece is (codes, jokers, xs, ys, chains, axes): dice by place, and chains as places. */
static int read_piece(State *s, PyObject *given)
{
    PyObject *codes, *jokers, *xs, *ys, *chains, *axes;
    if (!PyArg_ParseTuple(given, "O!O!O!O!O!O!", &PyTuple_Type, &codes, &PyTuple_Type, &jokers,
                          &PyTuple_Type, &xs, &PyTuple_Type, &ys, &PyTuple_Type, &chains,
                          &PyTuple_Type, &axes))
        return 0;
    Py_ssize_t dice = PyTuple_GET_SIZE(codes), lines = PyTuple_GET_SIZE(chains);
    if (s->dice + dice > MAX_DICE || s->sets + lines >= MAX_SETS || s->pieces >= MAX_PIECES) {
        PyErr_SetString(PyExc_ValueError, "expected fewer dice");
        return 0;
    }
    Piece *piece = &s->piece[s->pieces++];
    int first = s->sets, first_die = s->dice;
    for (Py_ssize_t at = 0; at < dice; at++) {
        int die = add_die(s, (int)item(codes, at), (int)item(jokers, at), 0);
        s->owners[die] = 0;
        piece->dice[piece->dice_count] = (uint8_t)die;
        piece->x[piece->dice_count] = (int8_t)item(xs, at);
        piece->y[piece->dice_count++] = (int8_t)item(ys, at);
    }
    for (Py_ssize_t at = 0; at < lines; at++) {
        PyObject *chain = PyTuple_GET_ITEM(chains, at);
        int number = s->sets++, which = 0;
        Mask mask = 0;
        for (Py_ssize_t slot = 0; slot < PyTuple_GET_SIZE(chain); slot++) {
            int die = first_die + (int)item(chain, slot);
            s->owner[die][s->owners[die]++] = (uint8_t)number;
            mask |= bit(s->code[die]);
        }
        while (which < shape_count && shapes[which].mask != mask)
            which++;
        if (which == shape_count) {
            PyErr_SetString(PyExc_ValueError, "expected chains that are sets");
            return 0;
        }
        s->set[number].shape = which;
        for (int slot = 0; slot < shapes[which].size; slot++)
            for (Py_ssize_t from = 0; from < PyTuple_GET_SIZE(chain); from++) {
                int die = first_die + (int)item(chain, from);
                if (s->code[die] == shapes[which].codes[slot])
                    s->set[number].dice[slot] = (uint8_t)die;
            }
        piece->sets[piece->set_count] = (uint8_t)number;
        piece->axes[piece->set_count++] = (uint8_t)item(axes, at);
        s->links.part[number] = (uint8_t)first;
        s->links.axis[number] = (uint8_t)item(axes, at);
    }
    return !PyErr_Occurred();
}

static int read_pieces(State *s, PyObject *pieces)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(pieces); at++)
        if (!read_piece(s, PyTuple_GET_ITEM(pieces, at)))
            return 0;
    s->kept = s->sets;
    for (int die = 0; die < s->dice; die++) {
        s->kept_mask |= bit(s->code[die]);
        if (s->owners[die] == 1) {
            s->private_dice[s->owner[die][0]]++;
            add_once(s, s->code[die], die);
        }
    }
    return 1;
}

/* (codes, jokers, [part, ...]) with a part as [(die, column, row), ...]. */
static PyObject *found_cover(const State *s)
{
    PyObject *codes = PyList_New(s->dice), *jokers = PyList_New(s->dice), *parts = PyList_New(0);
    for (int die = 0; die < s->dice; die++) {
        PyList_SET_ITEM(codes, die, PyLong_FromLong(s->code[die]));
        PyList_SET_ITEM(jokers, die, PyBool_FromLong(s->joker[die]));
    }
    Mask done = 0;
    for (int number = 0; number < s->sets; number++) {
        int which = s->links.part[number];
        if (done >> which & 1)
            continue;
        done |= bit(which);
        PyObject *grid = PyList_New(0);
        for (int die = 0; die < s->dice; die++)
            if (s->links.part[s->owner[die][0]] == which) {
                int cell = s->found[die];
                PyObject *placed = Py_BuildValue("(iii)", die, cell % DOWN, cell / DOWN);
                PyList_Append(grid, placed);
                Py_DECREF(placed);
            }
        PyList_Append(parts, grid);
        Py_DECREF(grid);
    }
    return Py_BuildValue("(NNN)", codes, jokers, parts);
}

static PyObject *kernel_cover(PyObject *self, PyObject *args)
{
    PyObject *pieces, *codes, *answer = NULL;
    unsigned long long faces;
    int jokers, all_jokers, may_touch;
    long limit;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!iKipld", &PyTuple_Type, &pieces, &PyTuple_Type, &codes,
                          &jokers, &faces, &all_jokers, &may_touch, &limit, &seconds))
        return NULL;
    State *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    init_state(s, faces, all_jokers, jokers, limit, seconds);
    s->may_touch = may_touch;
    if (read_codes(s, codes) && read_pieces(s, pieces)) {
        int found = search(s);
        if (found == YES)
            answer = Py_BuildValue("(ilN)", found, s->nodes, found_cover(s));
        else
            answer = Py_BuildValue("(ilO)", found, s->nodes, Py_None);
    }
    free(s);
    return answer;
}

static PyObject *kernel_part(PyObject *self, PyObject *args)
{
    PyObject *codes, *answer = NULL;
    unsigned long long faces;
    int jokers, all_jokers;
    long limit;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!iKild", &PyTuple_Type, &codes, &jokers, &faces, &all_jokers,
                          &limit, &seconds))
        return NULL;
    State *s = calloc(1, sizeof *s);
    Parting *p = calloc(1, sizeof *p);
    if (s && p) {
        p->s = s;
        init_state(s, faces, all_jokers, jokers, limit, seconds);
        if (read_codes(s, codes)) {
            int found = part(p);
            PyObject *lines = PyList_New(0);
            for (int at = 0; found == YES && at < p->lines; at++) {
                PyObject *line = Py_BuildValue("(KK)", (unsigned long long)shapes[p->shape[at]].mask,
                                               (unsigned long long)p->wild[at]);
                PyList_Append(lines, line);
                Py_DECREF(line);
            }
            answer = Py_BuildValue("(ilN)", found, s->nodes, lines);
        }
    } else {
        PyErr_NoMemory();
    }
    free(p);
    free(s);
    return answer;
}

/* Of equal dice, which lie side by side, a choice takes the first. */
static int is_first(const uint8_t *codes, int count, unsigned chosen)
{
    for (int at = 1; at < count; at++)
        if (chosen >> at & 1 && codes[at] == codes[at - 1] && !(chosen >> (at - 1) & 1))
            return 0;
    return 1;
}

static int might_be_laid(const uint8_t *codes, int count, unsigned chosen, Mask faces, int jokers)
{
    for (int at = 0; at < count; at++)
        if (chosen >> at & 1) {
            if (codes[at])
                faces |= bit(codes[at]);
            else
                jokers++;
        }
    return faces && can_support(faces, jokers);
}

static PyObject *places_of(unsigned chosen, int size)
{
    PyObject *places = PyTuple_New(size);
    for (int at = 0; at < size; at++, chosen &= chosen - 1)
        PyTuple_SET_ITEM(places, at, PyLong_FromLong(__builtin_ctz(chosen)));
    return places;
}

/* The places of every choice of that size, in the order of itertools.combinations. */
static int add_choices(PyObject *found, const uint8_t *codes, int count, int size, int from,
                       unsigned chosen, Mask faces, int jokers)
{
    int missing = size - __builtin_popcount(chosen);
    if (!missing) {
        if (is_first(codes, count, chosen) && might_be_laid(codes, count, chosen, faces, jokers)) {
            PyObject *places = places_of(chosen, size);
            if (!places || PyList_Append(found, places) < 0)
                return 0;
            Py_DECREF(places);
        }
        return 1;
    }
    for (int at = from; at <= count - missing; at++)
        if (!add_choices(found, codes, count, size, at + 1, chosen | 1u << at, faces, jokers))
            return 0;
    return 1;
}

static PyObject *kernel_choices(PyObject *self, PyObject *args)
{
    unsigned long long faces;
    int jokers, size;
    PyObject *given;
    uint8_t codes[32];
    (void)self;
    if (!PyArg_ParseTuple(args, "KiO!i", &faces, &jokers, &PyTuple_Type, &given, &size))
        return NULL;
    if (PyTuple_GET_SIZE(given) > 31)
        return PyErr_Format(PyExc_ValueError, "expected a hand of at most 31 dice");
    int count = (int)PyTuple_GET_SIZE(given);
    for (int at = 0; at < count; at++)
        codes[at] = (uint8_t)item(given, at);
    PyObject *found = PyList_New(0);
    if (found && !add_choices(found, codes, count, size, 0, 0, faces, jokers))
        Py_CLEAR(found);
    return found;
}

static PyMethodDef methods[] = {
    {"cover", kernel_cover, METH_VARARGS, "Search for a cover and its place on the grid."},
    {"part", kernel_part, METH_VARARGS, "Search for sets that hold each die once."},
    {"choices", kernel_choices, METH_VARARGS, "Choices of hand dice that might be laid."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "kernel", "The inner search of the solver.", -1, methods,
    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void)
{
    make_tables();
    return PyModule_Create(&module);
}
