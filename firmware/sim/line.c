/* The serial line: a pseudo-terminal, byte times, noise, and the chip's shallow receiver. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_uart.h>

#include "twin.h"

#define QUEUE 4096 /* a power of two */
#define BYTE_CYCLES (40 * CYCLES_PER_US) /* ten bits at 250,000 baud */
#define UDR0_ADDRESS 0xc6
#define UCSR0B_ADDRESS 0xc1
#define RECEIVER_ENABLED 0x10

/* The chip holds two bytes and a third in its shift register; the emulator would hold 64. */
#define RECEIVER_DEPTH 3

struct queue {
    uint8_t bytes[QUEUE];
    unsigned in, out;
};

static struct queue to_board, to_host;
static avr_t *avr;
static int master = -1, slave = -1;
static bool is_cut;
static double drop_rate, garble_rate, twice_rate;
static unsigned unread;
static unsigned long dropped, garbled, doubled, overrun, passed;
static avr_io_read_t plain_read;
static void *plain_read_param;

static void put(struct queue *queue, uint8_t byte) {
    if (queue->in - queue->out < QUEUE)
        queue->bytes[queue->in++ % QUEUE] = byte;
}

/* What becomes of a byte on a bad line. */
static void put_noisy(struct queue *queue, uint8_t byte) {
    if (is_cut)
        return;
    passed++;
    double chance = random_unit();
    if (chance < drop_rate) {
        dropped++;
        return;
    }
    if ((chance -= drop_rate) < garble_rate) {
        garbled++;
        byte ^= (uint8_t)(1 + random_bits() % 255);
    } else if (chance - garble_rate < twice_rate) {
        doubled++;
        put(queue, byte);
    }
    put(queue, byte);
}

bool line_open(void) {
    char name[128];
    struct termios raw;
    cfmakeraw(memset(&raw, 0, sizeof raw));
    raw.c_cflag |= CREAD | CLOCAL;
    if (master >= 0)
        line_close();
    if (openpty(&master, &slave, name, &raw, NULL))
        return false;
    fcntl(master, F_SETFL, O_NONBLOCK);
    tell("port %s", name);
    return true;
}

void line_close(void) {
    if (master < 0)
        return;
    close(master);
    close(slave);
    master = slave = -1;
    memset(&to_host, 0, sizeof to_host);
    tell("unplugged");
}

int line_fd(void) {
    return master;
}

void line_read(void) {
    uint8_t bytes[512];
    ssize_t count = read(master, bytes, sizeof bytes);
    for (ssize_t i = 0; avr && i < count; i++)
        put_noisy(&to_board, bytes[i]);
}

void line_write(void) {
    while (to_host.out != to_host.in) {
        uint8_t bytes[512];
        unsigned count = 0;
        while (count < sizeof bytes && to_host.out + count != to_host.in) {
            bytes[count] = to_host.bytes[(to_host.out + count) % QUEUE];
            count++;
        }
        ssize_t done = master < 0 ? (ssize_t)count : write(master, bytes, count);
        if (done <= 0)
            return;
        to_host.out += (unsigned)done;
    }
}

static uint8_t count_read(avr_t *which, avr_io_addr_t address, void *param) {
    if (unread)
        unread--;
    (void)param;
    return plain_read(which, address, plain_read_param);
}

static avr_cycle_count_t deliver(avr_t *which, avr_cycle_count_t when, void *param) {
    if (to_board.out != to_board.in) {
        uint8_t byte = to_board.bytes[to_board.out++ % QUEUE];
        bool enabled = which->data[UCSR0B_ADDRESS] & RECEIVER_ENABLED;
        if (!enabled || unread >= RECEIVER_DEPTH) {
            overrun += enabled;
        } else {
            unread++;
            avr_raise_irq(param, byte);
        }
    }
    return when + BYTE_CYCLES;
}

static void on_output(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    put_noisy(&to_host, (uint8_t)value);
}

void line_attach(avr_t *which) {
    avr = which;
    unread = 0;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_t *in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_t *out = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
    avr_irq_register_notify(out, on_output, NULL);
    int io = AVR_DATA_TO_IO(UDR0_ADDRESS);
    plain_read = avr->io[io].r.c;
    plain_read_param = avr->io[io].r.param;
    avr->io[io].r.c = count_read;
    avr_cycle_timer_register(avr, BYTE_CYCLES, deliver, in);
}

void line_detach(void) {
    avr = NULL;
    to_board.out = to_board.in;
}

void line_cut(bool cut) {
    is_cut = cut;
}

void line_noise(double drop, double garble, double twice) {
    drop_rate = drop;
    garble_rate = garble;
    twice_rate = twice;
}

void line_state(void) {
    tell("state-line passed %lu dropped %lu garbled %lu doubled %lu overrun %lu", passed, dropped,
         garbled, doubled, overrun);
}
