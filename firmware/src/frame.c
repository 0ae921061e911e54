#include "frame.h"

#include <string.h>

#define CRC_SIZE 4
#define HEADER_SIZE 2

/* The checksum of zlib and Ethernet. A CRC-16 would let one wrong frame in 65,536 pass, and a bad
 * line makes that many in an evening. Nibble by nibble: 64 bytes of table, 2 us a byte. */
uint32_t crc32(const uint8_t *bytes, uint8_t count) {
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t crc = 0xffffffff;
    while (count--) {
        crc ^= *bytes++;
        crc = table[crc & 15] ^ (crc >> 4);
        crc = table[crc & 15] ^ (crc >> 4);
    }
    return ~crc;
}

int8_t payload_size(uint8_t kind) {
#define MESSAGE_SIZE(name, number, fields)                                                      \
    case number:                                                                                \
        return sizeof(struct message_##name);
    switch (kind) { MESSAGES(MESSAGE_SIZE) }
    return -1;
}

static uint8_t cobs_encode(const uint8_t *bytes, uint8_t count, uint8_t *line) {
    uint8_t mark = 0, end = 1;
    for (uint8_t i = 0; i < count; i++) {
        if (bytes[i]) {
            line[end++] = bytes[i];
        } else {
            line[mark] = end - mark;
            mark = end++;
        }
    }
    line[mark] = end - mark;
    return end;
}

/* In place; the new length, or 0 if the marks do not fit the length. */
static uint8_t cobs_decode(uint8_t *bytes, uint8_t count) {
    uint8_t end = 0, next = 0;
    while (next < count) {
        uint8_t run = bytes[next++];
        if (run - 1 > count - next)
            return 0;
        for (uint8_t i = 1; i < run; i++)
            bytes[end++] = bytes[next++];
        if (next < count)
            bytes[end++] = 0;
    }
    return end;
}

uint8_t frame_encode(const struct frame *frame, uint8_t *line) {
    uint8_t plain[HEADER_SIZE + PAYLOAD_MAX + CRC_SIZE];
    uint8_t count = HEADER_SIZE + frame->size;
    plain[0] = frame->sequence;
    plain[1] = frame->kind;
    memcpy(plain + HEADER_SIZE, frame->payload, frame->size);
    uint32_t crc = crc32(plain, count);
    for (uint8_t i = 0; i < CRC_SIZE; i++, crc >>= 8)
        plain[count++] = (uint8_t)crc;
    line[0] = 0;
    uint8_t size = cobs_encode(plain, count, line + 1);
    line[size + 1] = 0;
    return size + 2;
}

static bool unpack(uint8_t *plain, uint8_t count, struct frame *frame) {
    if (count < HEADER_SIZE + CRC_SIZE)
        return false;
    uint8_t size = count - CRC_SIZE;
    uint32_t crc = 0;
    for (uint8_t i = CRC_SIZE; i-- > 0;)
        crc = crc << 8 | plain[size + i];
    if (crc != crc32(plain, size) || payload_size(plain[1]) != size - HEADER_SIZE)
        return false;
    frame->sequence = plain[0];
    frame->kind = plain[1];
    frame->size = size - HEADER_SIZE;
    memcpy(frame->payload, plain + HEADER_SIZE, frame->size);
    return true;
}

static bool finish(struct decoder *decoder, struct frame *frame) {
    uint8_t count = decoder->overflow ? 0 : cobs_decode(decoder->bytes, decoder->count);
    bool good = unpack(decoder->bytes, count, frame);
    if (!good && (decoder->count || decoder->overflow))
        decoder->bad++;
    decoder->count = 0;
    decoder->overflow = false;
    return good;
}

bool frame_decode(struct decoder *decoder, uint8_t byte, struct frame *frame) {
    if (!byte)
        return finish(decoder, frame);
    if (decoder->count < sizeof decoder->bytes)
        decoder->bytes[decoder->count++] = byte;
    else
        decoder->overflow = true;
    return false;
}
