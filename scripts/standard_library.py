#!/usr/bin/env python3
"""Writes what `examen_semantics` knows about Python's standard library.

    python3 scripts/standard_library.py --python3 PYTHON3.8 --python2 PYTHON2.7 --newer PYTHON3.13 \\
        > crates/examen_semantics/knowledge/standard_library.txt
    EXAMEN_UPDATE=1 cargo test --release -p examen_semantics --lib knowledge

The second command makes of it the records that the program reads.

CodeQL's reference results were made with Python 3.8 or older, so 3.8 decides; 2.7 and a newer version add the modules
and the members of modules that 3.8 does not have. The script runs itself under each interpreter (hence the code that
Python 2.7 can read) and merges the answers. Modules with Python source are parsed and never imported; modules without
are imported and inspected. Of test packages and demonstrations only the names of the modules are kept.

Where a module binds a name more than once, the binding wins that a Linux machine with all extension modules would see:
`try` over `except`, the branch of an `if` that is taken there, C over the Python that it replaces.

The format is described in `crates/examen_semantics/src/python/knowledge/text.rs`.
"""

from __future__ import print_function

import argparse
import ast
import inspect
import json
import os
import re
import subprocess
import sys
import types

PYTHON2 = sys.version_info[0] == 2

# Classes of results that reading cannot find: functions in C, and functions with more than one result. Only classes
# that the usual call gives: `open` without "b", `codecs.open` with an encoding.
RESULTS = {
    "all": "bool", "any": "bool", "ascii": "str", "bin": "str", "callable": "bool", "chr": "str",
    "cmp": "int", "compile": "code", "dir": "list", "divmod": "tuple", "format": "str", "globals": "dict",
    "hasattr": "bool", "hash": "int", "hex": "str", "id": "int", "input": "str", "isinstance": "bool",
    "issubclass": "bool", "len": "int", "locals": "dict", "oct": "str", "open": "_io:TextIOWrapper", "ord": "int",
    "print": "NoneType", "range": "list", "raw_input": "str", "repr": "str", "sorted": "list", "unichr": "unicode",
    "vars": "dict",
    "_bisect:bisect_left": "int", "_bisect:bisect_right": "int",
    "_codecs:lookup": "codecs:CodecInfo",
    "_io:open": "_io:TextIOWrapper",
    "_struct:calcsize": "int", "_struct:pack": "bytes", "_struct:unpack": "tuple",
    "_thread:allocate_lock": "_thread:lock", "_thread:get_ident": "int",
    "codecs:open": "codecs:StreamReaderWriter",
    "gzip:open": "gzip:GzipFile",
    "math:ceil": "int", "math:cos": "float", "math:exp": "float", "math:floor": "int", "math:log": "float",
    "math:log10": "float", "math:pow": "float", "math:sin": "float", "math:sqrt": "float", "math:tan": "float",
    "os:fdopen": "_io:TextIOWrapper", "os:popen": "os:_wrap_close",
    "posix:getcwd": "str", "posix:getpid": "int", "posix:listdir": "list", "posix:stat": "posix:stat_result",
    "posix:system": "int",
    "socket:create_connection": "socket:socket", "socket:fromfd": "socket:socket",
    "sys:exc_info": "tuple", "sys:getrecursionlimit": "int", "sys:getrefcount": "int", "sys:getsizeof": "int",
    "tarfile:TarFile.open": "tarfile:TarFile",
    "tempfile:NamedTemporaryFile": "tempfile:_TemporaryFileWrapper",
    "tempfile:TemporaryFile": "_io:BufferedRandom",
    "time:asctime": "str", "time:clock": "float", "time:ctime": "str", "time:gmtime": "time:struct_time",
    "time:localtime": "time:struct_time", "time:monotonic": "float", "time:perf_counter": "float",
    "time:strftime": "str", "time:time": "float",
}

# Modules of which only the names are of use.
NAMES_ONLY_ROOTS = {"antigravity", "idlelib", "test", "this", "turtledemo", "__phello__"}
NAMES_ONLY_PARTS = {"__main__", "idle_test", "test", "tests"}
NAMES_ONLY_PREFIXES = ("_ctypes_test", "_test", "_xx", "xx")

# Modules that make their classes by asking running objects (`FunctionType = type(_f)`), which reading cannot follow.
ASKED_TOO = {"types"}

# A class without Python source repeats these as data; lookup finds them in `object`.
EVERYWHERE = {"__doc__", "__module__", "__weakref__"}

OTHER = ("o",)
UNKNOWN = "?"


def builtins_module():
    return __import__("__builtin__" if PYTHON2 else "builtins")


def hidden_types():
    """Classes of the interpreter that no module names."""
    def generator():
        yield
    class Sample(object):
        def method(self):
            pass
    found = [type(None), type(Ellipsis), type(NotImplemented), type(sys), type(generator), type(generator()), type(len),
             type(Sample().method), type(generator.__code__), type(object.__init__), type([].__init__),
             type(str.join), type(dict.__dict__["fromkeys"]), type(type.__dict__["__mro__"]),
             type(types.FunctionType.__code__), type(iter([])), type(iter(())), type(iter({})), type(iter(set())),
             type({}.keys()), type({}.values()), type({}.items()), type(type.__dict__), type(iter("")),
             type(iter(lambda: 0, 0))]
    if not PYTHON2:
        found.append(type(iter(range(0))))
    return found


# ---- reading one interpreter's library -------------------------------------------------------------------------------


class Module(object):
    """A module of the library: where it is, and what it binds."""

    def __init__(self, name, path=None, is_package=False):
        self.name = name
        self.path = path
        self.is_package = is_package
        self.has_source = path is not None
        self.bindings = {}
        # Names that the module deletes when it is done with them.
        self.deleted = {}
        self.globals_set = set()
        self.all_parts = None
        self.is_read = False
        self.values = {}

    def is_names_only(self):
        parts = self.name.split(".")
        return (parts[0] in NAMES_ONLY_ROOTS or bool(NAMES_ONLY_PARTS & set(parts))
                or self.name.startswith(NAMES_ONLY_PREFIXES))

    def package(self):
        return self.name if self.is_package else self.name.rpartition(".")[0]


