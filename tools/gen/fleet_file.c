// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Prints the reference of fleet files in Markdown, made from the parser's own tables. Kept as docs/fleet-file.md, where
 * a test compares the two.
 */
#include <stdio.h>
#include <string.h>

#include "lib/fleet/shape.h"

#define PATH_MAX_BYTES 128

static const char intro[] =
	"<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->\n"
	"<!-- Made from the parser's tables (lib/fleet/shape.c): bazel run //tools/gen:fleet_file >docs/fleet-file.md "
	"-->\n"
	"# The fleet file\n\n"
	"JSON in one file, at most 16 MiB. It says which hosts there are, what their NICs should have, and how a "
	"change\n"
	"goes out. `configs/fleet.json` is an example, `configs/fleet.schema.json` lets an editor help.\n\n"
	"All faults of a file come in one run, each with line, column and path. A file with a fault changes nothing: "
	"exit\n"
	"code 65. Of broken JSON only the first fault is told.\n\n"
	"- **Names and values of parameters**: [parameters.md](parameters.md). `\"leave\"` in place of a value: do not "
	"touch\n"
	"  it. What no profile names is not touched; what is no longer named keeps its value.\n"
	"- **Hosts**: a range as in `\"gpu[001-016,018]\"`, an array of ranges, or labels as in `{ \"rack\": [\"r01\", "
	"\"r02\"] }`.\n"
	"  All labels must match, each with one of its values. `inventory` and `assign` name hosts; labels and "
	"everything\n"
	"  else choose among them. At most 200,000.\n"
	"- **NICs**: globs; all that are given must match, and a name that the host does not tell matches only `*`.\n"
	"- **Two entries of `assign`** that want different values for one parameter of one NIC are an error that names "
	"both.\n"
	"- **`extends`**: the nearest wins; a cycle is an error.\n"
	"- **Durations**: `10ms 60s 30m 4h 2d`. **Percentages**: `\"5%\"`, rounded up, more than nothing is never "
	"below one\n"
	"  host. Those of steps are of the hosts that change, counted with the steps before.\n"
	"- **Without a rollout**: one host first, then 5 %, 25 %, 100 %; 60 s of soak each; the first lost or failed "
	"host and\n"
	"  10 % unreachable ones stop the run, and what it wrote is put back; a lease of 10 minutes with undo.\n";

static void takes(const struct shape *shape, FILE *out);

static void words(const struct shape_word *list, FILE *out)
{
	const char *before = "";

	for (; list->name; list++) {
		if (list->not_yet)
			continue;
		fprintf(out, "%s`%s`", before, list->name);
		before = ", ";
	}
}

static void simple(const struct shape *shape, FILE *out)
{
	static const char *const names[] = {
		[SHAPE_ANY] = "anything",
		[SHAPE_TEXT] = "text",
		[SHAPE_DURATION] = "duration",
		[SHAPE_HOSTS] = "hosts",
		[SHAPE_PARAM] = "name of a parameter",
		[SHAPE_VALUE] = "value",
		[SHAPE_OBJECT] = "object, below",
	};

	fputs(names[shape->kind], out);
}

static void takes(const struct shape *shape, FILE *out)
{
	switch (shape->kind) {
	case SHAPE_WORD:
		words(shape->words, out);
		return;
	case SHAPE_INTEGER:
		if (shape->min == shape->max)
			fprintf(out, "%lld", (long long)shape->min);
		else if (shape->max == INT64_MAX)
			fprintf(out, "%lld or more", (long long)shape->min);
		else
			fprintf(out, "%lld to %lld", (long long)shape->min, (long long)shape->max);
		return;
	case SHAPE_AMOUNT:
		fprintf(out, "hosts (%lld or more) or percentage", (long long)shape->min);
		return;
	case SHAPE_MAP:
		fputs("by name: ", out);
		takes(shape->of, out);
		return;
	case SHAPE_PARAMS:
		fputs("by parameter: ", out);
		takes(shape->of, out);
		return;
	case SHAPE_ARRAY:
		fputs("array: ", out);
		takes(shape->of, out);
		return;
	case SHAPE_EITHER:
		takes(shape->of, out);
		fputs("; or ", out);
		takes(shape->other, out);
		return;
	default:
		simple(shape, out);
	}
}

static void later_keys(const struct shape *shape, FILE *out)
{
	const char *before = "\nKnown, not in this version: ";

	for (const struct shape_key *key = shape->keys; key->name; key++) {
		if (!key->not_yet)
			continue;
		fprintf(out, "%s`%s`", before, key->name);
		before = ", ";
	}
	if (before[0] == ',')
		fputs(".\n", out);
}

static void section(const struct shape *shape, const char *path, FILE *out);

/* What is inside a key: members of its objects, whatever they are wrapped in. */
static void inside(const struct shape *shape, const char *path, FILE *out)
{
	char inner[PATH_MAX_BYTES];
	const char *wrap = shape->kind == SHAPE_ARRAY ? "[]" : ".NAME";

	if (shape->kind == SHAPE_OBJECT)
		section(shape, path, out);
	if (shape->kind != SHAPE_ARRAY && shape->kind != SHAPE_MAP)
		return;
	snprintf(inner, sizeof(inner), "%s%s", path, wrap);
	inside(shape->of, inner, out);
}

static void section(const struct shape *shape, const char *path, FILE *out)
{
	char inner[PATH_MAX_BYTES];

	if (*path)
		fprintf(out, "\n## `%s`\n", path);
	fputs("\n| key | takes | |\n|---|---|---|\n", out);
	for (const struct shape_key *key = shape->keys; key->name; key++) {
		if (key->not_yet)
			continue;
		fprintf(out, "| `%s`%s | ", key->name, key->required ? " (required)" : "");
		takes(key->shape, out);
		fprintf(out, " | %s |\n", key->text);
	}
	later_keys(shape, out);
	for (const struct shape_key *key = shape->keys; key->name; key++) {
		snprintf(inner, sizeof(inner), "%s%s%s", path, *path ? "." : "", key->name);
		if (!key->not_yet)
			inside(key->shape, inner, out);
	}
}

int main(void)
{
	fputs(intro, stdout);
	section(shape_fleet(), "", stdout);
	if (fflush(stdout) || ferror(stdout)) {
		perror("fleet_file");
		return 1;
	}
	return 0;
}
