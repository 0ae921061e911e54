/* Runs the firmware in step with the clock on the wall and takes orders on standard input:
 *
 *     press BUTTON [MS [BOUNCES]]   down BUTTON    up BUTTON        buttons 0, 1, 2
 *     knock MV    shake MS MV       pour MS MV                      the cup on its tray
 *     noise DROP GARBLE TWICE       cut    join    unplug    plug   the line
 *     reset [MS]  power [MS]        hang [MS]  seed N        quit   the processor
 *     state [N]                                                     what it all looks like
 *
 * and tells on standard output, a line each: port, pressed, lamps, tone, ring, started, state.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/sim_elf.h>

#include "twin.h"

#define PACE_CYCLES (200 * CYCLES_PER_US) /* how often the wall clock is looked at */
#define LATE_NS 100000000LL /* a machine that fell further behind than this is not caught up with */
#define RAM_START 0x100
#define MCUSR_ADDRESS 0x54
#define ENDLESS_LOOP 0xcfff /* rjmp to itself */

enum start { START_POWER = 1, START_PIN = 2, START_WATCHDOG = 8 };

static elf_firmware_t firmware;
static avr_t *avr;
static avr_run_t plain_run;
static int64_t wall_base_ns; /* wall time less processor time */
static enum start wanted;    /* a start that is due, 0: none */
static int wanted_off_ms;
static uint64_t earlier_us; /* of the lives before this one */
static uint64_t hang_us; /* when the program goes astray, 0: not at all */
static bool quitting;
static uint64_t random_state = 88172645463325252ULL;

