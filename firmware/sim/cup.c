/* A cup on its tray: knocks that ring in a piezo, as the converter would see them. */
#include <math.h>
#include <stddef.h>

#include <simavr/avr_adc.h>

#include "twin.h"

#define KNOCKS 8
#define RING_HZ 2800.0 /* a 27 mm disc glued to 2 mm of plywood rings at about this */
#define DECAY_S 0.003
#define NOISE_MV 10

static struct {
    double at_s, millivolts;
} knocks[KNOCKS];
static unsigned next_knock;

static struct {
    avr_cycle_count_t end;
    int millivolts, least_gap_ms, most_gap_ms;
} series;

static avr_t *avr;
static avr_irq_t *input;

static double now_s(void) {
    return (double)avr->cycle / F_CPU;
}

void cup_knock(int millivolts) {
    if (!avr)
        return;
    unsigned slot = next_knock++ % KNOCKS;
    knocks[slot].at_s = now_s();
    knocks[slot].millivolts = millivolts;
}

static avr_cycle_count_t next_of_series(avr_t *which, avr_cycle_count_t when, void *param) {
    (void)which, (void)param;
    if (when > series.end)
        return 0;
    cup_knock((int)(series.millivolts * (0.6 + 0.4 * random_unit())));
    double gap_ms = series.least_gap_ms +
                    random_unit() * (series.most_gap_ms - series.least_gap_ms);
    return when + (avr_cycle_count_t)(gap_ms * CYCLES_PER_MS);
}

void cup_series(int length_ms, int millivolts, int least_gap_ms, int most_gap_ms) {
    if (!avr)
        return;
    series.end = avr->cycle + (avr_cycle_count_t)length_ms * CYCLES_PER_MS;
    series.millivolts = millivolts;
    series.least_gap_ms = least_gap_ms;
    series.most_gap_ms = most_gap_ms;
    avr_cycle_timer_cancel(avr, next_of_series, NULL);
    avr_cycle_timer_register(avr, 1, next_of_series, NULL);
}

/* A diode cuts the lower halves off. */
static double millivolts(void) {
    double sum = NOISE_MV * random_unit();
    for (int i = 0; i < KNOCKS; i++) {
        double age_s = now_s() - knocks[i].at_s;
        if (knocks[i].millivolts > 0 && age_s >= 0 && age_s < 10 * DECAY_S)
            sum += knocks[i].millivolts * exp(-age_s / DECAY_S) * sin(2 * M_PI * RING_HZ * age_s);
    }
    return sum < 0 ? 0 : sum > 5000 ? 5000 : sum;
}

static void on_trigger(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    avr_raise_irq(input, (uint32_t)millivolts());
}

void cup_detach(void) {
    avr = NULL;
}

void cup_attach(avr_t *which) {
    avr = which;
    for (int i = 0; i < KNOCKS; i++)
        knocks[i].millivolts = 0;
    input = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER),
                            on_trigger, NULL);
}
