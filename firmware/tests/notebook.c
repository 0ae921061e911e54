#include "notebook.h"

#include <string.h>

#include "hal.h"

struct notebook notebook;
const uint8_t hal_ring_pixels = 24;
const uint16_t hal_ring_milliamperes = 400;

struct notebook *notebook_page(void);
struct notebook *notebook_page(void) {
    return &notebook;
}

void notebook_clear(void) {
    memset(&notebook, 0, sizeof notebook);
}

uint32_t notebook_take(uint8_t *bytes, uint32_t room) {
    uint32_t count = notebook.line_used < room ? notebook.line_used : room;
    memcpy(bytes, notebook.line, count);
    notebook.line_used -= count;
    memmove(notebook.line, notebook.line + count, notebook.line_used);
    return count;
}

void hal_lamps(uint8_t bits) {
    notebook.lamps = bits;
}

void hal_tone(uint16_t hz) {
    notebook.tone_hz = hz;
    notebook.tones += hz != 0;
}

void hal_ring(uint8_t red, uint8_t green, uint8_t blue) {
    notebook.ring[0] = red;
    notebook.ring[1] = green;
    notebook.ring[2] = blue;
    notebook.ring_writes++;
}

bool hal_send(const uint8_t *bytes, uint8_t count) {
    if (notebook.line_full || notebook.line_used + count > sizeof notebook.line)
        return false;
    memcpy(notebook.line + notebook.line_used, bytes, count);
    notebook.line_used += count;
    return true;
}
