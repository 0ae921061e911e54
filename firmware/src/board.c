#include "board.h"

#include <string.h>

#include "buttons.h"
#include "frame.h"
#include "hal.h"
#include "messages.h"
#include "show.h"
#include "tray.h"

static struct {
    uint32_t now_ms, heard_ms, sent_ms, called_ms, ring_ms;
    bool greeted;   /* a host said hello and is not silent: events may be sent */
    uint8_t sent;   /* how many of the waiting events are under way */
    uint8_t sequence;
    uint8_t reset_cause;
    uint16_t loop_worst_us, bytes_lost;
    uint16_t tone_hz;
    struct decoder decoder;
    struct buttons buttons;
    struct tray tray;
    struct display display;
    struct outbox outbox;
    struct retained *retained;
} board;

static void write_ring(void) {
    const struct message_show *wish = &board.display.wish;
    uint8_t pixels = hal_ring_pixels;
    uint16_t limit = hal_ring_milliamperes;
    board.display.ring_due = false;
    board.ring_ms = board.now_ms;
    if (pixels)
        hal_ring(ring_limited(wish, wish->ring_red, pixels, limit),
                 ring_limited(wish, wish->ring_green, pixels, limit),
                 ring_limited(wish, wish->ring_blue, pixels, limit));
}

void board_init(struct retained *retained, uint8_t reset_cause) {
    memset(&board, 0, sizeof board);
    board.retained = retained;
    board.reset_cause = reset_cause;
    display_init(&board.display);
    tray_init(&board.tray);
    if (outbox_restore(&board.outbox, retained)) {
        board.buttons.down = board.outbox.buttons_down;
        if (retained->now_ms == ~retained->not_now_ms)
            board.now_ms = retained->now_ms;
    } else {
        /* A button that is held while the power comes on was not pressed. */
        board.buttons.down = (1 << BUTTONS) - 1;
    }
    board.called_ms = board.now_ms - CALL_MS;
    write_ring();
}

static bool send(uint8_t sequence, uint8_t kind, const void *payload) {
    struct frame frame = {.sequence = sequence, .kind = kind, .size = payload_size(kind)};
    uint8_t line[FRAME_MAX + 1];
    if (frame.size)
        memcpy(frame.payload, payload, frame.size);
    return hal_send(line, frame_encode(&frame, line));
}

static bool send_event(uint8_t index) {
    const struct event *event = outbox_at(&board.outbox, index);
    uint16_t number = board.outbox.oldest + index;
    uint32_t age_ms = board.now_ms - event->at_ms;
    if (event->kind == kind_pressed) {
        struct message_pressed pressed = {number, age_ms, event->what};
        return send(board.sequence++, kind_pressed, &pressed);
    }
    struct message_tray tray = {number, age_ms, event->what, event->strength};
    return send(board.sequence++, kind_tray, &tray);
}

static void answer_welcome(uint8_t sequence) {
    struct message_welcome welcome = {
        .protocol = PROTOCOL,
        .version_major = VERSION_MAJOR,
        .version_minor = VERSION_MINOR,
        .capabilities = HAS_LAMPS | HAS_TONE | HAS_TRAY | (hal_ring_pixels ? HAS_RING : 0),
        .ring_pixels = hal_ring_pixels,
        .ring_milliamperes = hal_ring_milliamperes,
        .host = board.greeted ? board.outbox.host : 0,
        .next = board.outbox.oldest,
    };
    send(sequence, kind_welcome, &welcome);
}

/* Events wait and no host is known: one may be there that does not know of a restart. */
static void call_host(void) {
    if (!board.outbox.count || board.now_ms - board.called_ms < CALL_MS)
        return;
    board.called_ms = board.now_ms;
    answer_welcome(board.sequence++);
}

/* Go back to the oldest when the answer stays out: the host takes events in order only. */
static void send_events(void) {
    if (!board.greeted) {
        call_host();
        return;
    }
    if (board.sent && board.now_ms - board.sent_ms >= RESEND_MS)
        board.sent = 0;
    while (board.sent < board.outbox.count && board.sent < WINDOW && send_event(board.sent)) {
        board.sent++;
        board.sent_ms = board.now_ms;
    }
}

static void answer_report(uint8_t sequence) {
    struct message_report report = {
        .uptime_ms = board.now_ms,
        .loop_worst_us = board.loop_worst_us,
        .frames_bad = board.decoder.bad,
        .bytes_lost = board.bytes_lost,
        .events_dropped = board.outbox.dropped,
        .reset_cause = board.reset_cause,
        .buttons = board.buttons.down,
        .state = board.tray.state,
        .tray_level = board.tray.level,
        .tray_peak = board.tray.peak,
        .waiting = board.outbox.count,
    };
    board.tray.peak = 0;
    send(sequence, kind_report, &report);
}

