/* What Python sees of the search for tiles. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tiles.h"

#include <stdlib.h>

PyObject *kernel_tiles(PyObject *self, PyObject *args);

static int read_counts(const Py_buffer *given, uint8_t counts[INKS][HIGHEST + 1])
{
    const uint8_t *many = given->buf;
    if (given->len != INKS * HIGHEST)
        return 0;
    for (int at = 0; at < INKS * HIGHEST; at++) {
        if (many[at] > COPIES)
            return 0;
        counts[at / HIGHEST][at % HIGHEST + 1] = many[at];
    }
    return 1;
}

static int is_in_reach(const Tiles *t)
{
    if (t->must_jokers < 0 || t->may_jokers < 0 || t->must_jokers + t->may_jokers > WILD)
        return 0;
    if (t->meld < 0 || t->meld > MOST_MELD || t->joker_points < 0 || t->joker_points > 99)
        return 0;
    for (int ink = 0; ink < INKS; ink++)
        for (int number = 1; number <= HIGHEST; number++)
            if (t->must[ink][number] + t->may[ink][number] > COPIES)
                return 0;
    return 1;
}

static PyObject *sets_of(const Tiles *t)
{
    PyObject *sets = PyList_New(t->sets);
    for (int at = 0; sets && at < t->sets; at++) {
        PyObject *codes = PyTuple_New(t->set[at].size);
        for (int place = 0; codes && place < t->set[at].size; place++)
            PyTuple_SetItem(codes, place, PyLong_FromLong(t->set[at].code[place]));
        if (!codes) {
            Py_CLEAR(sets);
            break;
        }
        PyList_SetItem(sets, at, codes);
    }
    return sets;
}

/* (answer, work, sets): the sets hold codes, 13 times the colour plus the number less one, and -1
   for a joker. */
PyObject *kernel_tiles(PyObject *self, PyObject *args)
{
    Py_buffer must, may;
    PyObject *answer = NULL;
    (void)self;
    Tiles *t = calloc(1, sizeof *t);
    if (!t)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "y*y*iiiil", &must, &may, &t->must_jokers, &t->may_jokers,
                          &t->joker_points, &t->meld, &t->limit)) {
        free(t);
        return NULL;
    }
    if (!read_counts(&must, t->must) || !read_counts(&may, t->may) || !is_in_reach(t)) {
        PyErr_SetString(PyExc_ValueError, "expected at most three of a tile, and four jokers");
    } else {
        int found;
        Py_BEGIN_ALLOW_THREADS /* nothing below touches Python: everything was copied into t */
        found = lay_tiles(t);
        Py_END_ALLOW_THREADS
        if (found == NO_MEMORY)
            PyErr_NoMemory();
        else
            answer = Py_BuildValue("(ilN)", found, t->work, sets_of(t));
    }
    PyBuffer_Release(&must);
    PyBuffer_Release(&may);
    free(t);
    return answer;
}
