#include "tray.h"

#include <string.h>

void tray_init(struct tray *tray) {
    memset(tray, 0, sizeof *tray);
    tray->shake_level = SHAKE_LEVEL;
    tray->pour_level = POUR_LEVEL;
    tray->rest_ms = REST_MS;
    tray->quiet_ms = REST_MS;
}

/* Follows what drifts within seconds (warmth, supply) and does not follow a knock. */
static uint16_t above_rest(struct tray *tray, uint16_t reading) {
    uint16_t rest = tray->resting_level >> 10;
    uint16_t level = reading > rest ? reading - rest : 0;
    if (level < tray->shake_level)
        tray->resting_level += (int32_t)reading - (int32_t)rest;
    return level;
}

static void knock(struct tray *tray) {
    if (tray->quiet_ms > SHAKE_GAP_MS)
        tray->knocks = tray->hard_knocks = 0;
    if (tray->state == REST && !tray->knocks)
        tray->strength = 0;
    if (tray->knocks < SHAKE_KNOCKS)
        tray->knocks++;
    tray->quiet_ms = 0;
    tray->hard = false;
}

static uint8_t next_state(const struct tray *tray) {
    if (tray->quiet_ms >= tray->rest_ms)
        return REST;
    if (tray->state == POURING || tray->hard_knocks >= POUR_KNOCKS)
        return POURING;
    return tray->knocks >= SHAKE_KNOCKS ? SHAKING : tray->state;
}

static void feel(struct tray *tray) {
    if (!tray->knocks || tray->quiet_ms >= KNOCK_GAP_MS)
        knock(tray);
    if (tray->level > tray->strength)
        tray->strength = tray->level;
    /* The top of a knock may come a few milliseconds after its beginning, hence the mark. */
    if (tray->level >= tray->pour_level && !tray->hard) {
        tray->hard = true;
        if (tray->hard_knocks < POUR_KNOCKS)
            tray->hard_knocks++;
    }
}

bool tray_tick(struct tray *tray, uint16_t reading) {
    tray->level = above_rest(tray, reading);
    if (tray->level > tray->peak)
        tray->peak = tray->level;
    if (tray->quiet_ms < 0xffff)
        tray->quiet_ms++;
    if (tray->level >= tray->shake_level)
        feel(tray);
    uint8_t before = tray->state;
    tray->state = next_state(tray);
    if (tray->state == REST && before != REST)
        tray->knocks = tray->hard_knocks = 0;
    return tray->state != before;
}
