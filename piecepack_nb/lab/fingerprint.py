"""The fingerprint of a job: a hash of all that its games depend on, as it is in memory.

Vocabulary
    reader's code   a notebook's cells and modules that are no part of a distribution
    the package     piecepack_nb: its source, and what was patched in the modules that are loaded
    unknown         what a hash can't tell: a file that is read, a lock, a function that remembers

The reader's code is followed from the game and its bots to all that they use, one object after the
other, each by its content. Where something unknown is reached, there is no key, but a reason.
"""

from __future__ import annotations

import dis
import hashlib
import sys
import sysconfig
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GenericAlias,
    GetSetDescriptorType,
    MappingProxyType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    SimpleNamespace,
    UnionType,
)  # fmt: skip
from typing import Any, Generic, NamedTuple
from weakref import finalize

from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.playing import Limits

PACKAGE = Path(__file__).parents[1]
NAME = PACKAGE.name
SOURCES = ("*.py", "*.toml", "*.txt", "*.json")
PURE_PARTS = tuple(
    f"{NAME}.{part}" for part in ("core", "search", "scene", "design", "games", "bots")
)
"""The parts of this package that a reader's rule may use: they depend on the table alone."""
FILES = {f"{NAME}.core.journal"}
"""The modules that no result depends on, and that have a number of the kernel's."""
PLAYING = f"{NAME}.lab.playing"
PLAIN: tuple[type, ...] = (
    str, bytes, int, float, complex, bool, range, type(None), type(Ellipsis), type(NotImplemented),
)  # fmt: skip
PURE = frozenset(
    [
        "__future__",
        "abc",
        "array",
        "bisect",
        "builtins",
        "cmath",
        "collections",
        "contextlib",
        "copy",
        "copyreg",
        "dataclasses",
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "graphlib",
        "heapq",
        "itertools",
        "json",
        "keyword",
        "math",
        "numbers",
        "operator",
        "re",
        "reprlib",  # in which dataclasses have their __repr__ since Python 3.12
        "statistics",
        "string",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
        "numpy",
        "_collections_abc",
        "_operator",
        "_functools",
        "_bisect",
        "_heapq",
        "_json",
        "_abc",
        "_typing",
        "_collections",
        "_statistics",
    ]
)
"""The modules outside the package whose functions return the same whenever they are called."""
IMPURE = frozenset({"numpy.random", "numpy.lib.npyio"})
IMPURE_BUILTINS = frozenset(
    [
        "__import__",
        "breakpoint",
        "compile",
        "eval",
        "exec",
        "globals",
        "hash",
        "id",
        "input",
        "locals",
        "open",
    ]
)
BACK_DOORS = frozenset(["__globals__", "__builtins__", "__subclasses__", "f_globals", "f_locals"])
"""Attributes by which code reaches what it doesn't name."""
LEFT_OUT = frozenset(
    [
        "__dict__",
        "__weakref__",
        "__module__",
        "__firstlineno__",
        "__static_attributes__",
        "_abc_impl",
        "__annotations_cache__",
        "__orig_bases__",
        "__parameters__",
        "__type_params__",
        "__slotnames__",
    ]
)
"""The entries of a class that say nothing about what it does, or differ by chance."""
REDUCED = {
    "collections.deque", "collections.defaultdict", "collections.OrderedDict", "functools.partial",
    "re.Pattern", "operator.itemgetter", "operator.attrgetter", "operator.methodcaller",
    "decimal.Decimal", "datetime.date", "datetime.timedelta", "datetime.time",
    "datetime.datetime", "array.array", "builtins.bytearray", "builtins.slice",
    "collections._tuplegetter", "numpy.ndarray", "_collections._tuplegetter",
}  # fmt: skip
"""The types made in C whose pickled form has all of their content."""
BASES = (object, list, dict, set, frozenset, tuple, str, bytes, int, float, complex, bool)
"""The types made in C that a class may be made from, so that its content is known."""
SCALARS = frozenset({"numpy.generic", "numpy.dtype"})
HEAP, IMMUTABLE = 1 << 9, 1 << 8
"""The flags of a class that was made while the program ran, and of one that can't be changed."""
MOST = 100_000
"""The most objects that a game may use."""


