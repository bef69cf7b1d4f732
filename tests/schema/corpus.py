# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Fleet files good and bad, made from the schema, which is made from the parser's and the parameters' tables.

Every key of every object, every parameter and every alias is given values that it takes and some that it does not.
What grows in the tables grows here by itself.
"""
import copy

BASE = {
    "$schema": "fleet.schema.json", "version": 1, "fleet": "demo",
    "inventory": [{"hosts": "n[1-8]", "labels": {"rack": "r1"}}],
    "roles": {"r": {"netdev": "*"}},
    "profiles": {"p": {"set": {"roce_accl.roce_adp_retrans_en": True}}},
    "assign": [{"id": "all", "hosts": "n[1-8]", "profile": "p"}],
    "prometheus": {"url": "http://127.0.0.1:9090"},
    "transport": {"kind": "sim", "cards": [{"type": "cx7", "count": 2}]},
}

# Keys that must be there beside another one, or (None) beside any: what goes together is not in the schema.
EXEC = {"exec": ["./x"]}
COUNTER = {"counter": "local_ack_timeout_err", "max": 1, "per": "second"}
BESIDE = {
    ("inventory", 0): {"exec": {}, "max_age": EXEC, None: {"hosts": "n[1-8]"}},
    ("exclude", 0): {"exec": {}, "max_age": EXEC, "max": EXEC, None: {"hosts": "n1"}},
    ("roles", "p"): {None: {"netdev": "*"}},
    ("gates", "p"): {"promql": {"max": 1}, "exec": {}, "timeout": EXEC, "watch": dict(COUNTER, on="untouched"),
                     None: COUNTER},
}

ANY = [None, True, 0, -1, 1.5, "", "x", [], {}, [[]], {"x": 1}]
TEXTS = ["a", "a b", "a\u00e9", "*", "\t"]
NAMES = ["a", "a.b_c-9", "9", "", "rest", ".a", "-a", "a b", "a/b", "\u00e9", "x" * 32, "x" * 33]
URLS = ["http://h", "https://h:9090/p?q=1", "http://", "ftp://h", "h:9090", "http://a b", "http://\u00e9", "HTTP://h"]
SIZES = ["5 TB", "1B", "500 kB", "1000 PB", "1001 PB", "0 GB", "5", "TB", "5 tb", "5 TiB", "5.5 TB", "-1 TB", "1234567890123 B"]
DATES = ["2099-12-31", "2099-12-31T18:00Z", "2099-12-31T18:00:59Z", "2096-02-29", "2099-02-29", "2099-13-01", "2099-12-32",
         "2099-12-31T24:00Z", "2099-12-31T18:00", "2099-1-1", "31.12.2099", "2099-12-31 18:00Z", "9999-12-31", "1969-12-31"]
SPEEDS = [{"by_speed": speeds} for speeds in ({"400G": 1}, {"400G": 1, "100G": 0}, {"25G": True}, {"99999G": "1"}, {}, [], 5,
                                              {"0G": 1}, {"400": 1}, {"0400G": 1}, {"1.6T": 1}, {"123456G": 1},
                                              {"400G": "leave"}, {"400G": None}, {"400G": {"by_speed": {"1G": 1}}})]
SPEEDS += [{"by_speed": {"400G": 1}, "x": 1}, {"by_speed": {"%dG" % n: 1 for n in range(1, 17)}},
           {"by_speed": {"%dG" % n: 1 for n in range(1, 18)}}]
DURATIONS = ["1ms", "60s", "60 s", "4h", "2d", "365d", "367d", "0s", "60", "s", "-1s", "1.5s", "1w", "60S",
             "1234567890123s"]
AMOUNTS = [1, 64, 200000, 200001, 0, "1%", "12.5%", "12.55 %", "100%", "100.01%", "0%", "12.555%", "1000%", "%", "1"]
HOSTS = ["n1", "n[1-3]", "n[1-3,5],m1", "n[01-10]", ["n1", "n[2-3]"], {"rack": "r1"}, {"rack": ["r1"]}, {"rack": []},
         "n[3-1]", "n[1-", "n[]", ",", "n1,", "-n1", "$(id)", "n 1", [""], [1], {"rack": 1}, {"": "r1"}, "n" * 300,
         "n[1-999999999]", "n[1-3][1-3]"]
RAW = [True, False, 0, 1, 2, 10, 11, 17, 100, 1023, 1024, 65535, -1, 0.5, 2.5, 1e6, 1e10, 1 << 31, 1 << 32, "leave", "original", "default", "0", "1", "0x1", "true", "on",
       "20 Mb/s", "20Mb/s", "20  Mb/s", "2 Gb/s", "20 MB/s", "300 us", "0.3 ms", "50 %", "0.5", "0.5 (32768)", "01",
       "1.", ".5", "-5", "1e3", "1 Mb/s us", "9999999999999", "all", "none", "3,4", "3, 4", "3,8", "3,", " 1", "1 1", "x" * 300]
OPTIONS = ["selective_repeat", "selective_repeat,0x4", "programmable_cc selective_repeat", "0xfffffff", "0X8", "selective_repeet", "",
           "0x", "-1", "all", "none", "all,0x4", "version=3"]
# Names that only the card knows, some of which no card can have.
TOLD = ["ppcc.FOO", "ppcc.F", "ppcc.foo_9", "ppcc.9", "ppcc.A-B", "ppcc.", "ppcc. FOO", "ppcc.FOO BAR", "ppcc.FO\u00d6",
        "ppcc.FOO,", "ppcc.FOO.BAR", "ppcc." + "X" * 50, "ppcc." + "X" * 58, "ppcc." + "X" * 59, "ppcc." + "X" * 80,
        "ppcc.slot.0.enable", "ppcc.slot.15.enable", "ppcc.slot.16.enable", "ppcc.slot.01.enable", "ppcc.slot.3.trace",
        "ppcc.slot.3.counters", "ppcc.slot.3.nothing", "ppcc.slot.3", "ppcc.slot..enable", "Ppcc.FOO", "ppccFOO", "ppcc/FOO", "xppcc.FOO"]
BY_ALIAS = [0, True, "leave", "x", None]

# Patterns of the schema and the values to try on them.
BY_PATTERN = [("selective_repeat", OPTIONS), ("(ms|s|m|h|d)", DURATIONS), ("%", AMOUNTS), ("{0,31}", NAMES), ("https?", URLS), ("PB", SIZES),
              ("{4}-", DATES), ("label:", ["label:rack", "label:", "label:no", "labels"]), ("A-Za-z0-9", HOSTS)]


class Schema:
    def __init__(self, whole):
        self.whole = whole

    def resolved(self, node):
        """Without the one indirection that the schema uses; its description is of no use here."""
        ref = node.get("allOf", [{}])[0].get("$ref")
        return self.whole["definitions"][ref.rsplit("/", 1)[1]] if ref else node

    def example(self, node):
        """A value that the schema takes."""
        node = self.resolved(node)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return node["enum"][0]
        if "anyOf" in node:
            return self.example(node["anyOf"][0])
        kind = node.get("type")
        if kind == "object":
            return {key: self.example(node["properties"][key]) for key in node.get("required", [])}
        if kind in ("boolean", "number"):
            return True if kind == "boolean" else 1.5
        if kind == "array":
            return [self.example(node["items"])]
        if kind == "integer":
            return node.get("minimum", 0)
        return self.text_example(node.get("pattern", ""))

    @staticmethod
    def text_example(pattern):
        return next((values[0] for mark, values in BY_PATTERN if mark in pattern), "p")

    def values(self, node):
        """Values worth trying where the schema has this node, some of them wrong."""
        node = self.resolved(node)
        out = list(ANY)
        for one in node.get("anyOf", []):
            out += self.values(one)
        out += [w for word in node.get("enum", []) for w in (word, word + "x", word.upper())]
        if "const" in node:
            out += [node["const"], node["const"] + 1, str(node["const"])]
        for bound, step in (("minimum", -1), ("maximum", 1)):
            if bound in node:
                out += [node[bound], node[bound] + step]
        if node.get("type") == "string":
            out += next((v for mark, v in BY_PATTERN if mark in node.get("pattern", "")), TEXTS)
        if node.get("type") == "array":
            one = self.example(node["items"])
            out += [[one], [one, one]]
        return out


def container(at, key, kind):
    """What lies at a key, made or replaced where it is no such container."""
    if isinstance(key, int):
        at.extend([None] * (key + 1 - len(at)))
    elif key not in at:
        at[key] = None
    if not isinstance(at[key], kind):
        at[key] = kind()
    return at[key]


def placed(path, value):
    """The base with a value somewhere; what lies on the way is made."""
    document = copy.deepcopy(BASE)
    at = document
    for key, after in zip(path, path[1:]):
        at = container(at, key, list if isinstance(after, int) else dict)
    if isinstance(path[-1], int):
        at.extend([None] * (path[-1] + 1 - len(at)))
    at[path[-1]] = value
    return document


def beside(document, stop, key, keys):
    at = document
    for step in stop:
        at = at[step]
    if key == "exec" or "exec" in keys.get(key, {}):
        at.pop("hosts", None)
    for other, value in keys.get(key, keys[None]).items():
        at.setdefault(other, value)


def has(path):
    at = BASE
    for key in path:
        try:
            at = at[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def shown(path):
    return "".join("[%d]" % k if isinstance(k, int) else ".%s" % k for k in path).lstrip(".")


class Corpus:
    def __init__(self, schema):
        self.schema, self.cases, self.prepared = Schema(schema), [], {}

    def put(self, path, value):
        self.cases.append(("%s = %s" % (shown(path), repr(value)[:60]), self.document(path, value)))

    def document(self, path, value):
        """The base in which the objects on the way have what they require."""
        document = placed(path, value)
        for stop, node in self.prepared.items():
            if stop == path[:len(stop)] and len(stop) < len(path) and not has(stop):
                at = document
                for key in stop:
                    at = at[key]
                for key in node.get("required", []):
                    if key != path[len(stop)]:
                        at.setdefault(key, self.schema.example(node["properties"][key]))
        for stop, keys in BESIDE.items():
            if stop == path[:len(stop)] and len(stop) < len(path):
                beside(document, stop, path[len(stop)], keys)
        return document

    def walk(self, node, path):
        node = self.schema.resolved(node)
        if path:
            for value in self.schema.values(node):
                self.put(path, value)
        for one in [node] + node.get("anyOf", []):
            one = self.schema.resolved(one)
            if one.get("type") == "object":
                self.object(one, path)
            elif one.get("type") == "array":
                self.walk(one["items"], path + (0,))

    def object(self, node, path):
        if "dcqcn.rp.ai_rate" in node.get("properties", {}):
            return self.parameters(node, path)
        if isinstance(node.get("additionalProperties"), dict):
            for key in ("p", "q", "dcqcn.rp.ai_rate", "hard"):
                self.walk(node["additionalProperties"], path + (key,))
            return None
        self.prepared[path] = node
        self.put(path + ("no_such_key",), 1)
        for key in node.get("required", []):
            self.cases.append(("%s without %s" % (shown(path) or "the file", key), self.without(node, path, key)))
        for key, one in node["properties"].items():
            self.walk(one, path + (key,))
        return None

    def without(self, node, path, key):
        if path:
            kept = {k: self.schema.example(node["properties"][k]) for k in node["required"] if k != key}
            return self.document(path, kept)
        return {k: v for k, v in BASE.items() if k != key}

    def parameters(self, node, path):
        properties = node["properties"]
        # one profile is like another
        if "p" not in path:
            return
        self.put(path + ("no.such.parameter",), 1)
        for name in properties:
            for value in RAW + SPEEDS + ANY if "." in name else BY_ALIAS:
                self.put(path + (name,), value)
        for name in TOLD if "patternProperties" in node else []:
            for value in RAW + SPEEDS + ANY if name == TOLD[0] else [1]:
                self.put(path + (name,), value)
        for first, second in self.twins(properties):
            self.put(path, {first: "leave", second: "leave"})

    @staticmethod
    def twins(properties):
        """Two names of each parameter that has more than one: they are next to one another, with one description."""
        names = list(properties)
        return [(a, b) for a, b in zip(names, names[1:])
                if "." in a and properties[a]["description"] == properties[b]["description"]]


def generated(schema):
    """[(what it is, document)], without repetitions."""
    corpus = Corpus(schema)
    corpus.walk(schema, ())
    seen, out = set(), []
    for name, document in corpus.cases:
        if name not in seen:
            seen.add(name)
            out.append((name, document))
    return out
