"""Stands in for IPython, which ipywidgets imports to ask whether it is in a notebook.

It isn't, in a safe frame, and IPython with its parts is as large as all the rest.
"""

import sys
from types import ModuleType


def stand_in(name, **values):
    """Put a module with a few values in the place of one that isn't here."""
    module = sys.modules[name] = ModuleType(name)
    vars(module).update(values, __path__=[])


stand_in("IPython", get_ipython=lambda: None)
stand_in("IPython.display", display=print, clear_output=lambda *_: None)
stand_in("IPython.core")
stand_in("IPython.core.interactiveshell", InteractiveShell=type("InteractiveShell", (), {}))
