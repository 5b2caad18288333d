#!/usr/bin/python3
"""Makes the API's description in OpenAPI 3.1, and the types of its bodies for the pages, from api.json.

    write_openapi.py API_JSON --cpp OUTPUT | --typescript OUTPUT

An operation of api.json says what only it has: what every request with a token, a JSON body or neither is refused for, stands here.
A field of a body has a type, or a type and what it means: "integer", "number", "string", "boolean" or "object" (whose content is
described elsewhere), the name of words or of another body, with "[]" behind it for a list, "{}" for values by name and "|null" if
there may be none. A field with "?" is not always there. "..." names bodies of which one has all fields; "" says what it is.
"""
import argparse
import json
import re

PLAIN = ("integer", "number", "string", "boolean", "object")
WITHOUT_BODY = {"400": ["body_unwanted", "query_unknown"]}
JSON_BODY = {"400": ["body_bad", "body_missing", "field_unknown"], "413": ["body_too_large"], "415": ["type_wrong"]}
ARCHIVE_BODY = {"400": ["body_missing"], "415": ["type_wrong"]}
TOKEN = {"401": ["token_bad", "token_missing"], "429": ["rate_guesses"]}


def reference(name):
    return {"$ref": f"#/components/schemas/{name}"}


def schema_of_type(name):
    if name.endswith("|null"):
        schema = schema_of_type(name[:-5])
        return {**schema, "type": [schema["type"], "null"]} if "type" in schema else {"oneOf": [schema, {"type": "null"}]}
    if name.endswith("[]"):
        return {"type": "array", "items": schema_of_type(name[:-2])}
    if name.endswith("{}"):
        return {"type": "object", "additionalProperties": schema_of_type(name[:-2])}
    return {"type": name} if name in PLAIN else reference(name)


def own_fields(body):
    """(name, whether it is always there, type, what it means) of each field that a body has besides those of others."""
    for name, field in body.items():
        if name not in ("", "..."):
            kind, meaning = (field, None) if isinstance(field, str) else field
            yield name.rstrip("?"), not name.endswith("?"), kind, meaning


def fields_of(api, name):
    """The same of all its fields."""
    body = api["bodies"][name]
    others = {field[0]: field for other in body.get("...", "").split() for field in fields_of(api, other)}
    return list((others | {field[0]: field for field in own_fields(body)}).values())


def schema_of_body(api, body, is_sent):
    schema = {"description": api["bodies"][body][""]} if "" in api["bodies"][body] else {}
    schema |= {"type": "object", "required": [], "properties": {}}
    if is_sent:
        schema["additionalProperties"] = False
    for name, is_there, kind, meaning in fields_of(api, body):
        schema["properties"][name] = schema_of_type(kind) | ({"description": meaning} if meaning else {})
        if is_there:
            schema["required"].append(name)
    return schema


def content_of(kind):
    """Content of a media type, or as JSON of a body's name."""
    if kind.startswith("application/gzip"):
        return {kind: {"schema": {"type": "string", "format": "binary"}}}
    return {kind: {"schema": {"type": "string"}}} if "/" in kind else {"application/json": {"schema": schema_of_type(kind)}}


def parameters_of(api, path, operation):
    own = operation.get("parameters", {})
    for name in [f"path {part}" for part in re.findall(r"\{(\w+)\}", path)] + [name for name in own if not name.startswith("path ")]:
        where, plain = name.split(" ")
        yield {"name": plain, "in": where, "required": where == "path", **(own.get(name) or api["parameters"][name])}


