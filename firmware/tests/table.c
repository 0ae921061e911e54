/* The table of messages.h as text, for the test that compares it with turbo/wire.py. */
#include <stddef.h>
#include <stdio.h>

#include "board.h"
#include "frame.h"
#include "messages.h"
#include "tray.h"

const char *message_table(void);
unsigned retained_size(void);

unsigned retained_size(void) {
    return sizeof(struct retained);
}

/* A line each: name, kind, size, and every field as type:name:offset. */
const char *message_table(void) {
    static char text[4096];
    int used = 0;
#define PUT(...) used += snprintf(text + used, sizeof text - (size_t)used, __VA_ARGS__)
#define FIELD(type, name) #type ":" #name " "
#define LINE(name, number, fields)                                                              \
    PUT("%s %d %d %s\n", #name, number, (int)sizeof(struct message_##name), "" fields(FIELD));
    MESSAGES(LINE)
    PUT("PROTOCOL %d\nBAUD %lu\nPAYLOAD_MAX %d\n", PROTOCOL, BAUD, PAYLOAD_MAX);
    PUT("Button %d %d %d\n", PLAYER_1, PLAYER_2, REFEREE);
    PUT("Pattern %d %d %d %d\n", OFF, ON, SLOW, FAST);
    PUT("TrayState %d %d %d\n", REST, SHAKING, POURING);
    PUT("Capability %d %d %d %d\n", HAS_LAMPS, HAS_RING, HAS_TONE, HAS_TRAY);
    PUT("ResetCause %d %d %d %d\n", POWER, RESET_PIN, BROWN_OUT, WATCHDOG);
    PUT("Levels %d %d %d\n", SHAKE_LEVEL, POUR_LEVEL, REST_MS);
    return text;
}
