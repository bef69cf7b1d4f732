// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/ece-show/diff_parts.h"

#define WHAT_MAX 128

static const char *const of_algorithm[] = {"algorithm", "id", "version", "enabled", "counters", "trace", "cut", NULL};
static const char *const of_parameter[] = {"default", "min", "max", "access", NULL};

static json_t *algorithm_in(const json_t *list, json_int_t slot)
{
	json_t *algorithm;
	size_t i;

	json_array_foreach(list, i, algorithm)
	{
		if (json_integer_value(json_object_get(algorithm, "slot")) == slot)
			return algorithm;
	}
	return NULL;
}

/* In its unit where it has one, else as the card's number, else why there is none. */
static const json_t *value_of(const json_t *parameter)
{
	static const char *const keys[] = {"value", "raw", "state"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const json_t *value = json_object_get(parameter, keys[i]);

		if (value && !json_is_null(value))
			return value;
	}
	return NULL;
}

/* Does a row of the table say the same already? It is about the first slot that has the parameter. */
static bool is_row(const json_t *card, const json_t *parameter)
{
	const char *name = json_string_value(json_object_get(parameter, "param"));
	const json_t *row = name ? json_object_get(json_object_get(card, "params"), name) : NULL;

	return row && json_equal(json_object_get(row, "raw"), json_object_get(parameter, "raw"));
}

static bool is_counted(const json_t *parameter)
{
	const char *access = json_string_value(json_object_get(parameter, "access"));

	return access && !strcmp(access, "clearable");
}

static void parameters(const json_t *there, const json_t *here, const char *slot, json_t *theirs, json_t *ours,
		       json_t **list)
{
	const char *name;
	json_t *parameter;
	char what[WHAT_MAX];

	json_object_foreach(ours, name, parameter)
	{
		const json_t *other = json_object_get(theirs, name);

		snprintf(what, sizeof(what), "%s %s", slot, name);
		if (!is_counted(parameter) && !(is_row(there, other) && is_row(here, parameter)))
			diff_field(what, value_of(other), value_of(parameter), list);
		for (size_t i = 0; other && of_parameter[i]; i++) {
			snprintf(what, sizeof(what), "%s %s %s", slot, name, of_parameter[i]);
			diff_field(what, json_object_get(other, of_parameter[i]),
				   json_object_get(parameter, of_parameter[i]), list);
		}
	}
	json_object_foreach(theirs, name, parameter)
	{
		snprintf(what, sizeof(what), "%s %s", slot, name);
		if (!json_object_get(ours, name))
			diff_field(what, value_of(parameter), NULL, list);
	}
}

static void algorithms(const json_t *there, const json_t *here, json_int_t slot, json_t **list)
{
	const json_t *theirs = algorithm_in(json_object_get(there, "ppcc"), slot);
	const json_t *ours = algorithm_in(json_object_get(here, "ppcc"), slot);
	char where[WHAT_MAX / 2], what[WHAT_MAX];

	snprintf(where, sizeof(where), "ppcc.slot.%" JSON_INTEGER_FORMAT, slot);
	for (size_t i = 0; of_algorithm[i]; i++) {
		snprintf(what, sizeof(what), "%s %s", where, of_algorithm[i]);
		diff_field(what, json_object_get(theirs, of_algorithm[i]), json_object_get(ours, of_algorithm[i]),
			   list);
	}
	/* An algorithm that only one side has is told by its name. */
	if (theirs && ours)
		parameters(there, here, where, json_object_get(theirs, "parameters"),
			   json_object_get(ours, "parameters"), list);
}

void diff_algorithms(const json_t *there, const json_t *here, json_t **list)
{
	const json_t *theirs = json_object_get(there, "ppcc"), *ours = json_object_get(here, "ppcc"), *algorithm;
	size_t i;

	if (!theirs || !ours)
		return;
	json_array_foreach(ours, i, algorithm)
	{
		algorithms(there, here, json_integer_value(json_object_get(algorithm, "slot")), list);
	}
	json_array_foreach(theirs, i, algorithm)
	{
		json_int_t slot = json_integer_value(json_object_get(algorithm, "slot"));

		if (!algorithm_in(ours, slot))
			algorithms(there, here, slot, list);
	}
}
