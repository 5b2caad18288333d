"""Walks every path, method and refusal that /openapi.json describes against a server, and counts what is not as described.

    faults = walk(port, tokens, names)

`tokens` has author, reader (of the same account, with the scope read alone), player (with play alone) and admin;
`names` what stands in paths for {bot}, {number} and so on, where everything exists.
"""
import http.client
import json
import os
import re

import jsonschema

# How long a test waits for what must come; tests/under_load.sh names more.
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
UNKNOWN = {"bot": "nobody-of-this-name", "number": "9999", "board": "999999999", "first": "nobody-of-this-name", "second": "nobody-of-this-name",
           "document": "nothing", "language": "cobol", "token": "0000", "request": "999999", "hook": "999999", "account": "nobody-of-this-name", "tag": "no-such-tag",
           "remote": "nobody-of-this-name", "remote_board": "9-9", "day": "2000-01-01", "day_board": "0" * 16, "request_board": "999999999", "card": "999999"}
# What a request's body holds where it is right; %d makes it new each time.
BODIES = {"/api/v1/accounts": {"name": "walker-%d"}, "/api/v1/tokens": {"scopes": ["read"], "days": 1}, "/api/v1/invitations": {"days": 1},
          "/api/v1/matches": {"first": "%(first)s", "second": "%(second)s", "boards": 1},
          "/api/v1/tests": {"candidate": "%(first)s", "base": "%(second)s", "boards": 100},
          "/api/v1/benchmarks": {"version": "%(first)s"},
          "/api/v1/people": {"partner": "lowest", "opponents": "lowest"}, "/api/v1/people/day": {"guest": "0" * 32, "keep": True}, "/api/v1/hooks": {"url": "https://example.com/hook"}, "/api/v1/remote": {"bot": "%(remote)s", "words": "walk"}, "/api/v1/accounts/{account}/role": {"role": "author", "reason": "walk"},
          "/api/v1/bots/{bot}/rename": {"name": "renamed-%d", "reason": "walk"}}
WRONG_FIELDS = {"/api/v1/tokens": {"scopes": ["everything"]}, "/api/v1/invitations": {"days": 0}, "/api/v1/matches": {"boards": 0},
                "/api/v1/tests": {"points1": "many"}, "/api/v1/benchmarks": {"private": "x"}, "/api/v1/people": {"boards": 9}, "/api/v1/people/day": {"keep": False}, "/api/v1/hooks": {"url": 5}, "/api/v1/remote": {"words": 5}, "/api/v1/accounts/{account}/role": {"role": "king"}}
# What is done once besides looking: it harms nobody, and in this order leaves everything as it was.
HARMLESS = ("/api/v1/tokens", "/api/v1/invitations", "/api/v1/matches", "/api/v1/tests", "/api/v1/benchmarks", "/api/v1/hooks",
            "/api/v1/bots/{bot}/versions/{number}/pause", "/api/v1/bots/{bot}/versions/{number}/resume",
            "/api/v1/bots/{bot}/versions/{number}/people", "/api/v1/remote", "/api/v1/remote/{remote}/pause", "/api/v1/remote/{remote}/resume")
WRONG_QUERIES = {"most": "0", "after": "x", "margin": "-1", "fault": "x", "outcome": "x", "with": "x", "part": "x", "name": "X", "form": "x", "keep": "maybe"}


