/* Fingers on the buttons, eyes on the lamps and the ring, an ear for the buzzer. */
#include <stdio.h>
#include <string.h>

#include <simavr/avr_ioport.h>

#include "twin.h"

#define BUTTONS 3
#define FIRST_BUTTON_PIN 2
#define FIRST_LAMP_PIN 5
#define BOUNCE_CYCLES (700 * CYCLES_PER_US)
#define REST_CYCLES (30 * CYCLES_PER_MS) /* between two presses of one finger */
#define RING_MAX 64
#define LATCH_CYCLES (50 * CYCLES_PER_US)
#define SILENCE_CYCLES (40 * CYCLES_PER_MS)

static avr_t *avr;

static struct button {
    bool busy;   /* a finger is on it, or it bounces still */
    bool closed; /* the contact, at this moment */
    bool leaving; /* the finger will go, or goes */
    int bounces; /* edges still to come before the finger's next step */
    int bounces_each;
    int waiting; /* presses that were ordered meanwhile */
    int hold_ms; /* how long the finger stays; below 0: until it is told to go */
} buttons[BUTTONS];

static unsigned lamps;

static struct {
    avr_cycle_count_t edge;
    bool high;
    unsigned bits, value, faults;
    uint32_t pixels[RING_MAX];
    unsigned long writes;
    char last[RING_MAX * 6 + 16];
} ring;

static struct {
    avr_cycle_count_t edge, period;
    bool high;
    unsigned hz;
} tone;

/* A pin that is held: the level itself, and what the port falls back to when it is written. */
static void apply(int button) {
    if (!avr)
        return;
    unsigned long mask = 0, value = 0;
    for (int i = 0; i < BUTTONS; i++) {
        mask |= 1UL << (FIRST_BUTTON_PIN + i);
        value |= (unsigned long)!buttons[i].closed << (FIRST_BUTTON_PIN + i);
    }
    avr_ioport_external_t external = {.name = 'D', .mask = mask & 255, .value = value & 255};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_irq_t *pin =
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), (uint32_t)(FIRST_BUTTON_PIN + button));
    avr_raise_irq(pin, !buttons[button].closed);
}

static void touch(int number) {
    struct button *button = &buttons[number];
    button->waiting--;
    button->busy = button->closed = true;
    button->leaving = false;
    button->bounces = button->bounces_each;
    apply(number);
    tell("pressed %d %llu %llu", number, (unsigned long long)wall_ns(),
         (unsigned long long)board_us());
}

/* One step of a finger: an edge of bouncing, the end of holding, the end of the rest after it. */
static avr_cycle_count_t finger(avr_t *which, avr_cycle_count_t when, void *param) {
    (void)which;
    struct button *button = param;
    int number = (int)(button - buttons);
    if (button->bounces > 0) {
        button->closed = !button->closed;
        apply(number);
        bool over = --button->bounces == 0 && !button->closed;
        return when + (over ? REST_CYCLES : BOUNCE_CYCLES);
    }
    if (button->closed) {
        button->leaving = true;
        button->bounces = button->bounces_each + 1;
        return button->hold_ms < 0 ? 0 : when + (unsigned)button->hold_ms * CYCLES_PER_MS;
    }
    button->busy = false;
    if (!button->waiting)
        return 0;
    touch(number);
    return when + BOUNCE_CYCLES;
}

/* Each bounce is a pair of edges. A press of a button that is down waits for its turn. */
void pins_press(int number, int hold_ms, int bounces) {
    if (number < 0 || number >= BUTTONS) {
        tell("error no such button: %d", number);
        return;
    }
    struct button *button = &buttons[number];
    button->waiting++;
    if (button->busy)
        return;
    button->bounces_each = 2 * bounces;
    button->hold_ms = hold_ms;
    touch(number);
    if (avr)
        avr_cycle_timer_register(avr, BOUNCE_CYCLES, finger, button);
}

void pins_release(int number) {
    if (number < 0 || number >= BUTTONS)
        return;
    buttons[number] = (struct button){0};
    apply(number);
}

static void on_lamp(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    unsigned bit = 1u << (uintptr_t)param;
    unsigned now = value & 1 ? lamps | bit : lamps & ~bit;
    if (now != lamps)
        tell("lamps %u%u%u %llu", now & 1, now >> 1 & 1, now >> 2 & 1,
             (unsigned long long)wall_ns());
    lamps = now;
}