def library_folders():
    root = os.path.dirname(os.path.abspath(os.__file__))
    folders = [root]
    for folder in sys.path:
        folder = os.path.abspath(folder) if folder else ""
        if folder.startswith(root + os.sep) and os.path.isdir(folder) and "-packages" not in folder:
            folders.append(folder)
    return folders


def library_modules():
    """All modules of this interpreter's library by name."""
    modules = {}
    identifier = re.compile(r"[A-Za-z_]\w*$")
    def add_folder(folder, prefix):
        for entry in sorted(os.listdir(folder)):
            path = os.path.join(folder, entry)
            stem = entry.split(".")[0]
            if not identifier.match(stem):
                continue
            name = prefix + stem
            if os.path.isfile(os.path.join(path, "__init__.py")) and entry == stem:
                modules[name] = Module(name, os.path.join(path, "__init__.py"), True)
                add_folder(path, name + ".")
            elif entry == stem + ".py" and stem != "__init__":
                modules.setdefault(name, Module(name, path))
            elif entry.endswith(".so"):
                modules.setdefault(name, Module(name))
    for folder in library_folders():
        add_folder(folder, "")
    for name in sys.builtin_module_names:
        if name != "__main__":
            modules[name] = Module(name)
    for name in [name for name in modules if name.startswith("_sysconfigdata_")]:
        del modules[name]
    if PYTHON2:
        del modules["__builtin__"]
        modules["builtins"] = Module("builtins")
    return modules


