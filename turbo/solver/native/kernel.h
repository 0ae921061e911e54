/* The inner search of the solver in C: what its parts share.

   It does step by step what the Python modules of the solver do and finds the same answers in the
   same order; those modules explain why. A test holds the two against each other. Where this cannot
   be compiled, the solver runs in Python alone. */

#ifndef TURBO_SOLVER_KERNEL_H
#define TURBO_SOLVER_KERNEL_H

#include <stdint.h>

enum {
    LANE = 16,
    CODES = 64,
    NUMBERS = 13,
    MAX_SHAPES = 329,
    MAX_WITH = 64,
    MAX_DICE = 30, /* engine.py asks for no more */
    MAX_SETS = 60,
    MAX_PIECES = 20,
    MAX_SAME = 32,
    RIGHT = 1,
    DOWN = 128,
    ORIGIN = 64 * (RIGHT + DOWN),
    CELLS = DOWN * DOWN,
    UNCOVERED = -1,
    NEW_JOKER = -2,
    JOKERS_FOR_A_SET_OF_ONE = 3,
    NODES_A_LOOK = 1024
};

enum { NO = 0, YES = 1, OUT_OF_NODES = 2, OUT_OF_TIME = 3 };

typedef uint64_t Mask;
/* shapes.c: every set there is, in the order of shapes.py, and tables over them. */

typedef struct {
    Mask mask;
    uint8_t size, is_run;
    uint8_t codes[NUMBERS];
} Shape;

extern Shape shapes[MAX_SHAPES];
extern int shape_count;
extern int16_t with[CODES][MAX_WITH];
extern int with_count[CODES];
extern Mask windows[CODES][8];
extern int window_count[CODES];
extern int16_t longer[MAX_SHAPES][2];
extern int longer_count[MAX_SHAPES];

/* Orders of a group of 3 or 4: all, and those that differ in where the shared dice lie. */
extern uint8_t orders[5][16][24][4];
extern int order_count[5][16];
enum { EVERY_ORDER = 15 };

static inline int bits_in(Mask mask) { return __builtin_popcountll(mask); }
static inline int lowest(Mask mask) { return __builtin_ctzll(mask); }
static inline Mask bit(int at) { return (Mask)1 << at; }

void make_tables(void);
int can_support(Mask faces, int jokers);

/* state.c: the state of one question. */

typedef struct {
    int shape;
    uint8_t dice[NUMBERS];
} Set;

typedef struct {
    int dice_count, set_count;
    uint8_t dice[MAX_DICE];
    int8_t x[MAX_DICE], y[MAX_DICE];
    uint8_t sets[MAX_SETS], axes[MAX_SETS];
} Piece;

typedef struct {
    uint8_t part[MAX_SETS], axis[MAX_SETS];
} Links;

typedef struct {
    /* The cover. */
    int dice, sets, kept, pieces;
    uint8_t code[MAX_DICE], joker[MAX_DICE], owners[MAX_DICE];
    uint8_t owner[MAX_DICE][2];
    Set set[MAX_SETS];
    Links links;
    uint8_t grew[MAX_SETS];
    Piece piece[MAX_PIECES];
    /* The search for one. */
    int uncovered, left[CODES], once_count[CODES], jokers, has_many_jokers, private_dice[MAX_SETS];
    uint8_t once[CODES][MAX_SAME];
    Mask left_mask, once_mask, kept_mask;
    const Mask *barred[MAX_DICE];
    int barred_count[MAX_DICE];
    /* What the code may be in, best first, as the whole position has it. */
    Mask faces;
    int all_jokers;
    int16_t choice[CODES][MAX_WITH];
    int choice_count[CODES];
    /* Nodes and time. */
    long nodes, limit;
    double until;
    /* The grid. */
    int may_touch, is_loose;
    int where[MAX_DICE];
    int8_t lies[MAX_SETS];
    Mask share[MAX_DICE];
    int16_t found[MAX_DICE];
    uint8_t grid[CELLS];
} State;
void init_state(State *s, Mask faces, int all_jokers, int jokers, long limit, double seconds);
int tick(State *s);
void want_choices(State *s, int code);
int add_die(State *s, int code, int joker, int owner);
void add_once(State *s, int code, int die);
int take(State *s, int slot, int source, int number);
void give_back(State *s, int slot, int source, int number);
int hardest(const State *s, Mask lacking);

/* placing.c and covers.c: a place for the cover, and the search for a cover. */

int place(State *s);
int search(State *s);

/* partition.c: sets that do not cross. */

enum { FAILED = 1 << 12 };

typedef struct {
    State *s;
    Mask failed[FAILED][2];
    /* Once a full cover had no room for its jokers, a failure may be due to sets laid earlier. */
    int is_spoiled;
    int lines;
    int16_t shape[MAX_SETS];
    Mask wild[MAX_SETS];
} Parting;

int part(Parting *p);

#endif
