/* Events that wait until the host has them. They survive a reset of the board, as its memory does:
 * opening a serial port resets an Arduino, and a press of that moment is no less a press. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#define OUTBOX_SIZE 16 /* a power of two; a press that finds sixteen others waiting is dropped */
#define TRAY_SHARE 8   /* a tray that is shaken while nobody listens leaves room for presses */

struct event {
    uint8_t kind;
    uint8_t what; /* the button, or the tray's state */
    uint16_t strength;
    uint32_t at_ms;
};

struct outbox {
    uint32_t host;   /* whom the numbers are agreed with, 0: nobody yet */
    uint16_t oldest; /* the number of the oldest event that waits */
    uint8_t count, first;
    uint8_t buttons_down; /* kept with the events, so that a held button is not pressed again */
    uint8_t dropped;
    uint16_t generation; /* counts the saves */
    struct event events[OUTBOX_SIZE];
};

/* Two copies, written in turn: a reset in the middle of a copy spoils that one alone. */
struct retained {
    struct copy {
        uint32_t magic;
        struct outbox outbox;
        uint16_t sum;
    } copies[2];
    uint32_t now_ms, not_now_ms;
};

void outbox_add(struct outbox *outbox, const struct event *event);
const struct event *outbox_at(const struct outbox *outbox, uint8_t index);

/* Drops the events before `next`; false, and nothing done, if that is no number in the box. */
bool outbox_acknowledge(struct outbox *outbox, uint16_t next);

/* A host says hello: see rule 4 in messages.h. */
void outbox_meet(struct outbox *outbox, uint32_t host, uint16_t next);

void outbox_save(struct outbox *outbox, struct retained *retained);

/* The newest whole copy; false, and an empty box, if there is none (the power was off). */
bool outbox_restore(struct outbox *outbox, const struct retained *retained);

#endif