class Library(object):
    """Resolves names and expressions of the library's modules to values.

    A value is a tuple: ("c", class id), ("f", function id), ("b", function id of a bound method), ("m", module name),
    ("i", id of the instance's class), or OTHER.
    """

    def __init__(self):
        self.modules = library_modules()
        self.classes = {}
        self.functions = {}
        self.class_nodes = {}
        self.function_nodes = {}
        self.type_ids = {}
        self.busy = set()
        self.result_memo = {}

    def read_all(self):
        for module in [self.modules["builtins"]] + [self.modules[name] for name in sorted(self.modules)]:
            self.read(module)
        for found in hidden_types():
            self.type_id(found, "builtins")
        for name in sorted(self.modules):
            for member in sorted(self.modules[name].bindings):
                self.resolve(name, member)
        for name in sorted(self.class_nodes):
            self.class_facts(name)
        for name in sorted(self.function_nodes):
            self.result(name)

    # -- what a module binds --

    def read(self, module):
        if module.is_read:
            return
        module.is_read = True
        if module.has_source:
            try:
                with open(module.path, "rb") as file:
                    tree = ast.parse(file.read())
            except (SyntaxError, ValueError, RuntimeError):
                # Files that show errors, in test packages.
                del self.modules[module.name]
                return
            self.bind_all(module, tree.body, True)
            if module.is_names_only():
                return
            for node in ast.walk(tree):
                if isinstance(node, ast.Global):
                    module.globals_set.update(node.names)
            if module.name in ASKED_TOO:
                self.ask(module)
            if module.all_parts is not None:
                for name in module.all_parts[0]:
                    full = module.name + "." + name
                    promised = ("m", full) if full in self.modules else OTHER
                    module.bindings.setdefault(name, (("value", promised), False))
        elif not module.is_names_only():
            self.inspect(module)

    def bind(self, module, name, binding, is_strong):
        old = module.bindings.get(name)
        if old is None or is_strong or old == (("value", OTHER), False):
            module.bindings[name] = (binding, is_strong)

    def bind_all(self, module, body, is_strong):
        for node in body:
            self.bind_statement(module, node, is_strong)

    def bind_statement(self, module, node, is_strong):
        kind = type(node).__name__
        if kind == "ClassDef":
            self.bind(module, node.name, ("class", node), is_strong)
        elif kind in ("FunctionDef", "AsyncFunctionDef"):
            self.bind(module, node.name, ("def", node), is_strong)
        elif kind == "Import":
            for alias in node.names:
                bound = alias.asname or alias.name.split(".")[0]
                target = alias.name if alias.asname else bound
                is_known = target in self.modules
                self.bind(module, bound, ("value", ("m", target) if is_known else OTHER), is_strong and is_known)
        elif kind == "ImportFrom":
            self.bind_from(module, node, is_strong)
        elif kind == "Assign":
            for target in node.targets:
                self.bind_target(module, target, node.value, is_strong)
        elif kind == "AnnAssign" and node.value is not None:
            self.bind_target(module, node.target, node.value, is_strong)
        elif kind == "AugAssign" and isinstance(node.target, ast.Name) and node.target.id == "__all__":
            if is_strong:
                self.extend_all(module, node.value)
        elif kind == "Expr" and isinstance(node.value, ast.Call) and is_strong:
            called = node.value.func
            if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "__all__":
                argument = node.value.args[0]
                self.extend_all(module, ast.List([argument], None) if called.attr == "append" else argument)
        elif kind == "Delete":
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name) and name.id in module.bindings:
                        if is_strong or not module.bindings[name.id][1]:
                            module.deleted[name.id] = module.bindings.pop(name.id)
        elif kind == "If" and "id='__name__'" not in ast.dump(node.test):
            taken = evident_test(node.test)
            self.bind_all(module, node.body, is_strong and taken is not False)
            self.bind_all(module, node.orelse, is_strong and taken is False)
        elif kind in ("Try", "TryExcept", "TryFinally", "TryStar"):
            fails = any(self.is_absent(module, statement) for statement in node.body) and kind != "TryFinally"
            self.bind_all(module, node.body, is_strong and not fails)
            self.bind_all(module, getattr(node, "orelse", []), is_strong and not fails)
            for handler in getattr(node, "handlers", []):
                self.bind_all(module, handler.body, is_strong and fails)
            self.bind_all(module, getattr(node, "finalbody", []), is_strong)
        elif kind in ("For", "While"):
            if kind == "For":
                self.bind_target(module, node.target, None, is_strong)
            self.bind_all(module, node.body, is_strong)
            self.bind_all(module, node.orelse, False)
        elif kind == "With":
            self.bind_all(module, node.body, is_strong)

    def bind_target(self, module, target, value, is_strong):
        if isinstance(target, ast.Name):
            if target.id == "__all__" and value is not None:
                module.all_parts = ([], [True])
                self.extend_all(module, value)
            self.bind(module, target.id, ("expression", value), is_strong)
        elif isinstance(target, (ast.Tuple, ast.List)):
            values = getattr(value, "elts", None)
            if values is None or len(values) != len(target.elts):
                values = [None] * len(target.elts)
            for part, part_value in zip(target.elts, values):
                self.bind_target(module, part, part_value, is_strong)

    def bind_from(self, module, node, is_strong):
        source = self.absolute(module, node)
        origin = self.modules.get(source)
        if origin is None:
            for alias in node.names:
                if alias.name != "*" and is_strong:
                    self.bind(module, alias.asname or alias.name, ("value", OTHER), False)
            return
        for alias in node.names:
            if alias.name == "__all__":
                module.all_parts = (self.star(source), [True])
            if alias.name != "*":
                self.bind(module, alias.asname or alias.name, ("from", source, alias.name), is_strong)
                continue
            for name in self.star(source):
                self.bind(module, name, ("from", source, name), is_strong)

    def is_absent(self, module, node):
        """Whether a statement imports a module that only other systems have."""
        if isinstance(node, ast.Import):
            return any(alias.name not in self.modules for alias in node.names)
        return isinstance(node, ast.ImportFrom) and self.absolute(module, node) not in self.modules

    def absolute(self, module, node):
        name = node.module or ""
        level = node.level or 0
        if PYTHON2 and level == 0:
            beside = (module.package() + "." + name).strip(".")
            return beside if beside in self.modules and beside != module.name else name
        if level == 0:
            return name
        package = module.package().split(".")
        return ".".join(package[:len(package) - level + 1] + ([name] if name else []))

    def extend_all(self, module, value):
        """Adds to what `__all__` lists; the second part becomes [False] where some of it cannot be read."""
        if module.all_parts is None:
            module.all_parts = ([], [True])
        names, is_whole = module.all_parts
        if isinstance(value, (ast.List, ast.Tuple)):
            for element in value.elts:
                text = string_of(element)
                if text is None:
                    is_whole[0] = False
                elif text not in names:
                    names.append(text)
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            self.extend_all(module, value.left)
            self.extend_all(module, value.right)
        elif isinstance(value, ast.Name) and module.bindings.get(value.id, [[None]])[0][0] == "expression":
            if value.id != "__all__":
                self.extend_all(module, module.bindings[value.id][0][1])
        elif isinstance(value, ast.Attribute) and value.attr == "__all__":
            origin = self.evaluate(module, value.value)
            if origin[0] == "m":
                names.extend(name for name in self.star(origin[1]) if name not in names)
            else:
                is_whole[0] = False
        elif isinstance(value, ast.Call) and len(value.args) == 1:
            # `__all__.extend(_get_exports_list(posix))`
            origin = self.evaluate(module, value.args[0])
            if origin[0] == "m":
                names.extend(name for name in self.star(origin[1]) if name not in names)
            else:
                is_whole[0] = False
        else:
            is_whole[0] = False

    def star(self, name):
        """The names that `from name import *` brings."""
        module = self.modules[name]
        self.read(module)
        if module.all_parts is not None and module.all_parts[1][0]:
            return list(module.all_parts[0])
        public = [member for member in sorted(module.bindings) if not member.startswith("_")]
        if module.all_parts is None:
            return public
        # A computed `__all__`: what is listed, and what is public and no mere import.
        listed = module.all_parts[0]
        return listed + [member for member in public
                         if member not in listed and self.resolve(name, member)[0] != "m"]

    # -- modules without source --

    def inspect(self, module):
        name = "__builtin__" if PYTHON2 and module.name == "builtins" else module.name
        try:
            found = __import__(name, fromlist=["*"])
        except ImportError:
            del self.modules[module.name]
            return
        for member in dir(found):
            if member in ("__doc__", "__file__", "__loader__", "__name__", "__package__", "__spec__"):
                continue
            module.bindings[member] = (("object", getattr(found, member)), True)
        exported = getattr(found, "__all__", None)
        if exported is not None:
            module.all_parts = (list(exported), [True])

    def ask(self, module):
        found = __import__(module.name, fromlist=["*"])
        for member in dir(found):
            value = getattr(found, member)
            binding = module.bindings.get(member)
            if inspect.isclass(value) and binding is not None and binding[0][0] == "expression":
                module.bindings[member] = (("object", value), True)

    def value_of(self, owner, name, value):
        if inspect.isclass(value):
            return ("c", self.type_id(value, owner))
        if inspect.ismodule(value):
            return ("m", value.__name__) if value.__name__ in self.modules else OTHER
        if inspect.isbuiltin(value):
            function = function_id(owner, name)
            self.functions[function] = {"parameters": signature_of(value), "flags": "", "inits": []}
            return ("f", function)
        if isinstance(value, types.FunctionType):
            return OTHER
        return ("i", self.type_id(type(value), owner))

    def type_id(self, found, owner):
        """The id of a class object, noting its facts when first met. `owner` is the module in which it was met."""
        if found in self.type_ids:
            return self.type_ids[found]
        name = found.__name__.rpartition(".")[2]
        home = str(found.__module__)
        if home in ("__builtin__", "exceptions"):
            home = "builtins"
        # A class in C that does not name its module claims to be built in.
        if home == "builtins" and getattr(sys.modules.get(owner), name, None) is found:
            if getattr(builtins_module(), name, None) is not found:
                home = owner
        module = self.modules.get(home)
        if module is None:
            home = owner
        elif module.has_source:
            self.read(module)
            binding = module.bindings.get(name)
            is_python = any(isinstance(value, types.FunctionType) for value in vars(found).values())
            if is_python and binding is not None and binding[0][0] == "class":
                identity = class_id(home, name)
                self.type_ids[found] = identity
                self.class_nodes.setdefault(identity, (home, binding[0][1]))
                return identity
            home = owner
        identity = class_id(home, name)
        self.type_ids[found] = identity
        if identity in self.classes:
            return identity
        facts = {"flags": "", "members": {}}
        self.classes[identity] = facts
        facts["bases"] = [self.type_id(base, owner) for base in getattr(found, "__bases__", ())]
        metaclass = self.type_id(type(found), owner)
        facts["metaclass"] = None if metaclass == "type" else metaclass
        for member in sorted(vars(found)):
            if member not in EVERYWHERE or found is object:
                facts["members"][member] = self.inspected_member(vars(found)[member])
        return identity

    def inspected_member(self, value):
        if isinstance(value, property):
            return {"kind": "p"}
        kind = type(value).__name__
        if kind in ("classmethod", "classmethod_descriptor"):
            return {"kind": "c", "parameters": signature_of(value), "flags": ""}
        if kind == "staticmethod":
            return {"kind": "s", "parameters": signature_of(value.__func__), "flags": ""}
        if kind == "builtin_function_or_method":
            return {"kind": "s", "parameters": signature_of(value), "flags": ""}
        if callable(value) and not inspect.isclass(value) and kind not in ("getset_descriptor", "member_descriptor"):
            return {"kind": "m", "parameters": signature_of(value), "flags": ""}
        return {"kind": "o"}

    # -- values of names and expressions --

    def resolve(self, module_name, name, is_inside=False):
        """The value of a module's member, or None; `is_inside` for code of the module itself."""
        module = self.modules.get(module_name)
        if module is None:
            return OTHER
        self.read(module)
        if name in module.values:
            return module.values[name]
        if name not in module.bindings and not (is_inside and name in module.deleted):
            full = module_name + "." + name
            return ("m", full) if full in self.modules else None
        key = (module_name, name)
        if key in self.busy:
            return OTHER
        self.busy.add(key)
        binding = (module.bindings.get(name) or module.deleted[name])[0]
        value = OTHER
        if binding[0] == "value":
            value = binding[1]
        elif binding[0] == "object":
            value = self.value_of("builtins" if module.has_source else module_name, name, binding[1])
        elif binding[0] == "class":
            identity = class_id(module_name, name)
            self.class_nodes.setdefault(identity, (module_name, binding[1]))
            value = ("c", identity)
        elif binding[0] == "def":
            kind, _ = decoration(binding[1])
            if kind == "m":
                identity = function_id(module_name, name)
                self.note_function(identity, module_name, binding[1])
                value = ("f", identity)
        elif binding[0] == "from":
            value = self.resolve(binding[1], binding[2]) or OTHER
        elif binding[1] is not None and name not in module.globals_set:
            if isinstance(binding[1], ast.Lambda):
                identity = function_id(module_name, name)
                self.note_function(identity, module_name, binding[1])
                value = ("f", identity)
            else:
                value = self.evaluate(module, binding[1])
        self.busy.discard(key)
        if name in module.bindings:
            module.values[name] = value
        return value

    def note_function(self, identity, module_name, node):
        if identity not in self.functions:
            self.functions[identity] = function_facts(node)
            self.function_nodes[identity] = (module_name, node)

    def evaluate(self, module, node, local=None):
        """The value of an expression in a module, or with `local` (see `local_names`) in one of its functions."""
        literal = literal_class(node)
        if literal is not None:
            return ("i", literal)
        if isinstance(node, ast.Name):
            if local is not None and node.id in local:
                bound = local[node.id]
                if bound is None:
                    return OTHER
                return self.evaluate(module, bound, dict(local, **{str(node.id): None}))
            if node.id in module.bindings or node.id in module.deleted:
                return self.resolve(module.name, node.id, True) or OTHER
            return self.resolve("builtins", node.id) or OTHER
        if isinstance(node, ast.Attribute):
            return self.attribute(self.evaluate(module, node.value, local), node.attr)
        if isinstance(node, ast.Call):
            return self.called(module, node, local)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            first = self.evaluate(module, node.values[0], local)
            return first if first[0] in "cf" else OTHER
        if isinstance(node, ast.BinOp):
            left = self.evaluate(module, node.left, local)
            if left in (("i", "str"), ("i", "bytes"), ("i", "unicode")) and isinstance(node.op, (ast.Mod, ast.Add)):
                return left
            right = self.evaluate(module, node.right, local)
            is_division = isinstance(node.op, ast.Div)
            keeps_class = left[1:] in (("int",), ("float",), ("list",), ("tuple",)) and left[0] == "i"
            if left == right and keeps_class and not isinstance(node.op, ast.Pow):
                return ("i", "float") if is_division and left[1] == "int" and not PYTHON2 else left
        if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            value = self.evaluate(module, node.operand, local)
            return value if value in (("i", "int"), ("i", "float")) else OTHER
        return OTHER

    def attribute(self, value, name):
        if value[0] == "m":
            return self.resolve(value[1], name) or OTHER
        if value[0] not in "ci":
            return OTHER
        for owner in self.linear(value[1]):
            member = self.class_facts(owner)["members"].get(name)
            if member is None:
                continue
            target = member.get("target") or member_id(owner, name)
            if member["kind"] == "c":
                return ("b", target)
            if member["kind"] == "m":
                return ("b" if value[0] == "i" else "f", target)
            if member["kind"] == "k":
                return ("c", member["class"])
            return OTHER
        return OTHER

    def linear(self, identity):
        """The class and its known bases, depth first."""
        found = [identity]
        for base in self.class_facts(identity)["bases"]:
            if base != UNKNOWN:
                found.extend(name for name in self.linear(base) if name not in found)
        return found

    def called(self, module, node, local):
        function = self.evaluate(module, node.func, local)
        if function == ("c", "type"):
            argument = self.evaluate(module, node.args[0], local) if len(node.args) == 1 else OTHER
            if argument[0] == "i":
                return ("c", argument[1])
            return ("c", "function") if argument[0] == "f" else OTHER
        if function[0] == "c":
            # A class of classes makes classes, and `__new__` or an enumeration may give anything.
            if "type" in self.linear(function[1]) or "enum:Enum" in self.linear(function[1]):
                return OTHER
            return ("i", function[1])
        if function[0] in "fb":
            result = self.result(function[1])
            return ("i", result) if result else OTHER
        return OTHER

    def result(self, identity):
        """The class of what a function returns, if all its `return`s agree and it cannot fall off its end."""
        if identity in RESULTS:
            return RESULTS[identity]
        if identity in self.result_memo:
            return self.result_memo[identity]
        self.result_memo[identity] = None
        if identity not in self.function_nodes:
            return None
        module_name, node = self.function_nodes[identity]
        facts = self.functions.get(identity)
        if facts is None or "g" in facts["flags"] or "a" in facts["flags"] or isinstance(node, ast.Lambda):
            return None
        if falls_through(node.body):
            return None
        module = self.modules[module_name]
        local = local_names(node)
        found = set()
        for statement in own_nodes(node):
            if isinstance(statement, ast.Return):
                value = OTHER if statement.value is None else self.evaluate(module, statement.value, local)
                found.add(value[1] if value[0] == "i" else None)
        if len(found) == 1:
            self.result_memo[identity] = found.pop()
        return self.result_memo[identity]

    # -- classes with source --

    def class_facts(self, identity):
        if identity in self.classes:
            return self.classes[identity]
        module_name, node = self.class_nodes[identity]
        module = self.modules[module_name]
        facts = {"bases": [], "metaclass": None, "flags": "d" if node.decorator_list else "", "members": {}}
        self.classes[identity] = facts
        for base in node.bases:
            value = self.evaluate(module, base)
            facts["bases"].append(value[1] if value[0] == "c" else UNKNOWN)
        for keyword in getattr(node, "keywords", []):
            if keyword.arg == "metaclass":
                value = self.evaluate(module, keyword.value)
                facts["metaclass"] = value[1] if value[0] == "c" else UNKNOWN
        self.class_body(identity, module, node.body, facts, True)
        if PYTHON2:
            metaclass = facts["members"].get("__metaclass__")
            if metaclass is not None:
                facts["metaclass"] = metaclass.get("class", UNKNOWN)
            bases = [self.class_facts(base) for base in facts["bases"] if base != UNKNOWN]
            if len(bases) == len(node.bases) and metaclass is None and all("o" in base["flags"] for base in bases):
                facts["flags"] += "o"
            if not facts["bases"] and metaclass is not None:
                facts["bases"] = ["object"]
        elif not facts["bases"] and identity != "object":
            facts["bases"] = ["object"]
        return facts

    def class_body(self, identity, module, body, facts, is_strong):
        members = facts["members"]
        def put(name, member):
            if is_strong or name not in members:
                members[name] = member
        for node in body:
            kind = type(node).__name__
            if kind in ("FunctionDef", "AsyncFunctionDef"):
                target = member_id(identity, node.name)
                member = function_facts(node)
                member["kind"], flags = decoration(node)
                member["flags"] += flags
                member["inits"] = self.explicit_inits(module, node)
                if member["kind"] in "po":
                    member = {"kind": member["kind"]}
                put(node.name, member)
                if members[node.name] is member and "parameters" in member:
                    self.functions[target] = member
                    self.function_nodes[target] = (module.name, node)
            elif kind == "ClassDef":
                nested = identity + "." + node.name
                self.class_nodes.setdefault(nested, (module.name, node))
                put(node.name, {"kind": "k", "class": nested})
            elif kind == "Assign":
                for target in node.targets:
                    for name in ([target] if isinstance(target, ast.Name) else getattr(target, "elts", [])):
                        if isinstance(name, ast.Name):
                            put(name.id, self.assigned_member(identity, module, name.id, node.value, members))
            elif kind == "AnnAssign" and node.value is not None and isinstance(node.target, ast.Name):
                put(node.target.id, self.assigned_member(identity, module, node.target.id, node.value, members))
            elif kind in ("Import", "ImportFrom"):
                for alias in node.names:
                    put(alias.asname or alias.name.split(".")[0], {"kind": "o"})
            elif kind == "If":
                taken = evident_test(node.test)
                self.class_body(identity, module, node.body, facts, is_strong and taken is not False)
                self.class_body(identity, module, node.orelse, facts, is_strong and taken is False)
            elif kind in ("Try", "TryExcept", "TryFinally", "For", "While", "With"):
                self.class_body(identity, module, node.body, facts, is_strong)
                for part in ("orelse", "finalbody"):
                    self.class_body(identity, module, getattr(node, part, []), facts, is_strong)
                for handler in getattr(node, "handlers", []):
                    self.class_body(identity, module, handler.body, facts, False)

    def assigned_member(self, identity, module, name, value, members):
        if isinstance(value, ast.Name) and value.id in members:
            aliased = dict(members[value.id])
            if aliased["kind"] in "mcs":
                aliased.setdefault("target", member_id(identity, value.id))
            return aliased
        if isinstance(value, ast.Lambda):
            member = dict(function_facts(value), kind="m")
            self.functions[member_id(identity, name)] = member
            return member
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            called = value.func.id
            if called == "property":
                return {"kind": "p"}
            if called in ("classmethod", "staticmethod") and value.args and isinstance(value.args[0], ast.Name):
                wrapped = members.get(value.args[0].id)
                if wrapped is not None and wrapped["kind"] == "m" and "parameters" in wrapped:
                    return dict(wrapped, kind=called[0])
        found = self.evaluate(module, value)
        if found[0] == "f" and found[1] in self.function_nodes:
            return {"kind": "m", "target": found[1]}
        if found[0] == "c":
            return {"kind": "k", "class": found[1]}
        return {"kind": "o"}

    def explicit_inits(self, module, node):
        """The classes whose `__init__` an `__init__` calls by name."""
        found = []
        if node.name != "__init__":
            return found
        for call in own_nodes(node):
            called = getattr(call, "func", None)
            if isinstance(call, ast.Call) and isinstance(called, ast.Attribute) and called.attr == "__init__":
                value = self.evaluate(module, called.value, local_names(node))
                if value[0] == "c" and value[1] not in found:
                    found.append(value[1])
        return found

    def report(self):
        """All that was found, as one JSON value."""
        modules = {}
        for name, module in self.modules.items():
            names_only = module.is_names_only()
            flags = ("s" if module.has_source else "") + ("p" if module.is_package else "")
            flags += ("a" if "__all__" in module.bindings else "") + ("n" if names_only else "")
            members = {}
            if not names_only:
                for member in module.bindings:
                    members[member] = self.resolve(name, member) or OTHER
            star = []
            if module.all_parts is not None and not names_only:
                star = sorted(set(self.star(name)))
            modules[name] = {"flags": flags, "members": members, "star": star}
        if PYTHON2:
            modules["__builtin__"] = dict(modules["builtins"])
        for identity in list(self.functions):
            self.functions[identity]["result"] = self.result(identity)
        return {"version": ".".join(str(part) for part in sys.version_info[:3]), "modules": modules,
                "classes": self.classes, "functions": self.functions}


