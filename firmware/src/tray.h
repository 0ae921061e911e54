/* The sensor under the cup's tray: tells shaking, pouring and rest by how hard it is knocked. */
#ifndef TRAY_H
#define TRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

/* Levels are steps of the converter, 0 to 1023, above the resting level. The starting values suit
 * the drawn circuit with a 27 mm piezo in the model of firmware/sim; `turbo board tune` finds
 * those of a real tray, and the host sends them with `tune`. */
#define SHAKE_LEVEL 40  /* a knock that counts */
#define POUR_LEVEL 250  /* a knock as hard as a die that lands on the tray */
#define REST_MS 600     /* so long without a knock is rest; dice settle within half a second */
#define KNOCK_GAP_MS 15 /* a piezo rings for about 10 ms after a knock: that is one knock */
#define SHAKE_KNOCKS 4  /* so many knocks, none later than SHAKE_GAP_MS after the last: shaking */
#define SHAKE_GAP_MS 300 /* a hand shakes three to seven times a second */
#define POUR_KNOCKS 3   /* so many hard knocks in such a row: dice are poured */

struct tray {
    uint16_t shake_level, pour_level, rest_ms;
    uint32_t resting_level; /* in 1/1024 steps */
    uint16_t quiet_ms;      /* since the last knock */
    uint8_t knocks, hard_knocks;
    bool hard; /* the present knock was counted as a hard one */
    uint8_t state;
    uint16_t strength; /* the hardest knock since rest */
    uint16_t level, peak; /* above the resting level; the peak since it was last read */
};

void tray_init(struct tray *tray);

/* Takes the highest reading of this millisecond; true when the state changed. */
bool tray_tick(struct tray *tray, uint16_t reading);

#endif
