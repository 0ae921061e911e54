/* The state of one question: dice, sets, nodes and time. */

#include "kernel.h"

#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int tick(State *s)
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

void want_choices(State *s, int code)
{
    if (s->choice_count[code] < 0)
        rank_choices(s, code);
}

int add_die(State *s, int code, int joker, int owner)
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

void add_once(State *s, int code, int die)
{
    s->once[code][s->once_count[code]++] = (uint8_t)die;
    s->once_mask |= bit(code);
}

int take(State *s, int slot, int source, int number)
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

void give_back(State *s, int slot, int source, int number)
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
int hardest(const State *s, Mask lacking)
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
void init_state(State *s, Mask faces, int all_jokers, int jokers, long limit, double seconds)
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