def class_id(module, name):
    return name if module == "builtins" else module + ":" + name


function_id = class_id


def member_id(owner, name):
    return ("builtins:" if ":" not in owner else "") + owner + "." + name


def string_of(node):
    text = getattr(node, "s", None) if type(node).__name__ == "Str" else getattr(node, "value", None)
    return text if isinstance(text, str) and type(node).__name__ in ("Str", "Constant") else None


def literal_class(node):
    """The class of a literal, a display or a comprehension."""
    kind = type(node).__name__
    if kind == "Constant":
        return type(node.value).__name__
    if kind in ("Num", "Str"):
        return type(node.n if kind == "Num" else node.s).__name__
    if kind == "Name" and PYTHON2 and node.id in ("None", "True", "False"):
        return "NoneType" if node.id == "None" else "bool"
    if kind == "Compare" and all(isinstance(operator, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for operator in node.ops):
        return "bool"
    if kind == "UnaryOp" and isinstance(node.op, ast.Not):
        return "bool"
    return {"List": "list", "ListComp": "list", "Dict": "dict", "DictComp": "dict", "Tuple": "tuple", "Set": "set",
            "SetComp": "set", "GeneratorExp": "generator", "JoinedStr": "str"}.get(kind)


def evident_test(test):
    """What a test gives on a Linux machine, or None when it is not evident."""
    text = ast.dump(test)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = evident_test(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        inner = [evident_test(value) for value in test.values]
        decides = isinstance(test.op, ast.Or)
        if decides in inner:
            return decides
        return None if None in inner else not decides
    if isinstance(test, ast.Name) and test.id in ("TYPE_CHECKING", "_mswindows", "MS_WINDOWS"):
        return False
    if not isinstance(test, (ast.Compare, ast.Call)):
        return None
    about_system = re.search("id='_?os'", text) and "attr='name'" in text
    if not (about_system or "attr='platform'" in text or "id='_names'" in text):
        return None
    is_linux = "'posix'" in text or "'linux" in text
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.NotEq, ast.NotIn)):
        return not is_linux
    return is_linux


