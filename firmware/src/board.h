/* The board as a whole, without a register: what comes in goes through these functions, what goes
 * out through those of hal.h. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "outbox.h"

#define VERSION_MAJOR 1
#define VERSION_MINOR 0

#define SILENT_MS 3000  /* a host that is not heard for so long is gone; it speaks twice a second */
#define RESEND_MS 20    /* a round trip takes 2 ms, and up to 16 ms through a slow USB converter */
#define CALL_MS 100     /* between calls for a host while events wait and none is known */
#define WINDOW 4        /* so many events may be under way at once */
#define RING_REPEAT_MS 5000 /* written again now and then: a pixel may have missed a bit */

/* `retained` is memory that a reset leaves alone. */
void board_init(struct retained *retained, uint8_t reset_cause);

/* A byte of the line. */
void board_receive(uint8_t byte);

/* Once a millisecond: the contacts (one bit each, 1 closed) and the tray's highest reading. */
void board_tick(uint8_t contacts, uint16_t reading);

/* What only the loop around knows, for the report. */
void board_measured(uint16_t loop_us, uint16_t bytes_lost);

#endif
