/* Modules of one library by name: what mypyc's shims do, one file for all of them. */
#include <Python.h>

static PyObject *load(PyObject *self, PyObject *arg)
{
    const char *name = PyUnicode_AsUTF8(arg); /* "init_trivet___core___state" */
    if (!name) return NULL;
    PyObject *group = PyImport_ImportModule("trivet__mypyc");
    if (!group) return NULL;
    PyObject *capsule = PyObject_GetAttrString(group, name);
    Py_DECREF(group);
    if (!capsule) return NULL;
    void *init = PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    Py_DECREF(capsule);
    return init ? ((PyObject *(*)(void))init)() : NULL;
}

static PyMethodDef methods[] = {{"load", load, METH_O, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "trivet_shim", NULL, -1, methods};
__attribute__((visibility("default"))) PyObject *PyInit_trivet_shim(void) { return PyModule_Create(&def); }