def own_nodes(function):
    """The nodes of a function without those of functions and classes inside it."""
    pending = list(function.body) if isinstance(function.body, list) else [function.body]
    while pending:
        node = pending.pop()
        yield node
        if type(node).__name__ not in ("FunctionDef", "AsyncFunctionDef", "ClassDef", "Lambda", "GeneratorExp"):
            pending.extend(ast.iter_child_nodes(node))


def local_names(function):
    """Local names: the expression where a name is assigned once and plainly, else None."""
    found = {}
    for name in parameter_names(function.args):
        found[name] = None
    for node in own_nodes(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found[node.id] = None if node.id in found else False
        elif type(node).__name__ in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            found[node.name] = None
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = None
        elif isinstance(node, ast.ExceptHandler) and isinstance(node.name, str):
            found[node.name] = None
    for node in own_nodes(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            if found.get(node.targets[0].id) is False:
                found[node.targets[0].id] = node.value
    for name in found:
        if found[name] is False:
            found[name] = None
    return found


def falls_through(body):
    """Whether the end of a statement list may be reached, at the coarse."""
    last = body[-1]
    kind = type(last).__name__
    if kind in ("Return", "Raise"):
        return False
    if kind == "If":
        return not last.orelse or falls_through(last.body) or falls_through(last.orelse)
    if kind == "With":
        return falls_through(last.body)
    if kind == "While":
        is_endless = getattr(last.test, "value", getattr(last.test, "n", None)) in (1, True)
        return not is_endless or any(isinstance(node, ast.Break) for node in ast.walk(last))
    if kind in ("Try", "TryExcept", "TryFinally"):
        handlers = getattr(last, "handlers", [])
        if getattr(last, "finalbody", None) and not falls_through(last.finalbody):
            return False
        return falls_through(getattr(last, "orelse", None) or last.body) or any(
            falls_through(handler.body) for handler in handlers)
    return True


def decoration(node):
    """The kind of member that a decorated function makes, and flags; "o" where a decorator may give anything."""
    kind, flags = "m", ""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = getattr(called, "attr", getattr(called, "id", ""))
        if name == "abstractmethod":
            flags = "A"
        elif name in ("property", "abstractproperty", "setter", "getter", "deleter"):
            kind = "p"
        elif name in ("classmethod", "abstractclassmethod") and kind == "m":
            kind = "c"
        elif name in ("staticmethod", "abstractstaticmethod") and kind == "m":
            kind = "s"
        else:
            return "o", flags
    return kind, flags


def parameter_names(arguments):
    names = [argument_name(argument) for argument in getattr(arguments, "posonlyargs", []) + arguments.args]
    names += [argument_name(argument) for argument in getattr(arguments, "kwonlyargs", [])]
    return names + [argument_name(rest) for rest in (arguments.vararg, arguments.kwarg) if rest]


def argument_name(argument):
    if isinstance(argument, str):
        return argument
    return getattr(argument, "arg", None) or getattr(argument, "id", None) or ".0"


def function_facts(node):
    """Parameters and flags of a `def` or lambda."""
    arguments = node.args
    positional_only = [argument_name(argument) for argument in getattr(arguments, "posonlyargs", [])]
    positional = positional_only + [argument_name(argument) for argument in arguments.args]
    first_default = len(positional) - len(arguments.defaults)
    parts = []
    for index, name in enumerate(positional):
        parts.append(name + ("=" if index >= first_default else ""))
        if index + 1 == len(positional_only):
            parts.append("/")
    keyword_only = getattr(arguments, "kwonlyargs", [])
    if arguments.vararg:
        parts.append("*" + argument_name(arguments.vararg))
    elif keyword_only:
        parts.append("*")
    for argument, default in zip(keyword_only, getattr(arguments, "kw_defaults", [])):
        parts.append(argument_name(argument) + ("=" if default is not None else ""))
    if arguments.kwarg:
        parts.append("**" + argument_name(arguments.kwarg))
    return {"parameters": ",".join(parts), "flags": "" if isinstance(node, ast.Lambda) else function_flags(node),
            "inits": []}


def function_flags(node):
    flags = "a" if type(node).__name__ == "AsyncFunctionDef" else ""
    body = node.body
    if isinstance(body[0], ast.Expr) and string_of(body[0].value) is not None:
        body = body[1:]
    if all(isinstance(statement, ast.Pass) for statement in body):
        flags += "p"
    nodes = list(own_nodes(node))
    if any(type(found).__name__ in ("Yield", "YieldFrom") for found in nodes):
        flags += "g"
    if any(raises_not_implemented(found) for found in nodes):
        flags += "N" if len(body) == 1 and raises_not_implemented(body[0]) else "n"
    if not any(isinstance(found, ast.Return) for found in nodes) and not set("ag") & set(flags) and falls_off(node.body):
        flags += "r"
    for found in nodes:
        called = getattr(found, "func", None)
        if isinstance(found, ast.Call) and isinstance(called, ast.Attribute) and called.attr == node.name:
            if isinstance(called.value, ast.Call) and getattr(called.value.func, "id", "") == "super":
                return flags + "s"
    return flags


def falls_off(body):
    """Whether the end of a list of statements can be reached."""
    return all(may_end(statement) for statement in body)


def may_end(statement):
    if isinstance(statement, (ast.Raise, ast.Return)):
        return False
    if isinstance(statement, ast.If):
        return falls_off(statement.body) or falls_off(statement.orelse)
    if isinstance(statement, ast.While):
        is_endless = getattr(statement.test, "value", getattr(statement.test, "n", getattr(statement.test, "id", 0)))
        return is_endless not in (True, 1, "True") or any(isinstance(found, ast.Break) for found in ast.walk(statement))
    if type(statement).__name__ in ("With", "AsyncWith"):
        return falls_off(statement.body)
    if type(statement).__name__ in ("Try", "TryExcept", "TryFinally"):
        ends = falls_off(statement.body) and falls_off(getattr(statement, "orelse", []))
        ends = ends or any(falls_off(handler.body) for handler in getattr(statement, "handlers", []))
        return ends and falls_off(getattr(statement, "finalbody", []))
    return True


def raises_not_implemented(node):
    if not isinstance(node, ast.Raise):
        return False
    raised = getattr(node, "exc", None) or getattr(node, "type", None)
    raised = raised.func if isinstance(raised, ast.Call) else raised
    return getattr(raised, "id", "") in ("NotImplementedError", "NotImplemented")


def signature_of(value):
    """The parameters of a function in C in the notation of `function_facts`, or "?"."""
    if PYTHON2:
        return UNKNOWN
    if isinstance(value, classmethod):
        value = value.__func__
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (AttributeError, TypeError, ValueError):
        return UNKNOWN
    parts = []
    for index, found in enumerate(parameters):
        following = parameters[index + 1] if index + 1 < len(parameters) else None
        star = {found.VAR_POSITIONAL: "*", found.VAR_KEYWORD: "**"}.get(found.kind, "")
        if found.kind == found.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(star + found.name + ("=" if found.default is not found.empty else ""))
        if found.kind == found.POSITIONAL_ONLY and (following is None or following.kind != found.POSITIONAL_ONLY):
            parts.append("/")
    return ",".join(parts)


# ---- merging and writing ---------------------------------------------------------------------------------------------


class Merged(object):
    """The union of the reports, in which the first report that has an entry decides about it."""

    def __init__(self, reports):
        # (tag, report) in the order in which they decide: 3.8, 2.7, newer.
        self.reports = reports
        self.classes = {}
        self.modules = {}
        for tag, report in reports:
            for identity, facts in report["classes"].items():
                if identity not in self.classes:
                    self.classes[identity] = facts
                    facts["versions"] = ""
                self.classes[identity]["versions"] += tag
            for name, module in report["modules"].items():
                into = self.modules.setdefault(name, dict(module, versions="", members={}))
                if name != "builtins" or tag != "2":
                    into["versions"] += tag
                for member, value in module["members"].items():
                    entry = into["members"].setdefault(member, {"value": value, "versions": "", "report": report})
                    entry["versions"] += tag
        self.follow_aliases()
        self.kept = set()
        self.keep_all()

    def follow_aliases(self):
        """Replaces old classes by what their names mean now: `IOError` of Python 2 is `OSError`."""
        now = {}
        for identity in self.classes:
            module, name = self.home(identity)
            member = self.modules[module]["members"].get(name)
            if self.classes[identity]["versions"] == "2" and member is not None and member["value"][0] == "c":
                if member["value"][1] != identity:
                    now[identity] = member["value"][1]
        for identity in now:
            del self.classes[identity]
        for facts in self.classes.values():
            facts["bases"] = [now.get(base, base) for base in facts["bases"]]
            for entry in facts["members"].values():
                entry["inits"] = [now.get(called, called) for called in entry.get("inits") or []]
        for module in self.modules.values():
            for member in module["members"].values():
                value = member["value"]
                if value[0] in "ci" and value[1] in now:
                    member["value"] = (value[0], now[value[1]])

    def home(self, identity):
        module, _, name = identity.rpartition(":")
        return (module or "builtins", name)

    def is_defined_as_member(self, identity):
        module, name = self.home(identity)
        member = self.modules[module]["members"].get(name)
        return member is not None and tuple(member["value"]) == ("c", identity)

    def function(self, identity):
        """The facts of the function that an alias names, or None where the deciding version has no such function."""
        module, name = self.home(identity)
        owner, _, method = name.rpartition(".")
        if owner:
            facts = self.classes.get(class_id(module, owner), {"members": {}})["members"].get(method)
            return facts if facts is not None and facts["kind"] in "mcs" and "target" not in facts else None
        member = self.modules[module]["members"].get(name)
        if member is None or member["value"][0] != "f" or member["value"][1] != identity:
            return None
        return member["report"]["functions"][identity]

    def keep_all(self):
        """Keeps the private members that something public refers to; `kept` holds (module, name)."""
        pending = []
        for name, module in self.modules.items():
            for member in module["members"]:
                is_dunder = member.startswith("__") and member.endswith("__")
                if not member.startswith("_") or is_dunder or "s" not in module["flags"]:
                    pending.append((name, member))
        # Classes that no module names, but the interpreter has: `NoneType`, `generator`, ...
        pending.extend(self.home(identity) for identity in self.classes if ":" not in identity)
        while pending:
            key = pending.pop()
            if key in self.kept:
                continue
            self.kept.add(key)
            for identity in sorted(self.references(key)):
                module, name = self.home(identity)
                # `Outer.method` of a function, or `Outer.Inner` of a class.
                if identity not in self.classes and "." in name:
                    name = name.rpartition(".")[0]
                pending.append((module, name))

    def references(self, key):
        module, name = key
        found = set()
        member = self.modules[module]["members"].get(name)
        if member is not None and member["value"][0] in "cfbi":
            found.add(member["value"][1])
            if member["value"][0] == "f":
                facts = member["report"]["functions"].get(member["value"][1], {})
                found.update(facts.get("inits") or [])
                found.add(facts.get("result"))
        facts = self.classes.get(class_id(module, name))
        if facts is not None:
            found.update(facts["bases"])
            found.add(facts["metaclass"])
            for entry in facts["members"].values():
                found.update(entry.get("inits") or [])
                found.update((entry.get("result"), entry.get("target")))
        return found - {None, UNKNOWN}

    # -- lines --

    def lines(self):
        classes_of = {}
        for identity in self.classes:
            module, name = self.home(identity)
            if not self.is_defined_as_member(identity) and (module, name) in self.kept:
                classes_of.setdefault(module, []).append(name)
        for name in sorted(self.modules):
            module = self.modules[name]
            yield " ".join(["M", name, module["versions"]] + (["!" + module["flags"]] if module["flags"] else []))
            if module["star"]:
                yield "* " + " ".join(module["star"])
            if "n" in module["flags"]:
                continue
            for member in sorted(module["members"]):
                if (name, member) in self.kept:
                    for line in self.member_lines(name, member, module["members"][member], module["versions"]):
                        yield line
            for hidden in sorted(classes_of.get(name, [])):
                versions = self.classes[class_id(name, hidden)]["versions"]
                tag = "" if versions == module["versions"] else versions
                for line in self.class_lines("C" + tag, hidden, class_id(name, hidden)):
                    yield line
        yield "= os.path posixpath"

    def member_lines(self, module, name, entry, module_versions):
        value = entry["value"]
        kind = value[0]
        tag = "" if entry["versions"] == module_versions else entry["versions"]
        target = value[1] if len(value) > 1 else None
        if kind == "c" and target in self.classes:
            if target == class_id(module, name):
                return self.class_lines("c" + tag, name, target)
            return ["c%s %s =%s" % (tag, name, target)]
        if kind == "f" and target == function_id(module, name):
            return [self.function_line(kind + tag, name, entry["report"]["functions"][target])]
        if kind in "fb" and self.function(target) is not None:
            return ["%s%s %s =%s" % (kind, tag, name, target)]
        if kind == "m" and target in self.modules or kind == "i" and target in self.classes:
            return ["%s%s %s %s" % (kind, tag, name, target)]
        return ["o%s %s" % (tag, name)]

    def function_line(self, kind, name, facts):
        parts = [kind, name]
        if facts["parameters"]:
            parts.append(facts["parameters"])
        if facts["flags"]:
            parts.append("!" + facts["flags"])
        if facts.get("result") in self.classes:
            parts.append(">" + facts["result"])
        parts.extend("~" + called for called in facts.get("inits") or [] if called in self.classes)
        return " ".join(parts)

    def class_lines(self, kind, name, identity):
        facts = self.classes[identity]
        parts = [kind, name] + [base if base in self.classes else UNKNOWN for base in facts["bases"]]
        if facts["flags"]:
            parts.append("!" + facts["flags"])
        if facts["metaclass"]:
            parts.append("@" + (facts["metaclass"] if facts["metaclass"] in self.classes else UNKNOWN))
        yield " ".join(parts)
        own = member_id(identity, "")
        for member in sorted(facts["members"]):
            entry = facts["members"][member]
            target = entry.get("target")
            if entry["kind"] == "k":
                yield " o " + member
            elif target is not None:
                if self.function(target) is None:
                    yield " o " + member
                else:
                    shown = target[len(own):] if target.startswith(own) else target
                    yield " %s %s =%s" % (entry["kind"], member, shown)
            elif entry["kind"] in "mcs":
                yield self.function_line(" " + entry["kind"], member, entry)
            else:
                yield " %s %s" % (entry["kind"], member)


def ask_interpreter(python):
    flags = ["-E", "-s", "-B", "-W", "ignore"]
    output = subprocess.check_output([python] + flags + [os.path.abspath(__file__), "--worker"])
    return json.loads(output.decode("ascii"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--python3", help="interpreter that decides")
    parser.add_argument("--python2", help="interpreter that adds what Python 3 lost")
    parser.add_argument("--newer", help="interpreter that adds what Python 3 gained")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        library = Library()
        library.read_all()
        json.dump(library.report(), sys.stdout, sort_keys=True)
        return
    if not (options.python3 and options.python2 and options.newer):
        parser.error("--python3, --python2 and --newer are needed")
    pythons = [("3", options.python3), ("2", options.python2), ("+", options.newer)]
    reports = [(tag, ask_interpreter(python)) for tag, python in pythons]
    versions = ", ".join("%s = %s" % (tag, report["version"]) for tag, report in reports)
    print("# Python's standard library. Written by scripts/standard_library.py; do not edit.")
    print("# Versions: " + versions)
    for line in Merged(reports).lines():
        print(line)


if __name__ == "__main__":
    main()
