/* The inner search of the solver: can these dice lie in a legal layout, and where?

   Python chooses which hand dice to try, best first (choices.py), and asks here whether they can be
   laid: beside what lies on the table, or with everything taken up (laying.py). A no is a proof.

   Faces as bits. A code is 16 times the colour plus the number, so that a collection of different
   faces is one 64-bit mask with a lane of 16 bits for each colour. Shifting by one goes to the next
   number, shifting by 16 to the next colour, and no shift by one or two ever reaches another lane's
   numbers. `supported` finds with a few such shifts which faces could lie in some set at all, as if
   every die could be used as often as one likes: a yes there proves nothing, a no proves that there
   is no play, and most choices of hand dice end so.

   Covers (covers.c). A cover says for every set which dice it holds, and thereby where sets cross: a
   die lies in one set or in two. The search takes an uncovered die, the one with the fewest sets of
   three that it can be in (a longer set always holds one of them), tries every set that it can be
   in, and goes on until no die is left. It is exhaustive: in any legal layout some of the sets cover
   all dice, and whatever die is taken next, one of those sets holds it. Dice of one face are the
   same to a layout, and so are a joker and the die it stands for; so a slot is filled with one kind
   of die at a time: an uncovered one, a die of a set that is crossed there, or a joker.
     Two rules keep it from finding a cover twice or in vain. Once all covers with a set through some
   die are done, that set is barred from the die for the rest of the node. And a set all of whose
   dice lie in other sets as well is not needed: such a cover is left out, since the same dice are
   covered without it. `private_dice` counts for each set the dice that no other set holds.
     With fewer jokers in all than JOKERS_FOR_A_SET_OF_ONE, a joker and the die it stands for may
   always change places: one of the two sets would have to hold no other numbered die, hence two
   jokers more. So a joker is not tried where the die itself is at hand.
     Jokers that are left over when all numbered dice are covered go to the ends of sets, those first
   that cross least since there is room at their ends, or make sets with dice that are crossed.
     A complete cover that has no place as it is may have one with parts side by side: then dice of
   several parts touch and make sets of their own, which link the parts (`complete`).

   Links. Sets that hang together are a part; each set has an axis, of which only the difference
   within a part means anything. A new set lies across all that it crosses; two sets never cross
   twice, and never in line.

   Placing (placing.c). A part is put together line by line, from one of its sets or from a piece of
   the table that stays as it lies, the set with most dice that lie already first. A set may lie in
   either direction and, if it is a group, in any order; of its orders only those are tried that
   differ in where the shared dice lie, those with shared dice at the ends first, since there they
   leave most room. A piece may be turned and mirrored in eight ways. First no contact but that
   within the sets is allowed. If that fails, contact is allowed where it happens to make a set
   (`is_loose`): some dice can only be laid in a dense block, and the whole grid is looked at in the
   end.

   Partition (partition.c). Sets that lie apart need no grid: a search with a memory of what failed.

   Cells are numbers: a column is one apart, a row 128, more than any layout is wide; the first die
   lies in the middle, so that no step leaves the grid.

   Every step is counted (`tick`), and a question is given up after so many: then Python asks it again
   later with more. Nothing here depends on addresses, time (unless a budget of seconds is given) or
   the machine, so the same question has the same answer after the same number of nodes everywhere.
   Nothing here touches Python: other threads run meanwhile. */


#ifndef TURBO_SOLVER_KERNEL_H
#define TURBO_SOLVER_KERNEL_H

#include <stdint.h>

enum {
    LANE = 16,
    CODES = 64,
    NUMBERS = 13,
    MAX_SHAPES = 329,
    MAX_WITH = 64,
    MAX_DICE = 60, /* of a position; sets and dice fit into one mask of 64 bits */
    MAX_SETS = 60,
    MAX_PIECES = 20,
    MAX_SAME = MAX_DICE,
    RIGHT = 1,
    DOWN = 128,
    ORIGIN = 64 * (RIGHT + DOWN),
    CELLS = DOWN * DOWN,
    UNCOVERED = -1,
    NEW_JOKER = -2,
    JOKERS_FOR_A_SET_OF_ONE = 3,
    NODES_A_LOOK = 1024 /* some 0.2 ms: a clock is read seldom, and a budget of seconds is kept */
};

enum { NO = 0, YES = 1, OUT_OF_NODES = 2, OUT_OF_TIME = 3 };

typedef uint64_t Mask;
/* shapes.c: every set there is, and tables over them. */

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
