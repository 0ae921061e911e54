/* Arduino Nano and Uno (ATmega328P, 16 MHz): every pin and register of the project.
 *
 *   D2 PD2  button of player 1, to ground       D7 PD7  status lamp
 *   D3 PD3  button of player 2, to ground       D8 PB0  ring of WS2812, data in
 *   D4 PD4  referee's button, to ground         D9 PB1  buzzer (timer 1)
 *   D5 PD5  lamp of player 1                    A0 PC0  piezo of the tray
 *   D6 PD6  lamp of player 2                   D13 PB5  the board's own lamp, as the status lamp
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"
#include "messages.h"
#include "queue.h"

#ifndef RING_PIXELS
#define RING_PIXELS 24
#endif
#ifndef RING_MILLIAMPERES
#define RING_MILLIAMPERES 400 /* what a USB port gives, less 100 mA for the rest */
#endif
#ifndef USE_WATCHDOG
#define USE_WATCHDOG 1
#endif

/* 30 us a pixel with interrupts off: more would lose a tick of the clock. */
_Static_assert(RING_PIXELS <= 32, "at most 32 pixels");

const uint8_t hal_ring_pixels = RING_PIXELS;
const uint16_t hal_ring_milliamperes = RING_MILLIAMPERES;

#define BUTTON_MASK (_BV(PD2) | _BV(PD3) | _BV(PD4))
#define LAMP_MASK (_BV(PD5) | _BV(PD6) | _BV(PD7))
#define TICKS_PER_S 1000
#define TIMER_US 4

/* Powers of two, as queue.h wants them. */
#define RX_SIZE 64
#define TX_SIZE 128

static volatile uint8_t rx[RX_SIZE], tx[TX_SIZE];
static volatile uint8_t rx_in, rx_out, tx_in, tx_out;
static volatile uint16_t bytes_lost;
static volatile uint8_t ticks;
static volatile uint16_t clock_ms;
static volatile uint16_t peak;

/* At the end of the memory in use, away from what a boot loader writes at its beginning. */
static struct retained retained __attribute__((section(".noinit")));
static uint8_t reset_cause __attribute__((section(".noinit")));

/* After a watchdog reset the watchdog still runs, at its shortest time: stop it before anything. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void) {
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(USART_RX_vect) {
    uint8_t overrun = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = queue_next(rx_in, RX_SIZE);
    if (overrun || next == rx_out)
        bytes_lost++;
    if (next == rx_out)
        return;
    rx[rx_in] = byte;
    rx_in = next;
}

ISR(USART_UDRE_vect) {
    if (tx_in == tx_out) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = tx[tx_out];
    tx_out = queue_next(tx_out, TX_SIZE);
}

ISR(TIMER0_COMPA_vect) {
    ticks++;
    clock_ms++;
}

/* Conversions follow one another, 104 us each, and the highest of a millisecond counts: a knock
 * rings for milliseconds at a few kilohertz. */
ISR(ADC_vect) {
    uint16_t reading = ADC;
    if (reading > peak)
        peak = reading;
    ADCSRA |= _BV(ADSC);
}

bool hal_send(const uint8_t *bytes, uint8_t count) {
    if (count > queue_room(tx_in, tx_out, TX_SIZE))
        return false;
    for (uint8_t i = 0; i < count; i++) {
        tx[tx_in] = bytes[i];
        tx_in = queue_next(tx_in, TX_SIZE);
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= _BV(UDRIE0); }
    return true;
}

/* Written only when it differs, so that the port's other pins are left in peace. */
void hal_lamps(uint8_t bits) {
    uint8_t lamps = (bits << PD5) & LAMP_MASK;
    if ((PORTD & LAMP_MASK) == lamps)
        return;
    PORTD = (PORTD & ~LAMP_MASK) | lamps;
    if (bits & 4)
        PORTB |= _BV(PB5);
    else
        PORTB &= ~_BV(PB5);
}

/* Timer 1 turns the pin over at each match: two matches are one period. */
void hal_tone(uint16_t hz) {
    if (hz < 31) {
        TCCR1A = 0;
        TCCR1B = 0;
        PORTB &= ~_BV(PB1);
        return;
    }
    OCR1A = (uint16_t)(F_CPU / 16 / hz - 1);
    TCNT1 = 0;
    TCCR1A = _BV(COM1A0);
    TCCR1B = _BV(WGM12) | _BV(CS11);
}

