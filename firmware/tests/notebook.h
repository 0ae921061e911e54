/* A board of paper: hal.h for the PC, which notes what the logic does. */
#ifndef NOTEBOOK_H
#define NOTEBOOK_H

#include <stdbool.h>
#include <stdint.h>

struct notebook {
    uint8_t lamps;
    uint16_t tone_hz;
    uint8_t ring[3];
    uint32_t ring_writes, tones;
    uint8_t line[4096];
    uint32_t line_used;
    bool line_full;
};

extern struct notebook notebook;

void notebook_clear(void);

/* Moves what the board sent to `bytes`; how many. */
uint32_t notebook_take(uint8_t *bytes, uint32_t room);

#endif
