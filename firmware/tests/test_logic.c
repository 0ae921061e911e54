/* The logic on the PC: `make -C firmware test`. Each test is a function; a failure names its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "buttons.h"
#include "frame.h"
#include "messages.h"
#include "notebook.h"
#include "outbox.h"
#include "queue.h"
#include "show.h"
#include "tray.h"

#define CHECK(is_so)                                                                            \
    do {                                                                                        \
        if (!(is_so)) {                                                                         \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #is_so);                          \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

static struct retained retained;
static struct decoder host;

static void power_on(void) {
    memset(&retained, 0xa7, sizeof retained);
    memset(&host, 0, sizeof host);
    notebook_clear();
    board_init(&retained, POWER);
}

static void ticks(int count, uint8_t contacts) {
    while (count--)
        board_tick(contacts, 0);
}

static void request(uint8_t sequence, uint8_t kind, const void *payload) {
    struct frame frame = {.sequence = sequence, .kind = kind, .size = (uint8_t)payload_size(kind)};
    uint8_t line[FRAME_MAX + 1];
    if (frame.size)
        memcpy(frame.payload, payload, frame.size);
    uint8_t count = frame_encode(&frame, line);
    for (uint8_t i = 0; i < count; i++)
        board_receive(line[i]);
}

/* The next frame that the board sent, or kind 0. */
static struct frame answer(void) {
    struct frame frame = {0};
    uint8_t byte;
    while (notebook_take(&byte, 1))
        if (frame_decode(&host, byte, &frame))
            return frame;
    frame.kind = 0;
    return frame;
}

static void greet(uint32_t who, uint16_t next) {
    struct message_hello hello = {who, next};
    request(1, kind_hello, &hello);
}

static void meet(void) {
    power_on();
    ticks(30, 0);
    greet(77, 1);
    CHECK(answer().kind == kind_welcome);
}

static void acknowledge(uint16_t next) {
    struct message_acknowledge message = {next};
    request(2, kind_acknowledge, &message);
}

static struct message_pressed pressed(struct frame frame) {
    struct message_pressed message;
    CHECK(frame.kind == kind_pressed);
    memcpy(&message, frame.payload, sizeof message);
    return message;
}

/* Passes over answers and repetitions, and lets time pass. */
static struct message_pressed next_press(uint16_t number) {
    for (int patience = 0; patience < 1000; patience++) {
        struct frame frame = answer();
        if (frame.kind == kind_pressed && pressed(frame).number == number)
            return pressed(frame);
        if (!frame.kind)
            ticks(1, 0);
    }
    printf("press %u never came\n", number);
    exit(1);
}

/* How often the board called for a host; it must have said nothing else. */
static int calls(void) {
    int count = 0;
    struct frame frame;
    while ((frame = answer()).kind) {
        struct message_welcome welcome;
        memcpy(&welcome, frame.payload, sizeof welcome);
        CHECK(frame.kind == kind_welcome && welcome.host == 0);
        count++;
    }
    return count;
}

static void checksum_is_that_of_zlib(void) {
    CHECK(crc32((const uint8_t *)"123456789", 9) == 0xcbf43926);
}

static void every_message_comes_back(void) {
    for (int kind = 0; kind < 256; kind++) {
        struct frame sent = {.sequence = (uint8_t)(kind * 7), .kind = (uint8_t)kind}, got;
        if (payload_size(sent.kind) < 0)
            continue;
        sent.size = (uint8_t)payload_size(sent.kind);
        for (int i = 0; i < sent.size; i++)
            sent.payload[i] = (uint8_t)(i % 3 ? i * 37 : 0);
        uint8_t line[FRAME_MAX + 1];
        uint8_t count = frame_encode(&sent, line);
        struct decoder decoder = {0};
        int found = 0;
        for (int i = 0; i < count; i++)
            found += frame_decode(&decoder, line[i], &got);
        CHECK(found == 1 && got.kind == sent.kind && got.sequence == sent.sequence);
        CHECK(!memcmp(got.payload, sent.payload, sent.size));
    }
}

static void rubbish_does_no_harm(void) {
    struct decoder decoder = {0};
    struct frame frame;
    unsigned seed = 1, found = 0;
    for (int i = 0; i < 2000000; i++) {
        seed = seed * 1103515245 + 12345;
        found += frame_decode(&decoder, (uint8_t)(seed >> 16), &frame);
    }
    CHECK(found == 0);
}