class Fingerprint(NamedTuple):
    """The key of a job's results, or "" and the reason why there is none."""

    key: str
    unknown: str = ""


class _Unknown(Exception):
    """Raised for what can't be known; the message says what uses what."""


def fingerprint(game: AnyGame, bots: Mapping[str, Bot], limits: Limits) -> Fingerprint:
    """Return the hash of a game, its rules, code, bots and limits, or why that is impossible."""
    walk = _Walk()
    try:
        walk.add((sys.version_info[:2], package_key(), game.name, limits.moves), "")
        walk.add((limits.playouts, sorted(game.rules.to_json().items())), "")
        walk.follow(game, bots)
        if "bots" in walk.attributes:
            walk.add(dict(game.bots), "the game")
            walk.finish()
        for name in package_modules(walk.modules):
            walk.scan(sys.modules[name])
        walk.finish()
    except _Unknown as error:
        return Fingerprint("", str(error))
    except Exception as error:  # noqa: BLE001 - the reader's objects may raise anything
        return Fingerprint("", f"the code can't be read: {type(error).__name__}")
    return Fingerprint(walk.key())


def modules_of(game: AnyGame, bots: Mapping[str, Bot]) -> tuple[list[str], list[str]]:
    """Return the modules that a game and its bots use: this package's, and the reader's."""
    walk = _Walk(strict=False)
    walk.follow(game, bots)
    own = {name for name in walk.readers if not is_installed(sys.modules[name])}
    return package_modules(walk.modules), sorted(own)


def renewed(game: AnyGame) -> AnyGame:
    """Return an equal game that remembers nothing of what was computed under earlier code."""
    made: AnyGame = type(game)(game.rules, game.bots)
    vars(made).update(own_parts(game, made))
    return made


def own_parts(game: AnyGame, made: AnyGame) -> dict[str, Any]:
    """Return the attributes of a game that a new object of its class, ``made``, doesn't have."""
    return {name: part for name, part in vars(game).items()
            if name not in vars(made) and not _is_cached(type(game), name)}  # fmt: skip


@cache
def package_key() -> str:
    """Return the hash of this package's source and data."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(path for kind in SOURCES for path in PACKAGE.rglob(kind)):
        if "node_modules" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def loaded_code(names: Iterable[str]) -> str:
    """Return the hash of modules of the package as they are in memory, patches and all."""
    walk = _Walk(strict=False)
    for name in sorted(names):
        walk.scan(import_module(name))
    walk.finish()
    return walk.key()


def package_modules(reached: Iterable[str]) -> list[str]:
    """Return the modules of this package that games depend on: of other games than these, none."""
    games = f"{NAME}.games."
    folders = {f"{games}{name.removeprefix(games).partition('.')[0]}"
               for name in reached if name.startswith(games)}  # fmt: skip
    parts = {f"{NAME}.{part}" for part in ("core", "search", "design", "bots")}
    return sorted({PLAYING, *(name for part in parts | folders for name in _inside(part))} - FILES)


@cache
def _inside(package: str) -> tuple[str, ...]:
    """Return the names of a package's modules, and import them."""
    path: Any = import_module(package).__path__
    names = [package, *(each.name for each in walk_packages(path, f"{package}."))]
    for name in names:
        import_module(name)
    return tuple(names)


# --- Where code comes from -----------------------------------------------------------------------


def _is_package(name: str) -> bool:
    return name.partition(".")[0] == NAME


