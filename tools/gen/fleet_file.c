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
	"goes out. `configs/fleet.json` is a small example,\n"
	"`configs/site.json` one with nearly every key; `configs/fleet.schema.json` lets an editor help.\n\n"
	"All faults of a file come in one run, each with line, column and path. A file with a fault changes nothing: "
	"exit\n"
	"code 65. Of broken JSON only the first fault is told.\n\n"
	"- **Names and values of parameters**: [parameters.md](parameters.md). In place of a value: `\"leave\"` (do "
	"not "
	"touch\n"
	"  it), `\"original\"` (what it was before this toolkit first touched it), or a value for each speed of the "
	"NIC, "
	"`{\n"
	"  \"by_speed\": { \"400G\": \"20 Mb/s\", \"200G\": \"10 Mb/s\" } }`; a NIC whose speed is not known or not "
	"listed is an\n"
	"  error. `\"default\"` is refused: only a few parameters have a default that a card tells, and this version "
	"does not\n"
	"  ask for it.\n"
	"- **What nothing names** is not touched. What is no longer named keeps its value, unless `removed` is "
	"`restore_original`.\n"
	"- **Hosts**: a range as in `\"gpu[001-016,018]\"`, an array of ranges, or labels as in `{ \"rack\": [\"r01\", "
	"\"r02\"] }`.\n"
	"  All labels must match, each with one of its values. `inventory` and `assign` name hosts; labels and "
	"everything\n"
	"  else choose among them. At most 200,000.\n"
	"- **NICs**: a role and globs; all that are given must match, and a name that the host does not tell matches "
	"only `*`.\n"
	"- **Roles**: a NIC of which the host does not tell whether it is bonded or carries the default route is in no "
	"role\n"
	"  that asks for it, but is not touched where that role says `\"touch\": \"never\"`.\n"
	"- **Who wins**: `exclude`, then `overrides`, then `assign`. Two entries of `assign`, or two overrides, that "
	"want\n"
	"  different values for one parameter of one NIC are an error that names both.\n"
	"- **`extends`**: the nearest wins; a cycle is an error.\n"
	"- **Durations**: `10ms 60s 30m 4h 2d`. **Sizes**: `500 GB`, `5 TB`, in powers of 1000. **Rates**: `10/min`, "
	"of s, min, h, d. **Dates**: "
	"`\"2099-12-31\"`,\n"
	"  good through that day (UTC), or a time as in `\"2099-12-31T18:00Z\"`. An override or exclude that is over "
	"is "
	"an error.\n"
	"- **Percentages**: `\"5%\"`, rounded up, more than nothing is never below one host. Those of steps are of the "
	"hosts\n"
	"  that change, counted with the steps before.\n"
	"- **Changes** go out one after the other, in the order of the file unless `after` says otherwise. All "
	"parameters that\n"
	"  no change names go out last, as `rest`, with the rollout `default`.\n"
	"- **Without a rollout**: one host first, then 5 %, 25 %, 100 %; 60 s of soak each; the first lost or failed "
	"host and\n"
	"  10 % unreachable ones stop the run, and what it wrote is put back; the gate `hard` (no counter of class "
	"hard "
	"may\n"
	"  grow to more than twice what it was); a lease of 10 minutes with undo. `ece-apply FILE --explain` prints "
	"every\n"
	"  effective value and where it comes from.\n"
	"- **Commands** (`exec`) are run without a shell, in the directory of the file, before anything is contacted. "
	"They\n"
	"  print JSON: `{ \"inventory\": [ { \"hosts\": \"gpu[001-004]\", \"labels\": { \"rack\": \"r01\" } } ] }`, or "
	"`{ \"exclude\":\n"
	"  [ { \"hosts\": \"gpu017\", \"why\": \"drained\" } ] }`. Its faults are told like those of the file, as "
	"`output "
	"of ./inventory:3:5`.\n"
	"  An answer is kept, and used again while it is younger than `max_age`; when a command fails and none is "
	"young "
	"enough,\n"
	"  the file is refused.\n";

static void takes(const struct shape *shape, FILE *out);

static void words(const struct shape_word *list, FILE *out)
{
	const char *before = "";

	for (; list->name; list++) {
		if (list->not_yet)
			continue;
		fprintf(out, "%s`%s%s`", before, list->name, list->beginning ? "NAME" : "");
		before = ", ";
	}
}

static void simple(const struct shape *shape, FILE *out)
{
	static const char *const names[] = {
		[SHAPE_ANY] = "anything",
		[SHAPE_BOOL] = "`true` or `false`",
		[SHAPE_TEXT] = "text",
		[SHAPE_NAME] = "name",
		[SHAPE_URL] = "address",
		[SHAPE_NUMBER] = "number",
		[SHAPE_DURATION] = "duration",
		[SHAPE_SIZE] = "size",
		[SHAPE_RATE] = "rate",
		[SHAPE_DATE] = "date",
		[SHAPE_COUNTER] = "name of a counter",
		[SHAPE_HOSTS] = "hosts",
		[SHAPE_PARAM] = "name of a parameter",
		[SHAPE_VALUE] = "value",
		[SHAPE_OBJECT] = "object, below",
		[SHAPE_OPTIONS] = "list of ECE options",
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
