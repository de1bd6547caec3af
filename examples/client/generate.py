"""Write `truco_client.py` from the API's document.

Run it with the address of the document of a site:

    python examples/client/generate.py https://club.example/api/v1/openapi.json
"""

import json
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE / "truco_client.py"
TYPES = {
    "integer": "int",
    "number": "float",
    "string": "str",
    "boolean": "bool",
    "array": "list[Any]",
    "object": "dict[str, Any]",
}
PAGING = {"from", "to", "limit"}
WIDTH = 100


def client(document: Mapping[str, Any]) -> str:
    """Return the source of the client for a document."""
    head = (HERE / "head.py.txt").read_text(encoding="utf-8")
    methods = [
        _method(document, path, verb, operation)
        for path, operations in document["paths"].items()
        for verb, operation in operations.items()
    ]
    return head + "\n" + "\n".join(methods)


def _method(document: Mapping[str, Any], path: str, verb: str, operation: Mapping[str, Any]) -> str:
    asked = operation["parameters"]
    in_path = [each["name"] for each in asked if each["in"] == "path"]
    types = {each["name"]: _type(each["schema"]) for each in asked}
    is_list = _is_list(operation)
    query = [
        each["name"]
        for each in asked
        if each["in"] == "query" and not (is_list and each["name"] in PAGING)
    ]
    body = list(_body(document, operation))
    given = ["self", *(f"{name}: {types[name]}" for name in in_path)]
    named = [f"{name}: {_or_none(types[name])} = None" for name in query]
    named += [f"{name}: {kind}" for name, kind, is_needed in body if is_needed]
    named += [f"{name}: {_or_none(kind)} = None" for name, kind, is_needed in body if not is_needed]
    if verb != "get":
        named.append("key: str | None = None")
    if named:
        given += ["*", *named]
    sent = [repr(verb.upper()), ("f" if in_path else "") + repr(path).replace("'", '"')]
    if query:
        sent.append("{" + ", ".join(f'"{name}": {name}' for name in query) + "}")
    if body:
        fields = [f'"{name}": {name}' for name, *_rest in body]
        sent.append("\n".join(_wrapped(" " * 12 + "body={", fields, "}")).lstrip())
    if verb != "get":
        sent.append("key=key")
    call = "self.items" if is_list else "self.call"
    sent = sent[1:] if is_list else sent
    result = "Iterator[dict[str, Any]]" if is_list else "Any"
    lines = [
        *_wrapped(f"    def {operation['operationId']}(", given, f") -> {result}:"),
        f'        """{_first_line(operation)}"""',
        *_wrapped(f"        return {call}(", [each.replace("'", '"') for each in sent], ")"),
        "",
    ]
    return "\n".join(lines)


def _wrapped(start: str, parts: list[str], end: str) -> list[str]:
    """Return a call in one line, or with each part in a line of its own."""
    line = start + ", ".join(parts) + end
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(start) - len(start.lstrip()))
    return [start, *(f"{indent}    {part}," for part in parts), indent + end]


def _first_line(operation: Mapping[str, Any]) -> str:
    return str(operation["description"]).strip().splitlines()[0]


def _is_list(operation: Mapping[str, Any]) -> bool:
    names = {each["name"] for each in operation["parameters"] if each["in"] == "query"}
    return names >= PAGING


def _body(
    document: Mapping[str, Any], operation: Mapping[str, Any]
) -> Iterator[tuple[str, str, bool]]:
    """Yield name, type and necessity of each field of a request."""
    if "requestBody" not in operation:
        return
    shape = operation["requestBody"]["content"]["application/json"]["schema"]
    if "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    needed = shape.get("required", ())
    for name, schema in shape["properties"].items():
        yield name, _type(schema), name in needed


def _type(schema: Mapping[str, Any]) -> str:
    kinds = [each.get("type") for each in schema.get("anyOf", [schema])]
    found = [TYPES[kind] for kind in kinds if kind in TYPES]
    return found[0] if found else "Any"


def _or_none(kind: str) -> str:
    return kind if kind == "Any" else f"{kind} | None"


def main() -> None:
    with urllib.request.urlopen(sys.argv[1]) as answer:
        TARGET.write_text(client(json.load(answer)), encoding="utf-8")


if __name__ == "__main__":
    main()