def _module_of(value: Any) -> str:
    """Return the name of the module that really holds a function or class; "" for a made one."""
    if type(value) is FunctionType:
        name = str(value.__globals__.get("__name__"))
        module = sys.modules.get(name)
        return name if module is not None and vars(module) is value.__globals__ else ""
    name = str(value.__module__)
    found: Any = sys.modules.get(name)
    for part in value.__qualname__.split("."):
        found = None if found is None else vars(found).get(part)
    return name if found is value else ""


def _is_readers(name: str) -> bool:
    """Return True for a module of the reader's, or of a distribution that isn't known as pure."""
    top = name.partition(".")[0]
    return not (_is_package(name) or top in sys.stdlib_module_names or top in PURE)


def is_installed(module: ModuleType) -> bool:
    """Return True for a module of Python, or of an installed distribution."""
    if module.__name__.partition(".")[0] in sys.stdlib_module_names:
        return module.__name__ != "__main__"
    path = str(getattr(module, "__file__", None) or "")
    return path.startswith(tuple(sysconfig.get_path(kind) for kind in ("purelib", "platlib")))


def _is_cached(owner: type, name: str) -> bool:
    """Return True for an attribute that its class computes when it is first asked for."""
    return any(type(vars(each).get(name)) is cached_property for each in owner.__mro__)


# --- What code uses ------------------------------------------------------------------------------


class _Uses(NamedTuple):
    """The names in a function: globals, attributes and imports; and what it sets outside itself."""

    globals: dict[str, None]
    attributes: dict[str, None]
    imports: dict[str, None]
    sets: dict[str, None]


def _uses(code: CodeType, top: bool = True) -> _Uses:
    found = _Uses({}, {}, {}, {})
    for each in dis.get_instructions(code):
        name = str(each.argval)
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
            found.globals[name] = None
        elif each.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") or (
            each.opname == "STORE_DEREF" and top and name in code.co_freevars
        ):
            found.sets[name] = None
        elif each.opname == "IMPORT_NAME":
            found.imports[name] = None
        elif each.opname.startswith(("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM")):
            found.attributes[name] = None
    for inner in code.co_consts:
        if type(inner) is CodeType:
            for mine, theirs in zip(found, _uses(inner, top=False), strict=True):
                mine.update(theirs)
    return found


# --- Following it --------------------------------------------------------------------------------