static void a_press_counts_on_its_first_edge(void) {
    struct buttons buttons = {0};
    CHECK(buttons_tick(&buttons, 1) == 1);
    CHECK(buttons_tick(&buttons, 0) == 0);
    CHECK(buttons_tick(&buttons, 1) == 0);
    for (int i = 0; i < 100; i++)
        CHECK(buttons_tick(&buttons, 1) == 0);
}

static void bouncing_is_one_press(void) {
    struct buttons buttons = {0};
    int presses = 0;
    for (int i = 0; i < 100; i++) /* chatters for a second, never open for long */
        for (int j = 0; j < 10; j++)
            presses += buttons_tick(&buttons, j < 5 ? 2 : 0) != 0;
    CHECK(presses == 1);
    for (int i = 0; i < SETTLE_MS; i++)
        buttons_tick(&buttons, 0);
    CHECK(buttons_tick(&buttons, 2) == 2);
}

static void buttons_do_not_hide_each_other(void) {
    struct buttons buttons = {0};
    CHECK(buttons_tick(&buttons, 7) == 7);
    for (int i = 0; i < SETTLE_MS; i++)
        buttons_tick(&buttons, 5);
    CHECK(buttons_tick(&buttons, 7) == 2);
}

static int knocks(struct tray *tray, int count, int gap_ms, uint16_t level) {
    int changes = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < gap_ms; j++)
            changes += tray_tick(tray, j < 5 ? level >> j : 0);
    return changes;
}

static void the_tray_tells_shaking_pouring_rest(void) {
    struct tray tray;
    tray_init(&tray);
    CHECK(knocks(&tray, 10, 100, 120) == 1 && tray.state == SHAKING);
    CHECK(knocks(&tray, 10, 40, 600) == 1 && tray.state == POURING);
    CHECK(knocks(&tray, 1, 700, 0) == 1 && tray.state == REST && tray.strength == 600);
}

static void a_pour_needs_no_shaking(void) {
    struct tray tray;
    tray_init(&tray);
    CHECK(knocks(&tray, 6, 30, 500) == 1 && tray.state == POURING);
}

static void a_knock_on_the_table_is_nothing(void) {
    struct tray tray;
    tray_init(&tray);
    for (int i = 0; i < 20; i++)
        CHECK(knocks(&tray, 1, 400, 900) == 0 && tray.state == REST);
}

static void drift_is_no_knock(void) {
    struct tray tray;
    tray_init(&tray);
    for (int level = 0; level < 300; level++)
        for (int i = 0; i < 200; i++)
            CHECK(!tray_tick(&tray, (uint16_t)level));
    CHECK(tray.state == REST && tray.level < SHAKE_LEVEL);
}

static void the_ring_keeps_below_its_current(void) {
    struct message_show wish = {.ring_red = 255, .ring_green = 255, .ring_blue = 255};
    uint8_t level = ring_limited(&wish, 255, 24, 400);
    CHECK(level * 3 * 24 * PIXEL_MILLIAMPERES / (3 * 255) <= 400 && level > 60);
    struct message_show dim = {.ring_red = 20, .ring_green = 20, .ring_blue = 20};
    CHECK(ring_limited(&dim, 20, 24, 400) == 20);
}

static void a_press_is_sent_until_acknowledged(void) {
    meet();
    ticks(1, 1);
    CHECK(pressed(answer()).number == 1);
    ticks(RESEND_MS - 1, 1);
    CHECK(answer().kind == 0);
    ticks(1, 1);
    struct message_pressed again = pressed(answer());
    CHECK(again.number == 1 && again.age_ms == RESEND_MS && again.button == PLAYER_1);
    acknowledge(2);
    CHECK(answer().kind == kind_done);
    ticks(100, 1);
    CHECK(answer().kind == 0);
}

static void an_old_acknowledgement_takes_nothing(void) {
    meet();
    ticks(1, 1);
    acknowledge(1);
    acknowledge(3);
    acknowledge(60000);
    CHECK(pressed(answer()).number == 1);
    while (answer().kind)
        ;
    ticks(RESEND_MS, 1);
    CHECK(pressed(answer()).number == 1);
}

