/* A queue in a ring of bytes: where the next byte comes in and goes out. Its size is a power of two,
 * at most 128, so that the indices wrap by a mask; one place stays free, to tell full from empty. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdint.h>

/* How many bytes still fit. Not with %: in C, (out - in - 1) is a signed int, below zero in half of
 * all states, and the remainder of a negative number is negative. */
static inline uint8_t queue_room(uint8_t in, uint8_t out, uint8_t size) {
    return (uint8_t)(out - in - 1) & (uint8_t)(size - 1);
}

/* The index after this one. */
static inline uint8_t queue_next(uint8_t index, uint8_t size) {
    return (uint8_t)(index + 1) & (uint8_t)(size - 1);
}

#endif
