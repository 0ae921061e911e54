/* The board in an emulator: the very ELF that is flashed, with a line, fingers and a cup. */
#ifndef TWIN_H
#define TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include <simavr/sim_avr.h>

#define F_CPU 16000000ULL
#define CYCLES_PER_US (F_CPU / 1000000)
#define CYCLES_PER_MS (F_CPU / 1000)

/* One line for whoever drives the twin, on standard output. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint64_t wall_ns(void);
uint64_t board_us(void); /* by the board's own crystal, through all its restarts */
uint64_t random_bits(void); /* seeded: the same seed tells the same story */
double random_unit(void);
void random_seed(uint64_t seed);

/* pins.c */
void pins_attach(avr_t *avr); /* after each start of the processor */
void pins_detach(void);
void pins_press(int button, int hold_ms, int bounces); /* hold_ms below 0: until it is let go */
void pins_release(int button);
void pins_poll(void);
void pins_state(void);

/* line.c */
bool line_open(void);
void line_close(void);
int line_fd(void); /* -1 while it is unplugged */
void line_attach(avr_t *avr);
void line_detach(void); /* the board is off: bytes for it are lost */
void line_read(void);
void line_write(void);
void line_cut(bool cut);
void line_noise(double drop, double garble, double twice);
void line_state(void);

/* cup.c */
void cup_attach(avr_t *avr);
void cup_detach(void);
void cup_knock(int millivolts);
void cup_series(int length_ms, int millivolts, int least_gap_ms, int most_gap_ms);

#endif
