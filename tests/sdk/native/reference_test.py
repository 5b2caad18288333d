"""What the module tells of itself: type stubs in step with it, words for every public name, shapes and types of arrays."""
import ast
import importlib
import inspect
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

import numpy as np

import tichu
from tichu import VecEnv, _core, engine

MODULES = ("arena", "bot", "bots", "cards", "dataset", "engine", "evaluation", "game_state", "gym", "observation", "pettingzoo",
           "playing", "spaces", "vec_env")


class Stubs(unittest.TestCase):
    def nodes(self):
        with open(pathlib.Path(tichu.__file__).parent / "_core.pyi", encoding="utf-8") as file:
            return ast.parse(file.read()).body

    def test_TheStubsNameWhatTheModuleHas(self):
        nodes = self.nodes()
        stubs = {node.name: {item.name for item in getattr(node, "body", []) if isinstance(item, ast.FunctionDef)}
                 for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        stubs.update({node.target.id: set() for node in nodes if isinstance(node, ast.AnnAssign)})
        public = {name for name in dir(_core) if not name.startswith("_")}
        self.assertEqual(public, set(stubs))
        for name in public:
            kind = getattr(_core, name)
            if isinstance(kind, type):
                own = {member for member in vars(kind) if not member.startswith("_")}
                self.assertEqual(own, {member for member in stubs[name] if not member.startswith("_")}, name)
                self.assertTrue(kind.__doc__)

    def test_TheStubsHaveTheParametersOfTheModule(self):
        compared = 0
        for node in self.nodes():
            owner = getattr(_core, getattr(node, "name", ""), None)
            for function in node.body if isinstance(node, ast.ClassDef) else [node]:
                if not isinstance(function, ast.FunctionDef) or function.name in ("__eq__", "__hash__", "__len__", "__bool__"):
                    continue
                member = inspect.getattr_static(owner, function.name) if isinstance(node, ast.ClassDef) else owner
                if isinstance(member, property):
                    self.assertEqual([ast.unparse(item) for item in function.decorator_list], ["property"], function.name)
                    continue
                signature = (getattr(owner, function.name) if isinstance(node, ast.ClassDef) else owner).__doc__.split("\n")[0]
                inside = signature[signature.index("(") + 1 :]
                names = re.findall(r"(?:^|[(,] )(\w+)(?=[:,)=])", inside)
                wanted = [item.arg for item in function.args.args + function.args.kwonlyargs]
                self.assertEqual([name for name in names if name != "self"], [name for name in wanted if name != "self"],
                                 f"{owner.__name__}.{function.name}: {signature}")
                compared += 1
        self.assertGreater(compared, 50)

    def test_TheStubsOfThePackageNameWhatItLoadsLater(self):
        with open(pathlib.Path(tichu.__file__).parent / "__init__.pyi", encoding="utf-8") as file:
            imports = [node for node in ast.parse(file.read()).body if isinstance(node, ast.ImportFrom)]
        names = {item.asname for node in imports for item in node.names}
        self.assertEqual(names, set(tichu.__all__) | set(tichu._LATER))


def words_of(owner, name):
    """What is said of a member, without the signature that pybind11 puts before."""
    member = inspect.getattr_static(owner, name)
    if isinstance(member, property):
        return member.__doc__ or ""
    told = getattr(owner, name).__doc__ or ""
    return told.partition("\n")[2].strip() if re.match(rf"{name}\(", told) else told


class Words(unittest.TestCase):
    def test_EveryPublicNameOfTheCompiledModuleIsDescribed(self):
        for name in dir(_core):
            value = getattr(_core, name)
            if name.startswith("_") or not callable(value):
                continue
            if not isinstance(value, type):
                self.assertTrue(words_of(_core, name), name)
                continue
            self.assertTrue(value.__doc__, name)
            for member in vars(value):
                if not member.startswith("_"):
                    self.assertTrue(words_of(value, member), f"{name}.{member}")

    def test_EveryPublicNameInPythonIsDescribed(self):
        for module in (importlib.import_module(f"tichu.{name}") for name in MODULES):
            self.assertTrue(module.__doc__, module.__name__)
            for name, value in vars(module).items():
                if name.startswith("_") or getattr(value, "__module__", None) != module.__name__ or not callable(value):
                    continue
                self.assertTrue(inspect.getdoc(value), f"{module.__name__}.{name}")
                for member, item in vars(value).items() if isinstance(value, type) else ():
                    if not member.startswith("_") and (inspect.isfunction(item) or isinstance(item, (property, staticmethod))):
                        self.assertTrue(words_of(value, member), f"{module.__name__}.{name}.{member}")

    def test_ArraysHaveTheTypeAndShapeThatIsToldOfThem(self):
        for layout in ("compact-v1", "full-v1"):
            env = VecEnv(3, obs=layout, legal=("mask", "features"))
            for name in ("observations", "mask", "legal_offsets", "legal_ids", "features", "rewards", "ends", "round_ends", "seats",
                         "asks", "episodes"):
                told = re.match(r"(\w+) \(([^)]*)\): ", words_of(VecEnv, name))
                self.assertTrue(told, name)
                array = getattr(env, name)
                self.assertEqual(array.dtype, np.dtype(told[1]), name)
                sizes = [{eval(size, {"n": 3}) for size in part.split(" or ")} for part in told[2].split(",")]
                self.assertEqual(len(sizes), array.ndim, name)
                self.assertTrue(all(size in allowed for size, allowed in zip(array.shape, sizes)), (name, array.shape))

    def test_EveryFieldOfALayoutSaysWhatItsBytesMean(self):
        for layout in ("compact-v1", "full-v1", "state-v1", "action-v1"):
            for name, _, size, meaning in engine.layout(layout):
                self.assertGreater(len(meaning), 10, (layout, name))
                self.assertGreater(size, 0)


if __name__ == "__main__":
    cases.main()