static void nothing_is_done_before_hello(void) {
    power_on();
    ticks(30, 0);
    ticks(100, 1);
    CHECK(calls() == 1);
    acknowledge(1);
    CHECK(calls() == 1);
    ticks(CALL_MS, 1);
    CHECK(calls() == 1);
    greet(77, 500);
    CHECK(answer().kind == kind_welcome);
    CHECK(pressed(answer()).number == 500);
}

static void a_held_button_at_power_on_is_no_press(void) {
    power_on();
    ticks(100, 2);
    greet(77, 1);
    CHECK(answer().kind == kind_welcome && answer().kind == 0);
    ticks(SETTLE_MS, 0);
    ticks(1, 2);
    CHECK(pressed(answer()).button == PLAYER_2);
}

static void another_host_gets_no_old_press(void) {
    meet();
    ticks(1, 1);
    CHECK(answer().kind == kind_pressed);
    greet(78, 1);
    CHECK(answer().kind == kind_welcome);
    ticks(50, 1);
    CHECK(answer().kind == 0);
}

static void the_same_host_gets_it_after_a_reset(void) {
    meet();
    ticks(1, 1);
    CHECK(answer().kind == kind_pressed);
    board_init(&retained, WATCHDOG);
    ticks(40, 1);
    CHECK(calls() == 1);
    greet(77, 1);
    CHECK(answer().kind == kind_welcome);
    struct message_pressed again = pressed(answer());
    CHECK(again.number == 1 && again.age_ms == 40);
    CHECK(answer().kind == 0);
}

static void a_reset_in_the_middle_of_saving_loses_nothing_sent(void) {
    meet();
    ticks(1, 1);
    for (size_t at = 0; at < sizeof retained; at++) {
        struct retained spoiled = retained;
        struct outbox outbox;
        ((uint8_t *)&spoiled)[at] ^= 0x40;
        CHECK(outbox_restore(&outbox, &spoiled));
        CHECK(outbox.host == 77 && outbox.oldest == 1 && outbox.count <= 1);
    }
}

static void memory_of_chance_is_no_outbox(void) {
    struct outbox outbox;
    unsigned seed = 5;
    for (int i = 0; i < 20000; i++) {
        for (size_t at = 0; at < sizeof retained; at++) {
            seed = seed * 1103515245 + 12345;
            ((uint8_t *)&retained)[at] = (uint8_t)(seed >> 16);
        }
        CHECK(!outbox_restore(&outbox, &retained) && !outbox.count && !outbox.host);
    }
}

static void sixteen_presses_wait_and_the_next_is_counted(void) {
    power_on();
    ticks(30, 0);
    for (int i = 0; i < OUTBOX_SIZE + 3; i++) {
        ticks(1, 4);
        ticks(SETTLE_MS, 0);
    }
    greet(77, 65530);
    CHECK(answer().kind == kind_welcome);
    for (int i = 0; i < OUTBOX_SIZE; i++) {
        CHECK(next_press((uint16_t)(65530 + i)).button == REFEREE);
        acknowledge((uint16_t)(65530 + i + 1));
    }
    while (answer().kind)
        ;
    request(9, kind_ask, NULL);
    struct message_report report;
    memcpy(&report, answer().payload, sizeof report);
    CHECK(report.events_dropped == 3 && report.waiting == 0);
}

static void a_silent_host_brings_the_safe_state(void) {
    meet();
    struct message_show wish = {.player_1 = ON, .player_2 = FAST, .status = ON, .ring_red = 90};
    request(3, kind_show, &wish);
    CHECK(answer().kind == kind_done && notebook.ring[0] == 90);
    ticks(SILENT_MS - 1, 0);
    CHECK(notebook.lamps & 1);
    ticks(2, 0);
    CHECK(!(notebook.lamps & 3) && notebook.ring[0] == 0);
    request(4, kind_show, &wish);
    CHECK(answer().kind == kind_welcome && notebook.ring[0] == 0);
}

static void a_tone_sounds_once_and_ends(void) {
    meet();
    struct message_show wish = {.tone_number = 4, .tone_hz = 880, .tone_ms = 50};
    request(3, kind_show, &wish);
    ticks(1, 0);
    CHECK(notebook.tone_hz == 0);
    wish.tone_number = 5;
    request(4, kind_show, &wish);
    ticks(1, 0);
    CHECK(notebook.tone_hz == 880);
    ticks(50, 0);
    CHECK(notebook.tone_hz == 0);
    request(5, kind_show, &wish);
    ticks(10, 0);
    CHECK(notebook.tones == 1);
    wish.tone_number = 6;
    wish.tone_ms = 60000;
    request(6, kind_show, &wish);
    for (int i = 0; i < 4; i++) {
        ticks(1000, 0);
        acknowledge(1);
    }
    CHECK(notebook.tone_hz == 0);
}