class _Walk:
    """A hash of values, in the order in which they are reached, each by its content.

    If not ``strict``, the unknown counts by its type.
    """

    def __init__(self, *, strict: bool = True) -> None:
        self.strict = strict
        self.modules = {PLAYING}
        """The modules of this package that were reached."""
        self.readers: set[str] = set()
        """The modules of the reader's that were reached."""
        self.attributes: set[str] = set()
        """The attributes that the reader's code names."""
        self._noted: list[str] = []
        self._note = self._noted.append
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []  # an id is that of one object only while the object exists
        self._left: deque[tuple[Any, str]] = deque()

    def key(self) -> str:
        """Return the hash of all that was noted."""
        text = "".join(f"{len(each)}:{each}" for each in self._noted)
        return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    def follow(self, game: AnyGame, bots: Mapping[str, Bot]) -> None:
        """Follow all that a game and its bots use."""
        self.add((type(game), game.seats, own_parts(game, type(game)(game.rules, game.bots))), "")
        for seat in game.seats:
            self.add(bots[seat], f"the bot of {seat}")
        self.finish()

    def add(self, value: Any, where: str) -> None:
        """Note a value, whose parts are followed later; ``where`` is what uses it."""
        kind = type(value)
        self._note(f"{kind.__module__}.{kind.__qualname__}")
        if kind is CodeType:
            self._note(_fixed(value).key)
            return
        if _is_constant(value):  # by value: chance decides whether two are the same object
            self._note(_order(value))
            return
        number = self._numbers.setdefault(id(value), len(self._numbers))
        self._note(f"#{number}")
        if number == len(self._kept):
            if number >= MOST:
                raise _Unknown(f"{where} leads to over {MOST:,} objects")
            self._kept.append(value)
            self._left.append((value, where))

    def finish(self) -> None:
        """Follow all that was added."""
        while self._left:
            value, where = self._left.popleft()
            for part, at in self._parts(value, where):
                self.add(part, at)

    def _unknown(self, where: str, what: str) -> Iterator[tuple[Any, str]]:
        if self.strict:
            raise _Unknown(f"{where}{what}")
        return iter(())

    def _parts(self, value: Any, where: str) -> Iterable[tuple[Any, str]]:
        """Return the parts of a value, each with where it is."""
        kind: Any = type(value)
        if kind is FunctionType:
            return self._function(value, where)
        if isinstance(value, type):
            return self._class(value, where)
        if kind is ModuleType:
            return self._module(value, where)
        if kind is BuiltinFunctionType or kind is MethodWrapperType:
            return self._builtin(value, where)
        if kind is MethodType:
            return [(value.__func__, where), (value.__self__, where)]
        if kind in (staticmethod, classmethod):
            return [(value.__func__, where)]
        if kind is property:
            return [(each, where) for each in (value.fget, value.fset, value.fdel)]
        if kind is cached_property:
            return [(value.func, where)]
        if kind in (dict, MappingProxyType):
            return [(part, where) for item in value.items() for part in item]
        if kind in (list, tuple):
            return [(each, where) for each in value]
        if kind in (set, frozenset):
            return self._set(value, where)
        if kind is SimpleNamespace:
            return [(vars(value), where)]
        return self._object(value, kind, where)

    def _set(self, value: Iterable[Any], where: str) -> Iterable[tuple[Any, str]]:
        order = sorted((_order(each), number, each) for number, each in enumerate(value))
        if any(not text for text, _, _ in order):
            return self._unknown(where, ", and the order in a set can't be known")
        return [(each, where) for _, _, each in order]

    # --- objects ----------------------------------------------------------------------------

    def _object(self, value: Any, kind: Any, where: str) -> Iterable[tuple[Any, str]]:
        name = f"{kind.__module__}.{kind.__qualname__}"
        if name == "functools._lru_cache_wrapper":
            return self._remembering(value, where)
        if name in REDUCED or _is_scalar(kind):
            return self._reduced(value, where)
        if kind.__module__ in ("typing", "types") or kind in (GenericAlias, UnionType):
            self._note(repr(value))
            return ()
        if not kind.__flags__ & HEAP and hasattr(kind, "__objclass__"):  # a descriptor made in C
            self._note(value.__qualname__)
            return ()
        if kind.__module__ == "numpy" and hasattr(value, "__name__"):  # a function of numpy's
            self._note(value.__name__)
            return ()
        others = [each for each in kind.__mro__ if each not in BASES and _is_made_in_c(each)]
        if others or _is_opaque(kind):
            return self._unknown(where, f", and what a {kind.__name__} holds can't be known")
        return [(kind, where), *((part, where) for part in _content(value, kind))]

    def _remembering(self, value: Any, where: str) -> Iterable[tuple[Any, str]]:
        inner = value.__wrapped__
        name = _module_of(inner) if type(inner) is FunctionType else ""
        if not name or _is_readers(name):
            return self._unknown(where, ", which remembers what it returned under earlier rules")
        return [(inner, where)]

    def _reduced(self, value: Any, where: str) -> Iterable[tuple[Any, str]]:
        import copyreg

        reduce = copyreg.dispatch_table.get(type(value))
        found = reduce(value) if reduce else value.__reduce_ex__(4)
        if isinstance(found, str):
            return [(found, where)]
        parts = [list(part) if number > 2 and part is not None else part
                 for number, part in enumerate(found)]  # fmt: skip
        return [(part, where) for part in parts]

    # --- functions --------------------------------------------------------------------------

    def _function(self, value: FunctionType, where: str) -> Iterable[tuple[Any, str]]:
        yield value.__code__, where
        yield (value.__defaults__, value.__kwdefaults__), f"{value.__qualname__}'s defaults"
        name = _module_of(value)
        if _is_package(name):
            self._of_package(name, value.__qualname__, where)
        elif name and not _is_readers(name):
            self._pure(name, value.__qualname__, where)
        else:
            self._of_reader(name)
            yield from self._readers(value)
        for variable, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
            try:
                yield cell.cell_contents, f"{value.__qualname__} uses {variable}"
            except ValueError:  # it has no value yet
                yield variable, where

    def _readers(self, value: FunctionType) -> Iterator[tuple[Any, str]]:
        """Yield all that a function of the reader's uses."""
        uses, own = _uses(value.__code__), value.__qualname__
        for name in uses.sets:
            yield from self._unknown(own, f" sets {name} outside the table")
        for name in BACK_DOORS & uses.attributes.keys():
            yield from self._unknown(own, f" uses {name}, and what that leads to can't be known")
        self.attributes |= uses.attributes.keys()
        if vars(value):
            yield vars(value), own
        for name in uses.imports:
            yield from self._named(import_module(name), f"{own} imports {name}", uses)
        for name in uses.globals:
            found = value.__globals__.get(name, self)
            if found is self:
                found = _builtin(name, self)
            if found is not self:
                yield name, own
                yield from self._named(found, f"{own} uses {name}", uses)

    def _named(self, found: Any, where: str, uses: _Uses) -> Iterator[tuple[Any, str]]:
        """Yield what a name stands for, and of a module what the code names in it."""
        yield found, where
        if type(found) is ModuleType and not _is_readers(found.__name__):
            for name in uses.attributes:
                if name in vars(found):
                    yield from self._named(vars(found)[name], f"{where}.{name}", uses)

    def _builtin(self, value: Any, where: str) -> Iterable[tuple[Any, str]]:
        self._note(value.__qualname__)
        owner = value.__self__
        if owner is None or type(owner) is ModuleType:
            module = owner.__name__ if owner is not None else str(value.__module__)
            self._pure(module, value.__name__, where)
            return ()
        return [(owner, where)]

    # --- classes and modules ----------------------------------------------------------------

    def _class(self, value: type, where: str) -> Iterable[tuple[Any, str]]:
        name = _module_of(value) if value.__flags__ & HEAP else value.__module__
        self._note(f"{value.__module__}.{value.__qualname__}")
        if _is_package(name):
            self._of_package(name, value.__qualname__, where)
            return ()
        if name and not _is_readers(name):
            self._pure(name, value.__qualname__, where)
            return [(part, where) for part in vars(value).values() if type(part) is FunctionType]
        self._of_reader(name)
        parts: list[tuple[Any, str]] = [((type(value), value.__bases__), where)]
        for key, part in vars(value).items():
            if key == "__annotations__":
                parts.append(([*part, *map(_annotation, part.values())], where))
            elif key not in LEFT_OUT and type(part) is not GetSetDescriptorType:
                parts += [(key, where), (part, f"{value.__qualname__}.{key}")]
        return parts

    def _module(self, value: ModuleType, where: str) -> Iterable[tuple[Any, str]]:
        name = value.__name__
        self._note(name)
        if _is_package(name):
            self._of_package(name, "", where)
            return ()
        if not _is_readers(name):
            self._pure(name, "", where)
            return [(getattr(value, "__version__", None), where)]
        self._of_reader(name)
        inside = [(key, part) for key, part in vars(value).items() if not key.startswith("__")]
        return [(part, f"{name}.{key}") for item in inside for key in item[:1] for part in item]

    def _of_package(self, name: str, what: str, where: str) -> None:
        """Note a part of this package; it's unknown what reads files or the registry."""
        self._note(f"{name} {what}")
        self.modules.add(name)
        if what and not name.startswith(PURE_PARTS):
            self._unknown(where, f", and what {what} returns can't be known")

    def _of_reader(self, name: str) -> None:
        if name in sys.modules:
            self.readers.add(name)

    def _pure(self, name: str, what: str, where: str) -> None:
        """Note what Python or a library defines, which must always return the same."""
        self._note(f"{name} {what}")
        top = name.partition(".")[0]
        impure = (
            top not in PURE or name in IMPURE or (name == "builtins" and what in IMPURE_BUILTINS)
        )
        if impure:
            self._unknown(where, ", and what that returns can't be known")

    # --- the package ------------------------------------------------------------------------

    def scan(self, module: ModuleType) -> None:
        """Note what a module of this package has in memory, so that patches are noticed."""
        self._note(module.__name__)
        named: set[str] = set()
        for name, part in vars(module).items():
            if not name.startswith("__") and type(part) is not ModuleType:
                self._note(name)
                self._loaded(part, f"{module.__name__}.{name}", module.__name__, named)
        for part in vars(module).values():
            if type(part) is ModuleType and not _is_package(part.__name__):
                for name in sorted(named & vars(part).keys()):
                    found = vars(part)[name]
                    if isinstance(found, FunctionType | type) or _is_constant(found):
                        self._loaded(found, f"{part.__name__}.{name}", "", named)

    def _loaded(self, part: Any, where: str, module: str, named: set[str]) -> None:
        """Note a part of a module, or of a class of it; add to ``named`` the names that it uses."""
        kind = type(part)
        self._note(f"{kind.__module__}.{kind.__qualname__}")
        if kind is FunctionType:
            self._patched(part, where, named)
        elif isinstance(part, type):
            self._note(f"{part.__module__}.{part.__qualname__}")
            self._class_of_package(part, where, module, named)
        elif _is_constant(part) or (where.rpartition(".")[2].isupper() and _is_table(part)):
            self.add(part.replace(str(PACKAGE), "") if type(part) is str else part, where)
        if not isinstance(part, type):
            for name in ("__wrapped__", "__func__", "func", "fget", "fset"):
                inner = getattr(part, name, None)
                if type(inner) is FunctionType:
                    self._patched(inner, where, named)

    def _class_of_package(self, part: type, where: str, module: str, named: set[str]) -> None:
        if part.__module__ == module:
            for name, each in vars(part).items():
                if name not in LEFT_OUT:
                    self._note(name)
                    self._loaded(each, f"{where}.{name}", "", named)
        elif _is_readers(part.__module__):
            self.add(part, where)
        elif not _is_package(part.__module__):
            for each in vars(part).values():
                if type(each) is FunctionType:
                    self.add(each.__code__, where)

    def _patched(self, value: FunctionType, where: str, named: set[str]) -> None:
        """Note a function of the package or of Python by its code; follow one of the reader's."""
        name = _module_of(value)
        if name and not _is_readers(name):
            self.add(value.__code__, where)
            self.add(tuple(filter(_is_constant, value.__defaults__ or ())), where)
            named |= _fixed(value.__code__).names
        else:
            self.add(value, where)


