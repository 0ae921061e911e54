/* Lamps, ring and tone: what the host wishes to be shown, and what is shown when it is silent. */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

#define SLOW_MS 500 /* half a period of slow blinking: calm, seen from the corner of the eye */
#define FAST_MS 125 /* half a period of fast blinking: a call, still slower than 5 Hz is not */
#define PIXEL_MILLIAMPERES 60 /* a WS2812 at full white, by its data sheet */
#define TONE_MS_MAX 3000 /* a longer tone is cut: no message can make the buzzer drone */

struct display {
    struct message_show wish;
    bool toned;       /* a first `show` came: its tone number is known and not played */
    uint32_t tone_end_ms;
    bool tone_on;
    bool ring_due;
};

void display_init(struct display *display);
void display_safe(struct display *display);
void display_wish(struct display *display, const struct message_show *wish, uint32_t now_ms);

/* The lamps that are lit at this moment, one bit each: player 1, player 2, status. */
uint8_t display_lamps(const struct display *display, uint32_t now_ms);

/* The hertz that sound at this moment, 0: silence. */
uint16_t display_tone(struct display *display, uint32_t now_ms);

/* One colour of the ring, scaled so that the whole ring stays below its current. */
uint8_t ring_limited(const struct message_show *wish, uint8_t level, uint8_t pixels, uint16_t milliamperes);

#endif