/* High for 200 to 500 ns is a zero, for 550 to 1000 ns a one; anything else is a fault. */
static void end_of_pulse(avr_cycle_count_t high_cycles) {
    unsigned ns = (unsigned)(high_cycles * 1000 / CYCLES_PER_US);
    bool one = ns >= 550;
    if (ns < 200 || ns > 1000 || (ns > 500 && ns < 550))
        ring.faults++;
    ring.value = ring.value << 1 | one;
    if (++ring.bits % 24 == 0 && ring.bits / 24 <= RING_MAX)
        ring.pixels[ring.bits / 24 - 1] = ring.value & 0xffffff;
}

static void on_ring(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    bool high = value & 1;
    if (high == ring.high)
        return;
    avr_cycle_count_t length = avr->cycle - ring.edge;
    if (!high)
        end_of_pulse(length);
    else if (ring.bits && length > 5 * CYCLES_PER_US)
        ring.faults++;
    ring.high = high;
    ring.edge = avr->cycle;
}

/* The pixels come green, red, blue. Runs of one colour are told as COUNTxRRGGBB. */
static void describe(char *text, size_t size) {
    unsigned pixels = ring.bits / 24, used = 0;
    text[0] = 0;
    for (unsigned i = 0, run; i < pixels && used + 16 < size; i += run) {
        uint32_t grb = ring.pixels[i];
        for (run = 1; i + run < pixels && ring.pixels[i + run] == grb;)
            run++;
        used += (unsigned)snprintf(text + used, size - used, "%s%ux%02x%02x%02x", i ? "," : "",
                                   run, grb >> 8 & 255, grb >> 16 & 255, grb & 255);
    }
}

static void latch(void) {
    char text[sizeof ring.last];
    if (ring.bits % 24)
        ring.faults++;
    describe(text, sizeof text);
    ring.writes++;
    ring.bits = 0;
    if (strcmp(text, ring.last))
        tell("ring %s %llu", text, (unsigned long long)wall_ns());
    memcpy(ring.last, text, sizeof text);
}

/* The timer reports each turn of its pin twice; the second carries this bit. */
static void on_tone(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (value & AVR_IOPORT_OUTPUT || (value & 1) == tone.high)
        return;
    tone.high = value & 1;
    if (!tone.high)
        return;
    avr_cycle_count_t period = avr->cycle - tone.edge;
    tone.edge = avr->cycle;
    unsigned hz = (unsigned)((F_CPU + period / 2) / period);
    bool steady = period * 100 > tone.period * 99 && period * 99 < tone.period * 100;
    tone.period = period;
    if (!steady || (hz > tone.hz * 99 / 100 && hz < tone.hz * 101 / 100))
        return;
    tone.hz = hz;
    tell("tone %u %llu", hz, (unsigned long long)wall_ns());
}

void pins_poll(void) {
    if (ring.bits && avr->cycle - ring.edge > LATCH_CYCLES)
        latch();
    if (tone.hz && avr->cycle - tone.edge > SILENCE_CYCLES) {
        tone.hz = 0;
        tell("tone 0 %llu", (unsigned long long)wall_ns());
    }
}

/* A contact that bounced when the processor stopped has come to rest since, where the finger is. */
static void settle(struct button *button) {
    bool gone = button->leaving && button->bounces <= button->bounces_each;
    button->closed = button->busy && !gone;
    button->bounces = 0;
}

void pins_detach(void) {
    avr = NULL;
}

void pins_attach(avr_t *which) {
    avr = which;
    ring.edge = tone.edge = 0;
    ring.high = tone.high = false;
    ring.bits = 0;
    avr_irq_t *port_d = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    avr_irq_t *port_b = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    for (uintptr_t i = 0; i < 3; i++)
        avr_irq_register_notify(port_d + FIRST_LAMP_PIN + i, on_lamp, (void *)i);
    avr_irq_register_notify(port_b + 0, on_ring, NULL);
    avr_irq_register_notify(port_b + 1, on_tone, NULL);
    for (int i = 0; i < BUTTONS; i++) {
        settle(&buttons[i]);
        apply(i);
        if (buttons[i].busy)
            avr_cycle_timer_register(avr, buttons[i].closed ? BOUNCE_CYCLES : REST_CYCLES, finger,
                                     &buttons[i]);
    }
}

void pins_state(void) {
    tell("state-pins lamps %u%u%u tone %u ring %s writes %lu faults %u", lamps & 1, lamps >> 1 & 1,
         lamps >> 2 & 1, tone.hz, ring.last[0] ? ring.last : "-", ring.writes, ring.faults);
}