class _Fixed(NamedTuple):
    """The hash of a code object, which never changes, and the names that it uses."""

    key: str
    names: frozenset[str]


_seen: dict[int, _Fixed] = {}
"""The hashes of code objects that exist, by id: to look one up by its content takes longer."""


def _fixed(code: CodeType) -> _Fixed:
    """Return the hash and the names of code, the functions inside it among them; computed once."""
    found = _seen.get(id(code))
    if found is None:
        walk = _Walk(strict=False)
        walk._note(repr((
            code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars,
            code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount,
            getattr(code, "co_exceptiontable", b""),
        )))  # fmt: skip
        for each in code.co_consts:
            walk.add(each, "")
        walk.finish()
        inner = (each for each in code.co_consts if type(each) is CodeType)
        names = frozenset(code.co_names).union(*(_fixed(each).names for each in inner))
        found = _seen[id(code)] = _Fixed(walk.key(), names)
        finalize(code, _seen.pop, id(code)).atexit = False
    return found


def _builtin(name: str, default: object) -> Any:
    import builtins

    return vars(builtins).get(name, default)


def _is_constant(value: object) -> bool:
    """Return True for what is plain all through, and so can't change without a patch."""
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))  # type: ignore[call-overload]
    return type(value) in PLAIN


def _is_table(value: object) -> bool:
    """Return True for a list or mapping of what is plain all through."""
    if type(value) in (dict, MappingProxyType):
        return all(map(_is_constant, value)) and all(map(_is_table, value.values()))  # type: ignore[call-overload,attr-defined]
    return _is_constant(value) or (type(value) is list and all(map(_is_table, value)))


