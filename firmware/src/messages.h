/* What the board and the host say to each other: every message, its number, its fields.
 *
 * turbo/wire.py holds the same table; tests/board/test_wire.py compiles this one and compares the two.
 * All numbers are little-endian and packed. A frame on the line is
 *
 *     00  COBS( sequence  kind  fields...  CRC-32 )  00
 *
 * so that a zero byte always and only ends a frame: whatever was lost or garbled before it, the
 * next frame is read whole. The rules of the talk:
 *
 * 1. The host asks, one request at a time, and is silent until the answer with the same sequence
 *    came or a time has passed. The board writes its ring only between a request and its answer,
 *    with interrupts off: a byte that came then would be lost.
 * 2. Every request may be repeated without harm. `show` is the state that is wished for.
 * 3. Events are numbered and are sent again and again until a request says `next` beyond them.
 * 4. `hello` names the host (a number drawn when its program starts) and the event it expects next.
 *    The same host again: the line was cut, the events are kept. Another host: the events are
 *    dropped, for the earlier one may have seen them. A board that met no host since it got power
 *    keeps its events and numbers them from `next`. Before a hello, a board that was restarted
 *    does nothing: it answers other requests, and calls while events wait, with a welcome to host 0.
 */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdint.h>

#define PROTOCOL 1
#define BAUD 250000UL
#define PAYLOAD_MAX 24
#define FRAME_MAX (1 + 1 + 2 + PAYLOAD_MAX + 4 + 1)

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

/* Requests of the host. */
#define HELLO_FIELDS(F) F(u32, host) F(u16, next)
#define SHOW_FIELDS(F)                                                                          \
    F(u8, player_1) F(u8, player_2) F(u8, status) F(u8, ring_red) F(u8, ring_green)             \
    F(u8, ring_blue) F(u8, tone_number) F(u16, tone_hz) F(u16, tone_ms)
#define ACKNOWLEDGE_FIELDS(F) F(u16, next)
#define TUNE_FIELDS(F) F(u16, shake_level) F(u16, pour_level) F(u16, rest_ms)
#define ASK_FIELDS(F)

/* Events of the board. */
#define PRESSED_FIELDS(F) F(u16, number) F(u32, age_ms) F(u8, button)
#define TRAY_FIELDS(F) F(u16, number) F(u32, age_ms) F(u8, state) F(u16, strength)

/* Answers of the board. */
#define WELCOME_FIELDS(F)                                                                       \
    F(u8, protocol) F(u8, version_major) F(u8, version_minor) F(u8, capabilities)               \
    F(u8, ring_pixels) F(u16, ring_milliamperes) F(u32, host) F(u16, next)
#define DONE_FIELDS(F)
#define REPORT_FIELDS(F)                                                                        \
    F(u32, uptime_ms) F(u16, loop_worst_us) F(u16, frames_bad) F(u16, bytes_lost)               \
    F(u8, events_dropped) F(u8, reset_cause) F(u8, buttons) F(u8, state) F(u16, tray_level)     \
    F(u16, tray_peak) F(u8, waiting)

#define MESSAGES(M)                                                                             \
    M(hello, 0x01, HELLO_FIELDS)                                                                \
    M(show, 0x02, SHOW_FIELDS)                                                                  \
    M(acknowledge, 0x03, ACKNOWLEDGE_FIELDS)                                                    \
    M(tune, 0x04, TUNE_FIELDS)                                                                  \
    M(ask, 0x05, ASK_FIELDS)                                                                    \
    M(pressed, 0x41, PRESSED_FIELDS)                                                            \
    M(tray, 0x42, TRAY_FIELDS)                                                                  \
    M(welcome, 0x81, WELCOME_FIELDS)                                                            \
    M(done, 0x82, DONE_FIELDS)                                                                  \
    M(report, 0x83, REPORT_FIELDS)

#define MESSAGE_KIND(name, number, fields) kind_##name = number,
enum kind { MESSAGES(MESSAGE_KIND) };

#define MESSAGE_FIELD(type, name) type name;
#define MESSAGE_STRUCT(name, number, fields)                                                    \
    struct __attribute__((packed)) message_##name { fields(MESSAGE_FIELD) };
MESSAGES(MESSAGE_STRUCT)

#define MESSAGE_FITS(name, number, fields)                                                      \
    _Static_assert(sizeof(struct message_##name) <= PAYLOAD_MAX, #name " is longer than a frame");
MESSAGES(MESSAGE_FITS)

enum button { PLAYER_1, PLAYER_2, REFEREE, BUTTONS };
enum pattern { OFF, ON, SLOW, FAST };
enum tray_state { REST, SHAKING, POURING };
enum capability { HAS_LAMPS = 1, HAS_RING = 2, HAS_TONE = 4, HAS_TRAY = 8 };
enum reset_cause { POWER = 1, RESET_PIN = 2, BROWN_OUT = 4, WATCHDOG = 8 };

#endif
