/* Buttons, debounced on the first edge: a press counts at once, bouncing is ignored after it. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdint.h>

#include "messages.h"

/* A contact must be open for so long before it can be pressed again. Tactile switches bounce for
 * 1 to 5 ms and big arcade buttons for up to 15 ms; nobody presses twice within 40 ms. */
#define SETTLE_MS 20

struct buttons {
    uint8_t down;           /* one bit each: pressed and not yet let go */
    uint8_t open_ms[BUTTONS]; /* for how long the contact has been open */
};

/* Takes the contacts of this millisecond, one bit each, 1 closed; the bits newly pressed. */
uint8_t buttons_tick(struct buttons *buttons, uint8_t contacts);

#endif