def _is_scalar(kind: Any) -> bool:
    """Return True for a number of numpy's, or the type of an array's elements."""
    return any(f"{each.__module__}.{each.__name__}" in SCALARS for each in kind.__mro__)


def _is_made_in_c(kind: type) -> bool:
    """Return True for a class whose objects may hold what Python code can't see."""
    flags = kind.__flags__
    seen = "__slots__" in vars(kind) or kind.__dictoffset__ != 0
    made_in_c = not flags & HEAP or bool(flags & IMMUTABLE) or not seen
    return made_in_c and kind is not Generic  # which holds nothing, and is made in C since 3.12


def _is_opaque(kind: Any) -> bool:
    """Return True for a class of Python's or a library's whose objects may refer to others."""
    name = _module_of(kind) if kind.__flags__ & HEAP else kind.__module__
    known = _is_package(name) or not name or _is_readers(name)
    return not known and name.partition(".")[0] not in PURE


def _content(value: Any, kind: Any) -> Iterator[Any]:
    """Yield the attributes of an object of a Python class, without cached results."""
    own = vars(value) if hasattr(value, "__dict__") else {}
    ours = _is_package(_module_of(kind))
    for name, part in own.items():
        if not (ours and _is_cached(kind, name)):
            yield name
            yield part
    for base in kind.__mro__:
        for name in _slots(base):
            yield name
            yield _slot(base, name, value)
    for plain in BASES[1:]:
        if isinstance(value, plain):
            yield _as(plain, value)


