/* What Python sees of the inner search: the module turbo.solver.kernel. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"
#include "tiles.h"

#include <stdlib.h>

PyObject *kernel_tiles(PyObject *self, PyObject *args); /* tiles_module.c */

static int read_codes(State *s, PyObject *codes)
{
    Py_ssize_t count = PyTuple_Size(codes);
    if (count + s->jokers > MAX_DICE) {
        PyErr_SetString(PyExc_ValueError, "expected fewer dice");
        return 0;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        long code = PyLong_AsLong(PyTuple_GetItem(codes, at));
        if (code < 0 || code >= CODES || s->left[code] >= MAX_DICE) {
            PyErr_SetString(PyExc_ValueError, "expected codes of faces");
            return 0;
        }
        s->uncovered++;
        s->left[code]++;
        s->left_mask |= bit((int)code);
    }
    return 1;
}

static long item(PyObject *tuple, Py_ssize_t at) { return PyLong_AsLong(PyTuple_GetItem(tuple, at)); }

/* A piece is (codes, jokers, xs, ys, chains, axes): dice by place, and chains as places. */
static int read_piece(State *s, PyObject *given)
{
    PyObject *codes, *jokers, *xs, *ys, *chains, *axes;
    if (!PyArg_ParseTuple(given, "O!O!O!O!O!O!", &PyTuple_Type, &codes, &PyTuple_Type, &jokers,
                          &PyTuple_Type, &xs, &PyTuple_Type, &ys, &PyTuple_Type, &chains,
                          &PyTuple_Type, &axes))
        return 0;
    Py_ssize_t dice = PyTuple_Size(codes), lines = PyTuple_Size(chains);
    if (s->dice + dice + s->jokers + s->uncovered > MAX_DICE || s->sets + lines >= MAX_SETS || s->pieces >= MAX_PIECES) {
        PyErr_SetString(PyExc_ValueError, "expected fewer dice");
        return 0;
    }
    Piece *piece = &s->piece[s->pieces++];
    int first = s->sets, first_die = s->dice;
    for (Py_ssize_t at = 0; at < dice; at++) {
        int die = add_die(s, (int)item(codes, at), (int)item(jokers, at), 0);
        s->owners[die] = 0;
        piece->dice[piece->dice_count] = (uint8_t)die;
        piece->x[piece->dice_count] = (int8_t)item(xs, at);
        piece->y[piece->dice_count++] = (int8_t)item(ys, at);
    }
    for (Py_ssize_t at = 0; at < lines; at++) {
        PyObject *chain = PyTuple_GetItem(chains, at);
        int number = s->sets++, which = 0;
        Mask mask = 0;
        for (Py_ssize_t slot = 0; slot < PyTuple_Size(chain); slot++) {
            int die = first_die + (int)item(chain, slot);
            s->owner[die][s->owners[die]++] = (uint8_t)number;
            mask |= bit(s->code[die]);
        }
        while (which < shape_count && shapes[which].mask != mask)
            which++;
        if (which == shape_count) {
            PyErr_SetString(PyExc_ValueError, "expected chains that are sets");
            return 0;
        }
        s->set[number].shape = which;
        for (int slot = 0; slot < shapes[which].size; slot++)
            for (Py_ssize_t from = 0; from < PyTuple_Size(chain); from++) {
                int die = first_die + (int)item(chain, from);
                if (s->code[die] == shapes[which].codes[slot])
                    s->set[number].dice[slot] = (uint8_t)die;
            }
        piece->sets[piece->set_count] = (uint8_t)number;
        piece->axes[piece->set_count++] = (uint8_t)item(axes, at);
        s->links.part[number] = (uint8_t)first;
        s->links.axis[number] = (uint8_t)item(axes, at);
    }
    return !PyErr_Occurred();
}

static int read_pieces(State *s, PyObject *pieces)
{
    for (Py_ssize_t at = 0; at < PyTuple_Size(pieces); at++)
        if (!read_piece(s, PyTuple_GetItem(pieces, at)))
            return 0;
    s->kept = s->sets;
    for (int die = 0; die < s->dice; die++) {
        s->kept_mask |= bit(s->code[die]);
        if (s->owners[die] == 1) {
            s->private_dice[s->owner[die][0]]++;
            add_once(s, s->code[die], die);
        }
    }
    return 1;
}

/* (codes, jokers, [part, ...]) with a part as [(die, column, row), ...]. */
static PyObject *found_cover(const State *s)
{
    PyObject *codes = PyList_New(s->dice), *jokers = PyList_New(s->dice), *parts = PyList_New(0);
    for (int die = 0; die < s->dice; die++) {
        PyList_SetItem(codes, die, PyLong_FromLong(s->code[die]));
        PyList_SetItem(jokers, die, PyBool_FromLong(s->joker[die]));
    }
    Mask done = 0;
    for (int number = 0; number < s->sets; number++) {
        int which = s->links.part[number];
        if (done >> which & 1)
            continue;
        done |= bit(which);
        PyObject *grid = PyList_New(0);
        for (int die = 0; die < s->dice; die++)
            if (s->links.part[s->owner[die][0]] == which) {
                int cell = s->found[die];
                PyObject *placed = Py_BuildValue("(iii)", die, cell % DOWN, cell / DOWN);
                PyList_Append(grid, placed);
                Py_DECREF(placed);
            }
        PyList_Append(parts, grid);
        Py_DECREF(grid);
    }
    return Py_BuildValue("(NNN)", codes, jokers, parts);
}

