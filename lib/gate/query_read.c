// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What Prometheus answers (HTTP API, "Format overview" and "Expression query result formats"): numbers are strings, so
 * that NaN and infinities can be told.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/gate/internal.h"

#define SERIES_NAME_MAX 160 /* of the labels of one series; what is beyond is cut */

static int parse_number(const json_t *value, double *number)
{
	const char *text = json_string_value(value);
	char *end;

	if (!text || !text[0])
		return -EINVAL;
	*number = strtod(text, &end);
	return *end ? -EINVAL : 0;
}

static void put_label(char *text, const char *label, const char *value)
{
	size_t len = strlen(text);

	snprintf(text + len, SERIES_NAME_MAX - len, "%s%s=\"%s\"", len ? "," : "{", label, value);
}

/* {rack="r01",job="node"}; the name of the metric says nothing that the query does not. */
static char *series_name(const json_t *metric)
{
	char text[SERIES_NAME_MAX + 1] = "";
	const char *label;
	json_t *value;
	size_t len;

	json_object_foreach((json_t *)(uintptr_t)metric, label,
			    value) if (strcmp(label, "__name__") != 0 && json_is_string(value))
		put_label(text, label, json_string_value(value));
	len = strlen(text);
	if (len)
		snprintf(text + len, sizeof(text) - len, "}");
	return strdup(text);
}

static int add(struct question *question, const json_t *point, const json_t *metric)
{
	double *value = &question->values[question->count];

	if (json_array_size(point) != 2 || parse_number(json_array_get(point, 1), value))
		return -EINVAL;
	question->names[question->count] = series_name(metric);
	if (!question->names[question->count])
		return -ENOMEM;
	question->count++;
	return 0;
}

static int make_room(struct question *question, size_t count)
{
	question->values = calloc(count + 1, sizeof(*question->values));
	question->names = calloc(count + 1, sizeof(*question->names));
	return question->values && question->names ? 0 : -ENOMEM;
}

static int read_vector(struct question *question, const json_t *result)
{
	size_t count = json_array_size(result);
	int err;

	if (!json_is_array(result))
		return -EINVAL;
	if (count > GATE_VALUES_MAX)
		return -EFBIG;
	err = make_room(question, count);
	for (size_t i = 0; i < count && !err; i++) {
		const json_t *series = json_array_get(result, i);

		err = add(question, json_object_get(series, "value"), json_object_get(series, "metric"));
	}
	return err;
}

static int read_data(struct question *question, const json_t *data, const char *type)
{
	const json_t *result = json_object_get(data, "result");
	int err;

	if (!strcmp(type, "vector"))
		return read_vector(question, result);
	if (strcmp(type, "scalar") != 0)
		return -EPROTOTYPE;
	err = make_room(question, 1);
	return err ? err : add(question, result, NULL /* a scalar has no labels */);
}

static void answer_data(struct question *question, const char *server, const json_t *root)
{
	const json_t *data = json_object_get(root, "data");
	const char *type = json_string_value(json_object_get(data, "resultType"));
	const char *warning = json_string_value(json_array_get(json_object_get(root, "warnings"), 0));
	int err = type ? read_data(question, data, type) : -EINVAL;

	if (err == -EPROTOTYPE)
		question_answer(question, GATE_ERROR,
				"Prometheus at %s: the query gives a %s; a gate needs an instant vector or a scalar",
				server, type);
	else if (err == -EFBIG)
		question_answer(question, GATE_ERROR, "Prometheus at %s: more than %d series; let the query aggregate",
				server, GATE_VALUES_MAX);
	else if (err == -ENOMEM)
		question_answer(question, GATE_ERROR, "out of memory for an answer of Prometheus");
	else if (err)
		question_answer(question, GATE_ERROR, "Prometheus at %s: an answer that is none of its own", server);
	else if (warning)
		question_answer(question, GATE_INCONCLUSIVE, "Prometheus at %s warns: %s", server, warning);
	else
		question_answer(question, GATE_NONE, "%s", "");
}

void query_read(struct question *question, const char *server, long http_status, const char *body, size_t len)
{
	json_t *root = json_loadb(body, len, 0, NULL /* where it breaks is of no use */);
	const char *status = json_string_value(json_object_get(root, "status"));

	if (status && !strcmp(status, "success"))
		answer_data(question, server, root);
	else if (status && !strcmp(status, "error") && json_is_string(json_object_get(root, "error")))
		question_answer(question, GATE_ERROR, "Prometheus at %s: %s", server,
				json_string_value(json_object_get(root, "error")));
	else if (http_status != 200)
		question_answer(question, GATE_ERROR, "Prometheus at %s: HTTP status %ld", server, http_status);
	else
		question_answer(question, GATE_ERROR, "Prometheus at %s: an answer that is none of its own", server);
	json_decref(root);
}