def request_body_of(api, body):
    if body == "archive":
        return {"required": True, "description": "The archive itself: tar (also .gz, .zst) or zip.",
                "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
    return {"required": True, "content": {"application/json": {"schema": reference(body)}}}


def refusals_of(api, operation):
    """The codes by status."""
    body, token = operation.get("body"), operation.get("token", "optional")
    sources = [operation.get("refuses", {}), WITHOUT_BODY if body is None else ARCHIVE_BODY if body == "archive" else JSON_BODY]
    if body in api["bodies"] and any(is_there for _, is_there, _, _ in fields_of(api, body)):
        sources.append({"400": ["field_missing"]})
    if not token.startswith("optional"):
        sources += [TOKEN, {"403": ["role_missing" if token == "moderator" else "scope_missing"]}]
    return {status: sorted({code for source in sources for code in source.get(status, [])})
            for status in sorted({status for source in sources for status in source})}


def operation_of(api, path, operation):
    made = {"summary": operation["summary"]}
    if parameters := list(parameters_of(api, path, operation)):
        made["parameters"] = parameters
    if token := operation.get("token"):
        scope = token.removeprefix("optional").strip().replace("moderator", "admin")
        made["security"] = [{}] * token.startswith("optional") + [{"token": [scope] if scope else []}]
    if body := operation.get("body"):
        made["requestBody"] = request_body_of(api, body)
    made["responses"] = {}
    for status, (says, *kinds) in operation["answers"].items():
        made["responses"][status] = {"description": says}
        if kinds:
            made["responses"][status]["content"] = {kind: content for each in kinds for kind, content in content_of(each).items()}
    for status, codes in refusals_of(api, operation).items():
        made["responses"][status] = {"description": "Refused: " + ", ".join(f"`{code}`" for code in codes) + ".", "x-codes": codes,
                                     "content": {"application/problem+json": {"schema": reference("Problem")}}}
    return made


def openapi_of(api):
    document = {"openapi": "3.1.0",
                "info": {"title": "Tichu ladder", "version": "1", "license": {"name": "see LICENSE"},
                         "description": "Bots that play Tichu without end: see, submit, moderate. arena/service/api/API.md says more."},
                "servers": [{"url": "/"}], "paths": {}}
    for name, operation in api["operations"].items():
        method, path = name.split(" ")
        document["paths"].setdefault(path, {})[method.lower()] = operation_of(api, path, operation)
    sent = {operation.get("body") for operation in api["operations"].values()}
    words = {name: {"type": "string", "enum": all_words} for name, all_words in api["words"].items()}
    document["components"] = {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A token \"tch_…\". Its scopes: read, submit, play, admin."}},
        "schemas": words | {name: schema_of_body(api, name, name in sent) for name in api["bodies"]}}
    return document


def cpp_of(api):
    text = json.dumps(openapi_of(api), ensure_ascii=False, indent=1) + "\n"
    assert ')json"' not in text, "the document holds the end of its own literal"
    # A compiler need not take a literal of more than 65,536 bytes, so it is written in pieces.
    pieces = "\n".join(f'    R"json({text[i:i + 8000]})json"' for i in range(0, len(text), 8000))
    return f'#include "arena/service/api/openapi.h"\n\nnamespace tichu::arena {{\n\nconst std::string_view OpenApiDocument =\n{pieces};\n\n}}  // namespace tichu::arena\n'


def typescript_of(api):
    def type_of(kind):
        kind = re.sub(r"\b(integer|number)\b", "number", kind)
        kind = kind.replace("object", "unknown")
        return re.sub(r"^(\w+)\{\}", r"Record<string, \1>", kind)

    text = "// Made by arena/service/api/write_openapi.py from api.json: the bodies of the ladder's API.\n"
    for name, words in api["words"].items():
        text += f"export type {name} = {'|'.join(json.dumps(word) for word in words)};\n"
    for name, body in api["bodies"].items():
        text += f"/** {body['']} */\n" if "" in body else ""
        others = ", ".join(body.get("...", "").split())
        text += f"export interface {name}{' extends ' if others else ''}{others} {{\n"
        for field, is_there, kind, meaning in own_fields(body):
            text += f"  /** {meaning} */\n" if meaning else ""
            text += f"  {field}{'' if is_there else '?'}: {type_of(kind)};\n"
        text += "}\n"
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("api")
    parser.add_argument("--cpp")
    parser.add_argument("--typescript")
    arguments = parser.parse_args()
    with open(arguments.api, encoding="utf-8") as file:
        api = json.load(file)
    for path, text_of in ((arguments.cpp, cpp_of), (arguments.typescript, typescript_of)):
        if path:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text_of(api))


if __name__ == "__main__":
    main()