static void hear_hello(const struct frame *frame) {
    struct message_hello hello;
    memcpy(&hello, frame->payload, sizeof hello);
    outbox_meet(&board.outbox, hello.host, hello.next);
    outbox_save(&board.outbox, board.retained);
    board.sent = 0;
    board.greeted = true;
    answer_welcome(frame->sequence);
}

static void hear_acknowledge(const struct frame *frame) {
    struct message_acknowledge acknowledge;
    memcpy(&acknowledge, frame->payload, sizeof acknowledge);
    uint8_t before = board.outbox.count;
    outbox_acknowledge(&board.outbox, acknowledge.next);
    uint8_t taken = before - board.outbox.count;
    board.sent = board.sent > taken ? board.sent - taken : 0;
    if (taken)
        outbox_save(&board.outbox, board.retained);
    send(frame->sequence, kind_done, NULL);
}

/* The ring is written before the answer: until then the host sends nothing. */
static void hear_show(const struct frame *frame) {
    struct message_show wish;
    memcpy(&wish, frame->payload, sizeof wish);
    display_wish(&board.display, &wish, board.now_ms);
    if (board.display.ring_due || board.now_ms - board.ring_ms >= RING_REPEAT_MS)
        write_ring();
    send(frame->sequence, kind_done, NULL);
}

static void hear_tune(const struct frame *frame) {
    struct message_tune tune;
    memcpy(&tune, frame->payload, sizeof tune);
    board.tray.shake_level = tune.shake_level;
    board.tray.pour_level = tune.pour_level;
    board.tray.rest_ms = tune.rest_ms;
    send(frame->sequence, kind_done, NULL);
}

/* A board that was restarted, or gave its host up, does nothing before a hello: it answers with
 * its welcome, and by that the host knows to greet it again. */
static void hear(const struct frame *frame) {
    if (frame->kind == kind_hello)
        hear_hello(frame);
    else if (!board.greeted)
        answer_welcome(frame->sequence);
    else if (frame->kind == kind_show)
        hear_show(frame);
    else if (frame->kind == kind_acknowledge)
        hear_acknowledge(frame);
    else if (frame->kind == kind_tune)
        hear_tune(frame);
    else if (frame->kind == kind_ask)
        answer_report(frame->sequence);
    board.heard_ms = board.now_ms;
}

void board_receive(uint8_t byte) {
    struct frame frame;
    if (frame_decode(&board.decoder, byte, &frame)) {
        hear(&frame);
        send_events();
    }
}

static void feel_buttons(uint8_t contacts) {
    uint8_t before = board.buttons.down;
    uint8_t pressed = buttons_tick(&board.buttons, contacts);
    for (uint8_t i = 0; i < BUTTONS; i++) {
        struct event event = {kind_pressed, i, 0, board.now_ms};
        if (pressed & 1 << i)
            outbox_add(&board.outbox, &event);
    }
    if (board.buttons.down == before)
        return;
    board.outbox.buttons_down = board.buttons.down;
    outbox_save(&board.outbox, board.retained);
}

static void feel_tray(uint16_t reading) {
    if (!tray_tick(&board.tray, reading))
        return;
    struct event event = {kind_tray, board.tray.state, board.tray.strength, board.now_ms};
    outbox_add(&board.outbox, &event);
    outbox_save(&board.outbox, board.retained);
}

static void watch_host(void) {
    if (!board.greeted || board.now_ms - board.heard_ms < SILENT_MS)
        return;
    board.greeted = false;
    display_safe(&board.display);
    write_ring();
}

static void sound(void) {
    uint16_t hz = display_tone(&board.display, board.now_ms);
    if (hz != board.tone_hz)
        hal_tone(hz);
    board.tone_hz = hz;
}

void board_tick(uint8_t contacts, uint16_t reading) {
    board.now_ms++;
    board.retained->now_ms = board.now_ms;
    board.retained->not_now_ms = ~board.now_ms;
    feel_buttons(contacts);
    feel_tray(reading);
    send_events();
    watch_host();
    hal_lamps(display_lamps(&board.display, board.now_ms));
    sound();
}

void board_measured(uint16_t loop_us, uint16_t bytes_lost) {
    if (loop_us > board.loop_worst_us)
        board.loop_worst_us = loop_us;
    board.bytes_lost = bytes_lost;
}
