"""Import this first, in the Python of a page: the rules are found in one compiled library."""

import sys
from importlib.machinery import ModuleSpec

import trivet__mypyc
import trivet_shim

NAMES = {
    name.removeprefix("init_").replace("___", "."): name
    for name in vars(trivet__mypyc)
    if name.startswith("init_")
}


class CompiledFinder:
    """Finds and loads the modules of the library."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in NAMES:
            return None
        return ModuleSpec(name, CompiledFinder, origin=trivet__mypyc.__file__)

    @staticmethod
    def create_module(spec):
        return trivet_shim.load(NAMES[spec.name])

    @staticmethod
    def exec_module(module):
        """The library has done it."""


sys.meta_path.insert(0, CompiledFinder)
