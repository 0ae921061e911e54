/* Every set there is, and which dice could be in one at all. See kernel.h. */

#include "kernel.h"

#include <string.h>

Shape shapes[MAX_SHAPES];
int shape_count;
int16_t with[CODES][MAX_WITH];
int with_count[CODES];
Mask windows[CODES][8];
int window_count[CODES];
int16_t longer[MAX_SHAPES][2];
int longer_count[MAX_SHAPES];
uint8_t orders[5][16][24][4];
int order_count[5][16];

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

void make_tables(void)
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
static Mask supported(Mask faces)
{
    Mask run = faces & faces >> 1 & faces >> 2;
    Mask black = faces & 0xffff, red = faces >> 16 & 0xffff;
    Mask blue = faces >> 32 & 0xffff, orange = faces >> 48;
    Mask group = (black & red & (blue | orange)) | (blue & orange & (black | red));
    return run | run << 1 | run << 2 | (faces & group * 0x0001000100010001ULL);
}

int can_support(Mask faces, int jokers)
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
