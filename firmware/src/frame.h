/* Frames: COBS between zero bytes, with a CRC-32 at the end. No port and no clock in here. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

struct frame {
    uint8_t sequence;
    uint8_t kind;
    uint8_t size;
    uint8_t payload[PAYLOAD_MAX];
};

/* What has come since the last zero byte. */
struct decoder {
    uint8_t bytes[FRAME_MAX];
    uint8_t count;
    bool overflow;
    uint16_t bad;
};

uint32_t crc32(const uint8_t *bytes, uint8_t count);

/* Writes the frame as it goes over the line; `line` holds FRAME_MAX + 1 bytes. The length. */
uint8_t frame_encode(const struct frame *frame, uint8_t *line);

/* Takes one byte of the line; true when it ended a good frame, which is then in `frame`. */
bool frame_decode(struct decoder *decoder, uint8_t byte, struct frame *frame);

/* The payload size of a kind, or -1 if there is no such kind. */
int8_t payload_size(uint8_t kind);

#endif