static void the_ring_is_written_before_the_answer_and_only_when_due(void) {
    meet();
    struct message_show wish = {.ring_blue = 30};
    uint32_t before = notebook.ring_writes;
    request(3, kind_show, &wish);
    CHECK(notebook.ring_writes == before + 1);
    request(4, kind_show, &wish);
    CHECK(notebook.ring_writes == before + 1);
    for (int i = 0; i < 6; i++) {
        ticks(1000, 0);
        acknowledge(1);
    }
    CHECK(notebook.ring_writes == before + 1);
    request(5, kind_show, &wish);
    CHECK(notebook.ring_writes == before + 2);
}

static void lamps_blink(void) {
    meet();
    struct message_show wish = {.player_1 = SLOW, .player_2 = FAST, .status = ON};
    request(3, kind_show, &wish);
    int slow = 0, fast = 0, last = 0;
    for (int i = 0; i < 2000; i++) {
        ticks(1, 0);
        slow += (notebook.lamps ^ last) & 1;
        fast += (notebook.lamps ^ last) >> 1 & 1;
        last = notebook.lamps;
        CHECK(last & 4);
    }
    CHECK(slow >= 3 && slow <= 5 && fast >= 15 && fast <= 17);
}

static void a_full_line_delays_and_loses_nothing(void) {
    meet();
    notebook.line_full = true;
    ticks(1, 1);
    ticks(50, 0);
    ticks(1, 2);
    notebook.line_full = false;
    ticks(1, 2);
    CHECK(pressed(answer()).button == PLAYER_1);
    CHECK(pressed(answer()).button == PLAYER_2);
}

/* Every state of the queue that sends: as many fit as a walk from in to out counts. */
static void a_queue_knows_its_room(void) {
    for (int in = 0; in < 128; in++)
        for (int out = 0; out < 128; out++) {
            int room = 0;
            for (uint8_t at = (uint8_t)in; queue_next(at, 128) != out; at = queue_next(at, 128))
                room++;
            CHECK(queue_room((uint8_t)in, (uint8_t)out, 128) == room);
        }
}

#define TESTS(T)                                                                                \
    T(checksum_is_that_of_zlib)                                                                 \
    T(a_queue_knows_its_room)                                                                   \
    T(every_message_comes_back)                                                                 \
    T(rubbish_does_no_harm)                                                                     \
    T(a_press_counts_on_its_first_edge)                                                         \
    T(bouncing_is_one_press)                                                                    \
    T(buttons_do_not_hide_each_other)                                                           \
    T(the_tray_tells_shaking_pouring_rest)                                                      \
    T(a_pour_needs_no_shaking)                                                                  \
    T(a_knock_on_the_table_is_nothing)                                                          \
    T(drift_is_no_knock)                                                                        \
    T(the_ring_keeps_below_its_current)                                                         \
    T(a_press_is_sent_until_acknowledged)                                                       \
    T(an_old_acknowledgement_takes_nothing)                                                     \
    T(nothing_is_done_before_hello)                                                             \
    T(a_held_button_at_power_on_is_no_press)                                                    \
    T(another_host_gets_no_old_press)                                                           \
    T(the_same_host_gets_it_after_a_reset)                                                      \
    T(a_reset_in_the_middle_of_saving_loses_nothing_sent)                                       \
    T(memory_of_chance_is_no_outbox)                                                            \
    T(sixteen_presses_wait_and_the_next_is_counted)                                             \
    T(a_silent_host_brings_the_safe_state)                                                      \
    T(a_tone_sounds_once_and_ends)                                                              \
    T(the_ring_is_written_before_the_answer_and_only_when_due)                                  \
    T(lamps_blink)                                                                              \
    T(a_full_line_delays_and_loses_nothing)

int main(void) {
    int count = 0;
#define RUN(test)                                                                               \
    test();                                                                                     \
    count++;
    TESTS(RUN)
    printf("%d tests of the firmware's logic passed\n", count);
    return 0;
}
