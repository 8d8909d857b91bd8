"""What the sources of the rules and the table can say: codes and facts found in the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

from cardslinger import rules, table

TREES = [
    ast.parse(file.read_text())
    for room in (rules, table)
    for file in sorted(Path(room.__file__).parent.glob("*.py"))
]


def codes(prefix: str) -> set[str]:
    """All string constants that are codes of this prefix."""
    return {
        node.value
        for tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith(prefix)
        and node.value.removeprefix(prefix).isidentifier()
    }


def refusals() -> list[tuple[str, frozenset[str]]]:
    """Every `Refusal(code, facts)`: the code and the names of its facts."""
    found = set()
    for tree in TREES:
        for function in _functions(tree):
            facts_of = _dicts(function)
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and _name(call.func) == "Refusal":
                    code, *facts = call.args
                    names = _keys(facts[0], facts_of) if facts else frozenset()
                    found.add((ast.literal_eval(code), names))
    return sorted(found, key=str)


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _dicts(function: ast.FunctionDef) -> dict[str, ast.Dict]:
    """Dicts that the function gives a name."""
    named = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            named[_name(node.target)] = node.value
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            named[_name(node.targets[0])] = node.value
    return named


def _keys(facts: ast.expr, named: dict[str, ast.Dict]) -> frozenset[str]:
    written = facts if isinstance(facts, ast.Dict) else named[_name(facts)]
    return frozenset(ast.literal_eval(key) for key in written.keys if key is not None)
