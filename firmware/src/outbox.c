#include "outbox.h"

#include <stddef.h>
#include <string.h>

#include "messages.h"

void outbox_add(struct outbox *outbox, const struct event *event) {
    uint8_t room = event->kind == kind_tray ? TRAY_SHARE : OUTBOX_SIZE;
    if (outbox->count >= room) {
        if (outbox->dropped < 255)
            outbox->dropped++;
        return;
    }
    outbox->events[(outbox->first + outbox->count++) % OUTBOX_SIZE] = *event;
}

const struct event *outbox_at(const struct outbox *outbox, uint8_t index) {
    return &outbox->events[(outbox->first + index) % OUTBOX_SIZE];
}

bool outbox_acknowledge(struct outbox *outbox, uint16_t next) {
    uint16_t done = next - outbox->oldest;
    if (done > outbox->count)
        return false;
    outbox->oldest = next;
    outbox->count -= done;
    outbox->first = (outbox->first + done) % OUTBOX_SIZE;
    return true;
}

void outbox_meet(struct outbox *outbox, uint32_t host, uint16_t next) {
    bool same = outbox->host == host;
    if (same && ((int16_t)(next - outbox->oldest) < 0 || outbox_acknowledge(outbox, next)))
        return;
    if (outbox->host)
        outbox->count = 0;
    outbox->host = host;
    outbox->oldest = next;
}

#define MAGIC 0x54555242UL

static uint16_t sum_of(const struct copy *copy) { /* Fletcher's */
    const uint8_t *bytes = (const uint8_t *)copy;
    uint8_t low = 0x5a, high = 0xa5;
    for (uint16_t i = 0; i < offsetof(struct copy, sum); i++) {
        low += bytes[i];
        high += low;
    }
    return (uint16_t)high << 8 | low;
}

static bool is_whole(const struct copy *copy) {
    return copy->magic == MAGIC && copy->sum == sum_of(copy) &&
           copy->outbox.count <= OUTBOX_SIZE && copy->outbox.first < OUTBOX_SIZE;
}

static const struct copy *newest(const struct retained *retained) {
    const struct copy *a = &retained->copies[0], *b = &retained->copies[1];
    bool a_whole = is_whole(a), b_whole = is_whole(b);
    if (a_whole && b_whole)
        return (int16_t)(a->outbox.generation - b->outbox.generation) > 0 ? a : b;
    return a_whole ? a : b_whole ? b : NULL;
}

void outbox_save(struct outbox *outbox, struct retained *retained) {
    struct copy *copy = &retained->copies[++outbox->generation & 1];
    copy->magic = 0; /* spoiled until it is whole again */
    copy->outbox = *outbox;
    copy->magic = MAGIC;
    copy->sum = sum_of(copy);
}

bool outbox_restore(struct outbox *outbox, const struct retained *retained) {
    const struct copy *copy = newest(retained);
    if (copy)
        *outbox = copy->outbox;
    else
        memset(outbox, 0, sizeof *outbox);
    return copy != NULL;
}