static PyObject *kernel_cover(PyObject *self, PyObject *args)
{
    PyObject *pieces, *codes, *answer = NULL;
    unsigned long long faces;
    int jokers, all_jokers, may_touch;
    long limit;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!iKipld", &PyTuple_Type, &pieces, &PyTuple_Type, &codes,
                          &jokers, &faces, &all_jokers, &may_touch, &limit, &seconds))
        return NULL;
    State *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    init_state(s, faces, all_jokers, jokers, limit, seconds);
    s->may_touch = may_touch;
    if (read_codes(s, codes) && read_pieces(s, pieces)) {
        int found;
        Py_BEGIN_ALLOW_THREADS /* nothing below touches Python: everything was copied into s */
        found = search(s);
        Py_END_ALLOW_THREADS
        if (found == YES)
            answer = Py_BuildValue("(ilN)", found, s->nodes, found_cover(s));
        else
            answer = Py_BuildValue("(ilO)", found, s->nodes, Py_None);
    }
    free(s);
    return answer;
}

static PyObject *kernel_part(PyObject *self, PyObject *args)
{
    PyObject *codes, *answer = NULL;
    unsigned long long faces;
    int jokers, all_jokers;
    long limit;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!iKild", &PyTuple_Type, &codes, &jokers, &faces, &all_jokers,
                          &limit, &seconds))
        return NULL;
    State *s = calloc(1, sizeof *s);
    Parting *p = calloc(1, sizeof *p);
    if (s && p) {
        p->s = s;
        init_state(s, faces, all_jokers, jokers, limit, seconds);
        if (read_codes(s, codes)) {
            int found;
            Py_BEGIN_ALLOW_THREADS
            found = part(p);
            Py_END_ALLOW_THREADS
            PyObject *lines = PyList_New(0);
            for (int at = 0; found == YES && at < p->lines; at++) {
                PyObject *line = Py_BuildValue("(KK)", (unsigned long long)shapes[p->shape[at]].mask,
                                               (unsigned long long)p->wild[at]);
                PyList_Append(lines, line);
                Py_DECREF(line);
            }
            answer = Py_BuildValue("(ilN)", found, s->nodes, lines);
        }
    } else {
        PyErr_NoMemory();
    }
    free(p);
    free(s);
    return answer;
}

static int might_be_laid(const uint8_t *codes, int count, unsigned chosen, Mask faces, int jokers)
{
    for (int at = 0; at < count; at++)
        if (chosen >> at & 1) {
            if (codes[at])
                faces |= bit(codes[at]);
            else
                jokers++;
        }
    return faces && can_support(faces, jokers);
}

static PyObject *places_of(unsigned chosen, int size)
{
    PyObject *places = PyTuple_New(size);
    for (int at = 0; at < size; at++, chosen &= chosen - 1)
        PyTuple_SetItem(places, at, PyLong_FromLong(__builtin_ctz(chosen)));
    return places;
}

/* The places of every choice of that size, in the order of itertools.combinations. Of equal dice,
   which lie side by side, a choice takes the first. */
static int add_choices(PyObject *found, const uint8_t *codes, int count, int size, int from,
                       unsigned chosen, Mask faces, int jokers)
{
    int missing = size - __builtin_popcount(chosen);
    if (!missing) {
        if (might_be_laid(codes, count, chosen, faces, jokers)) {
            PyObject *places = places_of(chosen, size);
            if (!places || PyList_Append(found, places) < 0)
                return 0;
            Py_DECREF(places);
        }
        return 1;
    }
    for (int at = from; at <= count - missing; at++) {
        int is_second = at && codes[at] == codes[at - 1] && !(chosen >> (at - 1) & 1);
        if (!is_second &&
            !add_choices(found, codes, count, size, at + 1, chosen | 1u << at, faces, jokers))
            return 0;
    }
    return 1;
}

static PyObject *kernel_choices(PyObject *self, PyObject *args)
{
    unsigned long long faces;
    int jokers, size;
    PyObject *given;
    uint8_t codes[32];
    (void)self;
    if (!PyArg_ParseTuple(args, "KiO!i", &faces, &jokers, &PyTuple_Type, &given, &size))
        return NULL;
    if (PyTuple_Size(given) > 31)
        return PyErr_Format(PyExc_ValueError, "expected a hand of at most 31 dice");
    int count = (int)PyTuple_Size(given);
    for (int at = 0; at < count; at++)
        codes[at] = (uint8_t)item(given, at);
    PyObject *found = PyList_New(0);
    if (found && !add_choices(found, codes, count, size, 0, 0, faces, jokers))
        Py_CLEAR(found);
    return found;
}

static PyMethodDef methods[] = {
    {"cover", kernel_cover, METH_VARARGS, "Search for a cover and its place on the grid."},
    {"part", kernel_part, METH_VARARGS, "Search for sets that hold each die once."},
    {"choices", kernel_choices, METH_VARARGS, "Choices of hand dice that might be laid."},
    {"tiles", kernel_tiles, METH_VARARGS, "The most tiles in sets that lie apart."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "kernel", "The inner search of the solver.", -1, methods,
    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void)
{
    make_tables();
    make_tile_tables();
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddIntConstant(made, "MOST_DICE", MAX_DICE) < 0)
        Py_CLEAR(made);
    return made;
}
