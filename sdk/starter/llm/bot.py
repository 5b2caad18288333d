#!/usr/bin/python3
"""Lets a language model decide, by any server that speaks the common chat-completion JSON. model.toml names it.

Each decision is one conversation: prompts/rules.txt and prompts/system.txt, then the question as text (question_text.py). An answer
that cannot be read, was cut off or is not legal is answered with the reason, as often as `retries` says. With no try left the last
answer is given as it is, which is a fault, unless `substitute` says otherwise.
"""
import json
import os
import sys
import time
import tomllib
import urllib.error
import urllib.request

import question_text

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


class Unusable(Exception):
    """An answer of the model that is not an answer of the game. `kind`: "unreadable", "truncated" or "illegal"."""

    def __init__(self, kind, why):
        super().__init__(why)
        self.kind = kind


class Model:
    def __init__(self, settings):
        self.settings = settings
        self.counts = {name: 0 for name in ("decisions", "requests", "unreadable", "truncated", "illegal", "substituted",
                                            "prompt_tokens", "completion_tokens")}
        self.seconds = 0.0
        self.system = read("prompts/rules.txt") + "\n" + read("prompts/system.txt")
        key = settings.get("key_file")
        self.key = read(key).strip() if key else ""

    def ask(self, messages, until):
        """The model's text, and why it ended. Waits for a server that is busy or gone, until the time is over."""
        body = {"model": self.settings["model"], "messages": messages, "max_tokens": self.settings["max_tokens"],
                "temperature": self.settings["temperature"]}
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        request = urllib.request.Request(self.settings["url"].rstrip("/") + "/chat/completions", json.dumps(body).encode(), headers)
        while True:
            began = time.monotonic()
            try:
                with urllib.request.urlopen(request, timeout=max(0.1, until - began)) as response:
                    told = json.load(response)
                break
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    said = " ".join(error.read(500).decode(errors="replace").split())
                    raise ConnectionError(f"{self.settings['url']} answered {error.code}: {said}") from None
                why = f"it answered {error.code}"
            except (OSError, ValueError) as error:
                why = str(error)
            if time.monotonic() + 1 > until:
                raise ConnectionError(f"no answer of {self.settings['url']} in time: {why}")
            time.sleep(1)
        if not isinstance(told, dict) or not told.get("choices"):
            raise ConnectionError(f"{self.settings['url']} gave no answer of a model: {json.dumps(told)[:500]}")
        self.counts["requests"] += 1
        self.seconds += time.monotonic() - began
        for name in ("prompt_tokens", "completion_tokens"):
            self.counts[name] += (told.get("usage") or {}).get(name) or 0
        choice = told["choices"][0]
        return choice["message"].get("content") or "", choice.get("finish_reason")

    def decide(self, question):
        """The answer to a question, and what people should know of it."""
        self.counts["decisions"] += 1
        until = time.monotonic() + question["deadline_ms"] / 1000 - 0.3
        messages = [{"role": "system", "content": self.system},
                    {"role": "user", "content": question_text.text_of(question, self.settings["list_legal_plays"])}]
        answer, faults = {}, []
        for attempt in range(1 + self.settings["retries"]):
            text, ended = self.ask(messages, until)
            messages.append({"role": "assistant", "content": text})
            try:
                answer = question_text.answer_of(text, ended == "length", Unusable)
                question_text.check(question, answer, Unusable)
                break
            except Unusable as unusable:
                self.counts[unusable.kind] += 1
                faults.append(unusable.kind)
                messages.append({"role": "user", "content": f"That cannot be taken: {unusable} Answer again, in JSON alone."})
        else:
            if self.settings["substitute"]:
                self.counts["substituted"] += 1
                answer = question_text.lowest(question)
            else:
                self.write_counts()  # now, since this instance may be killed for its answer
        self.keep(question, messages, answer, faults)
        note = messages[-1 - (messages[-1]["role"] == "user")]["content"]
        return answer, f"{note[:1500]}{' [' + ', '.join(faults) + ']' if faults else ''}"

    def keep(self, question, messages, answer, faults):
        if not self.settings["transcript"]:
            return
        with open(os.path.join(HERE, self.settings["transcript"]), "a", encoding="utf-8") as file:
            json.dump({"ask": question["ask"], "round": question["round"], "messages": messages[1:], "answer": answer, "faults": faults}, file)
            file.write("\n")

    def write_counts(self):
        """Adds a line about all that came after the one before it."""
        with open(os.path.join(HERE, "counts.txt"), "a", encoding="utf-8") as file:
            file.write(self.summary() + "\n")
        self.counts = dict.fromkeys(self.counts, 0)
        self.seconds = 0.0

    def summary(self):
        prices = self.settings["price_per_million"]
        cost = (self.counts["prompt_tokens"] * prices[0] + self.counts["completion_tokens"] * prices[1]) / 1e6
        return ", ".join(f"{name} {count}" for name, count in self.counts.items()) + f", seconds {self.seconds:.1f}, cost {cost:.4f}"


def with_options(settings, options):
    """The settings with the bot's options, which are texts, in place of those with the same names."""
    for name, text in options.items():
        if name not in settings and name != "key_file":
            raise ValueError(f"there is no option {name}; model.toml has all")
        kind = type(settings.get(name, ""))
        try:
            settings[name] = text if kind is str else json.loads(text) if kind in (list, bool) else kind(text)
        except ValueError:
            raise ValueError(f"option {name}: {text} is no {kind.__name__}") from None
    return settings


def main():
    settings = tomllib.loads(read("model.toml"))
    model = None
    for message in map(json.loads, sys.stdin):
        if "hello" in message:
            print(json.dumps({"hello": {"name": "starter", "wants_legal_plays": True}}), flush=True)
        elif "ask" in message:
            model = model or Model(with_options(settings, message.get("new_bot", {}).get("options", {})))
            answer, note = model.decide(message)
            print(json.dumps({"id": message["id"], **answer, "remark": {"note": note}}), flush=True)
        else:
            break
    if model and model.counts["decisions"]:
        model.write_counts()


if __name__ == "__main__":
    main()