void tell(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

uint64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

uint64_t board_us(void) {
    return earlier_us + (avr ? avr->cycle / CYCLES_PER_US : 0);
}

uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

double random_unit(void) {
    return (double)(random_bits() >> 11) / 9007199254740992.0;
}

void random_seed(uint64_t seed) {
    random_state = seed * 0x9e3779b97f4a7c15ULL + 88172645463325252ULL;
    for (int i = 0; i < 8; i++)
        random_bits();
}

static void quiet_log(avr_t *which, const int level, const char *format, va_list arguments) {
    (void)which;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

/* Sends the processor into an endless loop, as a fault of the program would. Only between two
 * runs: inside one the emulator would set the program counter back. */
static void hang(void) {
    hang_us = 0;
    for (uint32_t at = 0; avr && at + 1 < firmware.flashsize; at += 2)
        if (avr->flash[at] == (ENDLESS_LOOP & 255) && avr->flash[at + 1] == ENDLESS_LOOP >> 8) {
            avr->pc = at;
            avr->state = cpu_Running;
            return;
        }
    tell("error no endless loop in the program");
}

static void order_start(enum start kind, int off_ms) {
    wanted = kind;
    wanted_off_ms = off_ms;
}

static void plug(void) {
    if (!line_open())
        tell("error no pseudo-terminal: %s", strerror(errno));
}

static bool obey_line(const char *word, double a, double b, double c) {
    if (!strcmp(word, "noise"))
        line_noise(a, b, c);
    else if (!strcmp(word, "cut"))
        line_cut(true);
    else if (!strcmp(word, "join"))
        line_cut(false);
    else if (!strcmp(word, "unplug"))
        line_close();
    else if (!strcmp(word, "plug"))
        plug();
    else
        return false;
    return true;
}

static bool obey_hands(const char *word, int count, double a, double b, double c) {
    if (!strcmp(word, "press"))
        pins_press((int)a, count > 1 ? (int)b : 30, count > 2 ? (int)c : 0);
    else if (!strcmp(word, "down"))
        pins_press((int)a, -1, 0);
    else if (!strcmp(word, "up"))
        pins_release((int)a);
    else if (!strcmp(word, "knock"))
        cup_knock((int)a);
    else if (!strcmp(word, "shake"))
        cup_series((int)a, (int)b, 60, 140);
    else if (!strcmp(word, "pour"))
        cup_series((int)a, (int)b, 16, 60);
    else
        return false;
    return true;
}

static bool obey_processor(const char *word, double a) {
    if (!strcmp(word, "reset"))
        order_start(START_PIN, (int)a);
    else if (!strcmp(word, "power"))
        order_start(START_POWER, (int)a);
    else if (!strcmp(word, "hang"))
        hang_us = board_us() + (uint64_t)(a * 1000) + 1;
    else if (!strcmp(word, "seed"))
        random_seed((uint64_t)a);
    else if (!strcmp(word, "quit"))
        quitting = true;
    else
        return false;
    return true;
}

static void obey(const char *order) {
    char word[16];
    double a = 0, b = 0, c = 0;
    int count = sscanf(order, "%15s %lf %lf %lf", word, &a, &b, &c) - 1;
    if (count < 0)
        return;
    if (!strcmp(word, "state")) {
        pins_state();
        line_state();
        tell("state-end %.0f", a);
    } else if (!obey_line(word, a, b, c) && !obey_hands(word, count, a, b, c) &&
               !obey_processor(word, a)) {
        tell("error unknown order: %s", order);
    }
}

static void read_orders(void) {
    static char text[4096];
    static size_t used;
    ssize_t got = read(STDIN_FILENO, text + used, sizeof text - 1 - used);
    if (got <= 0) {
        quitting = true;
        return;
    }
    used += (size_t)got;
    text[used] = 0;
    char *end, *start = text;
    while ((end = strchr(start, '\n'))) {
        *end = 0;
        obey(start);
        start = end + 1;
    }
    used -= (size_t)(start - text);
    memmove(text, start, used);
}

/* Waits for orders and bytes until the wall clock reaches `until_ns`. */
static void serve_until(int64_t until_ns) {
    for (;;) {
        int64_t left_ns = until_ns - (int64_t)wall_ns();
        struct timespec left = {0, left_ns > 0 ? left_ns % 1000000000 : 0};
        struct pollfd files[2] = {{STDIN_FILENO, POLLIN, 0}, {line_fd(), POLLIN, 0}};
        int ready = ppoll(files, 2, &left, NULL);
        if (ready > 0 && files[0].revents)
            read_orders();
        if (ready > 0 && files[1].revents & POLLIN)
            line_read();
        if (left_ns <= 0 || quitting)
            return;
    }
}

static int64_t processor_ns(void) {
    return (int64_t)(avr->cycle * 1000 / CYCLES_PER_US);
}

static avr_cycle_count_t pace(avr_t *which, avr_cycle_count_t when, void *unused) {
    (void)which, (void)unused;
    line_write();
    pins_poll();
    int64_t due_ns = wall_base_ns + processor_ns();
    if ((int64_t)wall_ns() - due_ns > LATE_NS)
        wall_base_ns = (int64_t)wall_ns() - processor_ns();
    serve_until(due_ns);
    return when + PACE_CYCLES;
}

/* Time passes in `pace` alone. */
static void no_sleep(avr_t *which, avr_cycle_count_t cycles) {
    (void)which, (void)cycles;
}

static void fill_memory(enum start kind, const uint8_t *kept) {
    for (uint32_t at = RAM_START; at <= avr->ramend; at++)
        avr->data[at] = kind == START_POWER ? (uint8_t)random_bits() : kept[at];
    avr->data[MCUSR_ADDRESS] = (uint8_t)kind;
}

static void start(enum start kind, const uint8_t *kept) {
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        exit(1);
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr->frequency = F_CPU;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr_load_firmware(avr, &firmware);
    fill_memory(kind, kept);
    avr->sleep = no_sleep;
    plain_run = avr->run;
    pins_attach(avr);
    line_attach(avr);
    cup_attach(avr);
    wall_base_ns = (int64_t)wall_ns();
    avr_cycle_timer_register(avr, PACE_CYCLES, pace, NULL);
    tell("started %d", kind);
}

static void restart(void) {
    uint8_t kept[0x900];
    memcpy(kept, avr->data, sizeof kept);
    enum start kind = wanted;
    wanted = 0;
    earlier_us = board_us();
    line_detach();
    pins_detach();
    cup_detach();
    avr_terminate(avr);
    free(avr);
    avr = NULL;
    serve_until((int64_t)wall_ns() + wanted_off_ms * 1000000LL);
    start(kind, kept);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    avr_global_logger_set(quiet_log);
    if (count != 2 || elf_read_firmware(arguments[1], &firmware)) {
        fprintf(stderr, "expected the firmware's ELF as the one argument\n");
        return 2;
    }
    start(START_POWER, NULL);
    plug();
    while (!quitting) {
        int state = avr_run(avr);
        if (avr->run != plain_run)
            wanted = START_WATCHDOG, wanted_off_ms = 0;
        if (wanted)
            restart();
        if (hang_us && board_us() >= hang_us)
            hang();
        if (state == cpu_Done || state == cpu_Crashed) {
            tell("error the processor stopped");
            return 1;
        }
    }
    return 0;
}