/* One byte to the ring: 20 cycles a bit, high for 6 (375 ns) or 13 (812 ns) of them. */
static inline void ring_byte(uint8_t byte, uint8_t high, uint8_t low) {
    uint8_t bits = 8;
    __asm__ volatile("1: out %[port], %[high]\n\t" /* 1 */
                     "rjmp .+0\n\t"                /* 3 */
                     "rjmp .+0\n\t"                /* 5 */
                     "sbrs %[byte], 7\n\t"         /* 6, or 7 with the skip */
                     "out %[port], %[low]\n\t"     /* 7: the end of a zero */
                     "lsl %[byte]\n\t"             /* 8 */
                     "rjmp .+0\n\t"                /* 10 */
                     "rjmp .+0\n\t"                /* 12 */
                     "nop\n\t"                     /* 13 */
                     "out %[port], %[low]\n\t"     /* 14: the end of a one */
                     "nop\n\t"                     /* 15 */
                     "rjmp .+0\n\t"                /* 17 */
                     "dec %[bits]\n\t"             /* 18 */
                     "brne 1b\n\t"                 /* 20 */
                     : [byte] "+r"(byte), [bits] "+r"(bits)
                     : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
}

void hal_ring(uint8_t red, uint8_t green, uint8_t blue) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        uint8_t high = PORTB | _BV(PB0), low = PORTB & ~_BV(PB0);
        for (uint8_t i = 0; i < RING_PIXELS; i++) {
            ring_byte(green, high, low);
            ring_byte(red, high, low);
            ring_byte(blue, high, low);
        }
    }
}

static void start_pins(void) {
    PORTD = BUTTON_MASK;
    DDRD = LAMP_MASK | _BV(PD1);
    DDRB = _BV(PB0) | _BV(PB1) | _BV(PB5);
}

static void start_uart(void) {
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / BAUD - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

static void start_clock(void) {
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / TICKS_PER_S - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);
}

static void start_converter(void) {
    DIDR0 = _BV(ADC0D);
    ADMUX = _BV(REFS0);
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0) | _BV(ADSC);
}

/* Three looks a few microseconds apart must agree: a spark on a long wire is no press. */
static uint8_t contacts(void) {
    uint8_t closed = ~PIND;
    closed &= ~PIND;
    __builtin_avr_delay_cycles(48);
    closed &= ~PIND;
    return (closed & BUTTON_MASK) >> PD2;
}

static uint16_t take_peak(void) {
    uint16_t taken;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        taken = peak;
        peak = 0;
    }
    return taken;
}

static bool take_tick(void) {
    bool due = false;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (ticks) {
            ticks--;
            due = true;
        }
    }
    return due;
}

static void do_all(void) {
    while (rx_out != rx_in) {
        uint8_t byte = rx[rx_out];
        rx_out = queue_next(rx_out, RX_SIZE);
        board_receive(byte);
    }
    while (take_tick())
        board_tick(contacts(), take_peak());
}

/* Sleeps unless something came in meanwhile; `sei` takes effect after the instruction behind it. */
static void rest(void) {
    cli();
    if (rx_out != rx_in || ticks) {
        sei();
        return;
    }
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
}

/* Wraps after 65 ms, far longer than a loop takes. A match of the timer that waits for its interrupt is counted here. */
static uint16_t now_us(void) {
    uint16_t whole;
    uint8_t steps;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        whole = clock_ms;
        steps = TCNT0;
        if (TIFR0 & _BV(OCF0A)) {
            whole++;
            steps = TCNT0;
        }
    }
    return whole * 1000 + (uint16_t)steps * TIMER_US;
}

static void measure(uint16_t began_us) {
    uint16_t took_us = now_us() - began_us;
    uint16_t lost;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { lost = bytes_lost; }
    board_measured(took_us, lost);
}

int main(void) {
    start_pins();
    start_uart();
    start_clock();
    start_converter();
    set_sleep_mode(SLEEP_MODE_IDLE);
    board_init(&retained, reset_cause);
    sei();
    if (USE_WATCHDOG)
        wdt_enable(WDTO_250MS);
    for (;;) {
        wdt_reset();
        uint16_t began_us = now_us();
        do_all();
        measure(began_us);
        rest();
    }
}
