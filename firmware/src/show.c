#include "show.h"

#include <string.h>

void display_init(struct display *display) {
    memset(display, 0, sizeof *display);
    display_safe(display);
}

/* Nothing that could be taken for a ruling, nothing loud, little current; the status lamp says
 * that the board lives and hears nobody. */
void display_safe(struct display *display) {
    memset(&display->wish, 0, sizeof display->wish);
    display->wish.status = SLOW;
    display->toned = false;
    display->tone_on = false;
    display->ring_due = true;
}

static void begin_tone(struct display *display, const struct message_show *wish, uint32_t now_ms) {
    uint16_t length_ms = wish->tone_ms < TONE_MS_MAX ? wish->tone_ms : TONE_MS_MAX;
    display->tone_on = wish->tone_hz && length_ms;
    display->tone_end_ms = now_ms + length_ms;
}

void display_wish(struct display *display, const struct message_show *wish, uint32_t now_ms) {
    struct message_show *old = &display->wish;
    if (display->toned && wish->tone_number != old->tone_number)
        begin_tone(display, wish, now_ms);
    display->toned = true;
    if (wish->ring_red != old->ring_red || wish->ring_green != old->ring_green ||
        wish->ring_blue != old->ring_blue)
        display->ring_due = true;
    *old = *wish;
}

static bool is_lit(uint8_t pattern, uint32_t now_ms) {
    if (pattern == SLOW)
        return now_ms / SLOW_MS % 2 == 0;
    if (pattern == FAST)
        return now_ms / FAST_MS % 2 == 0;
    return pattern == ON;
}

uint8_t display_lamps(const struct display *display, uint32_t now_ms) {
    const struct message_show *wish = &display->wish;
    return is_lit(wish->player_1, now_ms) | is_lit(wish->player_2, now_ms) << 1 |
           is_lit(wish->status, now_ms) << 2;
}

uint16_t display_tone(struct display *display, uint32_t now_ms) {
    if (display->tone_on && (int32_t)(now_ms - display->tone_end_ms) >= 0)
        display->tone_on = false;
    return display->tone_on ? display->wish.tone_hz : 0;
}

uint8_t ring_limited(const struct message_show *wish, uint8_t level, uint8_t pixels,
                     uint16_t milliamperes) {
    uint16_t sum = (uint16_t)wish->ring_red + wish->ring_green + wish->ring_blue;
    uint32_t wanted = (uint32_t)sum * pixels * PIXEL_MILLIAMPERES / (3 * 255);
    return wanted <= milliamperes ? level : (uint8_t)((uint32_t)level * milliamperes / wanted);
}
