/* Sets that do not cross: every die in exactly one. See kernel.h. */

#include "kernel.h"

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

int part(Parting *p)
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
        if (fresh > s->jokers)
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
