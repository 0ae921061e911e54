#include "buttons.h"

uint8_t buttons_tick(struct buttons *buttons, uint8_t contacts) {
    uint8_t pressed = contacts & ~buttons->down;
    buttons->down |= contacts;
    for (uint8_t i = 0; i < BUTTONS; i++) {
        uint8_t bit = 1 << i;
        if (contacts & bit)
            buttons->open_ms[i] = 0;
        else if (buttons->down & bit && ++buttons->open_ms[i] >= SETTLE_MS)
            buttons->down &= ~bit;
    }
    return pressed & ((1 << BUTTONS) - 1);
}
