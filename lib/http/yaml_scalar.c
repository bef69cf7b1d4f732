// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/http/duration.h"
#include "lib/http/yaml_file.h"

/* The value as a string, or NULL. libyaml puts a NUL behind it. */
static const char *scalar(struct yaml_file *file, yaml_node_t *node, struct ece_error *e)
{
	const char *text = (const char *)node->data.scalar.value;

	if (node->type != YAML_SCALAR_NODE) {
		yaml_fault(file, node, e, ECE_ERROR_TYPE, "one value belongs here, not a list or keys");
		return NULL;
	}
	if (memchr(text, '\0', node->data.scalar.length)) {
		yaml_fault(file, node, e, ECE_ERROR_SYNTAX, "a NUL character cannot be in here");
		return NULL;
	}
	return text;
}

int yaml_text(struct yaml_file *file, yaml_node_t *node, char **text, struct ece_error *e)
{
	const char *value = scalar(file, node, e);

	if (!value)
		return -EINVAL;
	*text = strdup(value);
	return *text ? 0 : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

int yaml_bool(struct yaml_file *file, yaml_node_t *node, bool *value, struct ece_error *e)
{
	static const struct {
		const char *word;
		bool value;
	} words[] = {{"true", true}, {"yes", true}, {"on", true}, {"false", false}, {"no", false}, {"off", false}};
	const char *text = scalar(file, node, e);

	if (!text)
		return -EINVAL;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(text, words[i].word) == 0) {
			*value = words[i].value;
			return 0;
		}
	return yaml_fault(file, node, e, ECE_ERROR_TYPE, "\"%.64s\" is neither true nor false", text);
}

int yaml_count(struct yaml_file *file, yaml_node_t *node, uint64_t max, uint64_t *count, struct ece_error *e)
{
	const char *text = scalar(file, node, e);
	unsigned long long value;
	char *end;

	if (!text)
		return -EINVAL;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value > max)
		return yaml_fault(file, node, e, ECE_ERROR_RANGE, "\"%.64s\" is no number from 0 to %llu", text,
				  (unsigned long long)max);
	*count = value;
	return 0;
}

int yaml_duration(struct yaml_file *file, yaml_node_t *node, uint64_t *ns, struct ece_error *e)
{
	const char *text = scalar(file, node, e);

	if (!text)
		return -EINVAL;
	if (http_duration(text, ns))
		return yaml_fault(file, node, e, ECE_ERROR_RANGE,
				  "\"%.64s\" is no time such as 1s, 100ms or 1m30s, of a day at most", text);
	return 0;
}