def _as(plain: Any, value: Any) -> Any:
    """Return an object of a subclass of list, int and so on as a plain list, int and so on."""
    if plain is dict:
        return dict(dict.items(value))
    if plain in (list, tuple):
        return list(plain.__iter__(value))
    if plain in (set, frozenset):
        return frozenset(plain.__iter__(value))
    return plain.__repr__(value)


def _slots(base: type) -> list[str]:
    slots = vars(base).get("__slots__", ()) if base.__flags__ & HEAP else ()
    names = [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if name not in ("__dict__", "__weakref__")]


def _slot(base: type, name: str, value: Any) -> Any:
    private = f"_{base.__name__.lstrip('_')}{name}" if name.startswith("__") else name
    try:
        return vars(base)[private].__get__(value, type(value))
    except (AttributeError, KeyError):  # it was never set
        return None


def _annotation(value: Any) -> str:
    return str(getattr(value, "__qualname__", None) or value)


def _order(value: Any) -> str:
    """Return a text that sorts the elements of a set; "" for one that chance would sort."""
    kind = type(value)
    if kind in PLAIN:
        return f"{kind.__name__} {value!r}"
    if kind in (tuple, frozenset):
        texts = [_order(each) for each in value]
        return "" if not all(texts) else repr(texts if kind is tuple else sorted(texts))
    if kind is FunctionType or isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    known = (str(vars(value)) if hasattr(value, "__dict__") else "", _slots(kind))
    return "" if " at 0x" in repr(known) else f"{kind.__qualname__} {known!r} {_plain_text(value)}"


def _plain_text(value: Any) -> str:
    """Return the text of an object that is a tuple, a text or a number too."""
    plain = next((each for each in (tuple, str, int, float) if isinstance(value, each)), None)
    return "" if plain is None else plain.__repr__(value)
