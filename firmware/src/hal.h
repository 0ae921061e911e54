/* What a board must be able to do; boards/nano.c does it with pins, the tests with a notebook. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

extern const uint8_t hal_ring_pixels;
extern const uint16_t hal_ring_milliamperes;

void hal_lamps(uint8_t bits);
void hal_tone(uint16_t hz);

/* All pixels in one colour. Interrupts may be off for as long as it takes. */
void hal_ring(uint8_t red, uint8_t green, uint8_t blue);

/* Hands bytes to the line; false, and nothing done, if there is no room for all of them. */
bool hal_send(const uint8_t *bytes, uint8_t count);

#endif