def closed(schema):
    """The same schema, by which an object has no fields but those that are described."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part) for key, part in schema.items()}
    return {"additionalProperties": False, **parts} if "properties" in parts else parts


class Walker:
    def __init__(self, port, tokens, names):
        self.components = {}
        self.port, self.tokens, self.names = port, tokens, names
        self.count, self.asked, self.faults = 0, 0, []

    def send(self, method, target, token=None, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = "Bearer " + token
        try:
            connection.request(method, target, body=body, headers=sent)
            answer = connection.getresponse()
            text = b"" if answer.getheader("Content-Type") == "text/event-stream" else answer.read()
            return answer, text
        finally:
            connection.close()
            self.asked += 1

    def fill(self, path, unknown=False):
        names = UNKNOWN if unknown else self.names
        return re.sub(r"\{(\w+)\}", lambda found: str(names[found.group(1)]), path)

    def token_for(self, operation):
        if "security" not in operation or {} in operation["security"]:
            return None
        codes = {code for response in operation["responses"].values() for code in response.get("x-codes", [])}
        return self.tokens["admin" if "role_missing" in codes else "author"]  # who may do all that a moderator may

    def right_body(self, path, operation):
        if "requestBody" not in operation:
            return None, {}
        if "application/json" not in operation["requestBody"]["content"]:
            return b"no archive", {"Content-Type": "application/octet-stream"}
        self.count += 1
        text = json.dumps(BODIES.get(path, {"reason": "walk"})).replace("%d", str(self.count))
        for name, value in self.names.items():
            text = text.replace(f"%({name})s", str(value))
        return text.encode(), {"Content-Type": "application/json"}

    def expect(self, what, operation, answer, text, status=None, code=None):
        described = operation["responses"].get(str(answer.status))
        if described is None:
            self.faults.append(f"{what}: answered {answer.status}, which is not described: {text[:200]!r}")
            return
        if status is not None and answer.status != int(status):
            self.faults.append(f"{what}: answered {answer.status} instead of {status}: {text[:300]!r}")
        if code is not None:
            self.expect_problem(what, answer, text, code)
        elif "content" in described:
            kind = next(iter(described["content"]))
            if answer.getheader("Content-Type") != kind:
                self.faults.append(f"{what}: is {answer.getheader('Content-Type')} instead of {kind}")
            elif kind == "application/json" and text:
                self.expect_body(what, described["content"][kind]["schema"], json.loads(text))

    def expect_body(self, what, schema, body):
        validator = jsonschema.Draft202012Validator({**closed(schema), "components": self.components})
        self.faults += [f"{what}: {error.json_path} is not as described: {error.message[:300]}" for error in validator.iter_errors(body)]

    def expect_problem(self, what, answer, text, code):
        try:
            problem = json.loads(text)
        except ValueError:
            self.faults.append(f"{what}: is no JSON: {text[:200]!r}")
            return
        if problem.get("code") != code:
            self.faults.append(f"{what}: has the code {problem.get('code')} instead of {code}")
        missing = {"type", "title", "status", "code", "detail", "help"} - set(problem)
        if missing or problem.get("status") != answer.status or answer.getheader("Content-Type") != "application/problem+json":
            self.faults.append(f"{what}: is no problem as RFC 9457 has it: {problem}")
        if answer.status == 401 and "Bearer" not in answer.getheader("WWW-Authenticate", ""):
            self.faults.append(f"{what}: 401 without WWW-Authenticate")
        if "retry_after" in problem and answer.getheader("Retry-After") != str(problem["retry_after"]):
            self.faults.append(f"{what}: Retry-After differs")

    def provoke(self, path, method, operation, code):
        """A request that is refused with this code, as (target, token, body, headers); None: it needs more than one."""
        target, token = self.fill(path), self.token_for(operation)
        body, headers = self.right_body(path, operation)
        queries = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
        if "tag" in queries and code in ("tag_bad", "token_missing", "scope_missing"):
            return f"{target}?tag={'No_Tag' if code == 'tag_bad' else 'walk'}", {"tag_bad": self.tokens["author"], "scope_missing": self.tokens["player"]}.get(code), body, headers
        simple = {
            "query_unknown": (target + "?zzz=1", token, body, headers),
            "body_unwanted": (target, token, b"{}", {"Content-Type": "application/json"}),
            "body_missing": (target, token, None, {}),
            "body_bad": (target, token, b"{", headers),
            "body_too_large": (target, token, b" " * 70_000, headers),
            "type_wrong": (target, token, body, {"Content-Type": "multipart/form-data; boundary=x"}),
            "field_unknown": (target, token, (body or b"")[:-1] + b', "zzz": 1}', headers),
            "field_missing": (target, token, b"{}", headers),
            "field_bad": (target, token, json.dumps({**json.loads(body or b"{}"), **WRONG_FIELDS[path]}).encode(), headers)
            if path in WRONG_FIELDS else None,
            "token_missing": (target, None, body, headers),
            "token_bad": (target, "tch_0_" + "0" * 64, body, headers),
            "role_missing": (target, self.tokens["author"], body, headers),
            "scope_missing": (target, self.tokens["player" if operation.get("security", [{}])[0].get("token") == ["read"] else "reader"], body, headers),
            "digest_bad": (target, token, body, {**headers, "Content-Digest": "sha-256=:x:"}),
            "hook_address_closed": (target, token, b'{"url": "https://[::ffff:127.0.0.1]/"}', headers),
            "tag_bad": (self.fill(path.replace("{tag}", "No_Tag")), token, body, headers),
            "words_bad": (target, token, (body or b"").replace(b"walk", b"two\\nlines"), headers),
            "key_bad": (target, token, body, {**headers, "Idempotency-Key": "k" * 129}),
        }
        if code == "query_bad":
            name = next(name for name in WRONG_QUERIES if name in queries)
            return f"{target}?{name}={WRONG_QUERIES[name]}", token, body, headers
        if code == "not_found" or code.endswith("_unknown") and code not in simple:
            return self.missing(path, code), token, body, headers
        return simple.get(code)

    def missing(self, path, code):
        if code == "bot_unknown":
            if "{bot}" in path or "{second}" in path or "{remote}" in path:
                return self.fill(path, unknown=True)
            return self.fill(path) + "?bot=" + UNKNOWN["bot"]
        if code == "version_unknown" and "{second}" in path:
            return self.fill(path, unknown=True)
        if code == "version_unknown":
            return self.fill(path.replace("{number}", UNKNOWN["number"]))
        if code == "board_unknown" and "{remote_board}" in path:
            return self.fill(path.replace("{remote_board}", UNKNOWN["remote_board"]))
        if code == "board_unknown" and "{day_board}" in path:
            return self.fill(path.replace("{day_board}", UNKNOWN["day_board"]))
        if code == "not_found" and "{remote_board}" in path:
            return self.fill(path.replace("{remote_board}", "none"))
        if code == "not_found" and "{request_board}" in path:
            return self.fill(path.replace("{request_board}", UNKNOWN["request_board"]))
        if code == "not_found" and ("{card}" in path or path.endswith("{request}/boards")):
            return self.fill(re.sub(r"\{(card|request)\}", "none", path))
        if code == "not_found" and "{number}" in path:
            return self.fill(path.replace("{number}", "none"))
        if "{first}" in path:
            return self.fill(path.replace("{first}", "Not%20A%20Name"))
        return self.fill(path, unknown=True)

    def walk_operation(self, path, method, operation):
        name = f"{method.upper()} {path}"
        for status, response in operation["responses"].items():
            for code in response.get("x-codes", []):
                if code == "rate_guesses":
                    self.exhaust(path, method, operation)
                    continue
                request = self.provoke(path, method, operation, code)
                if request is None:
                    continue
                answer, text = self.send(method.upper(), *request)
                if code == "token_bad" and answer.status == 429:
                    continue  # too many have come by now, which has a code of its own
                self.expect(f"{name} ({code})", operation, answer, text, status, code)

    def exhaust(self, path, method, operation):
        """Sends wrong tokens until no more are looked at."""
        request = self.provoke(path, method, operation, "token_bad")
        for _ in range(100):
            answer, text = self.send(method.upper(), *request)
            if answer.status == 429:
                break
        self.expect(f"{method.upper()} {path} (rate_guesses)", operation, answer, text, 429, "rate_guesses")

    def succeed(self, path, method, operation):
        body, headers = self.right_body(path, operation)
        answer, text = self.send(method.upper(), self.fill(path), self.token_for(operation), body, headers)
        self.expect(f"{method.upper()} {path}", operation, answer, text)
        if method == "get":
            head, nothing = self.send("HEAD", self.fill(path), self.token_for(operation))
            if head.status != answer.status or nothing:
                self.faults.append(f"HEAD {path}: answered {head.status} instead of {answer.status}")


def walk(port, tokens, names):
    """All sentences about what is not as described, and how many requests were sent."""
    walker = Walker(port, tokens, names)
    document = json.loads(walker.send("GET", "/openapi.json")[1])
    walker.components = closed(document["components"])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            walker.walk_operation(path, method, operation)
    for path, operations in document["paths"].items():
        answer, _ = walker.send("OPTIONS", walker.fill(path))
        allowed = set(answer.getheader("Allow", "").split(", "))
        wanted = {method.upper() for method in operations} | ({"HEAD"} if "get" in operations else set()) | {"OPTIONS"}
        if answer.status != 204 or allowed != wanted:
            walker.faults.append(f"OPTIONS {path}: {answer.status}, Allow {sorted(allowed)} instead of {sorted(wanted)}")
        for method, operation in operations.items():
            if method == "get" or method == "post" and path in HARMLESS:
                walker.succeed(path, method, operation)
    return walker.faults, walker.asked
