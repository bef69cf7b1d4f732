// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/persona.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/wire.h"

#define NEW_KEY "not_in_1_1" /* what a newer version has added, wherever it could have */

static int refuse(const char *id, const struct ece_error *why, char **answer, size_t *len, struct ece_error *e)
{
	struct protocol_answer refused = {
		.version = {.major = PROTOCOL_MAJOR}, .result = PROTOCOL_REFUSED, .error = *why};

	copy_text(refused.id, sizeof(refused.id), id);
	return protocol_answer_encode(&refused, answer, len, e);
}

int persona_take(struct protocol_version as, const char *line, size_t len, char **taken, size_t *taken_len,
		 char **answer, size_t *answer_len, struct ece_error *e)
{
	struct protocol_request *request;
	char id[PROTOCOL_ID_MAX];
	struct ece_error why;
	int ret = protocol_request_decode_id(line, len, &request, id, &why);

	*taken = NULL;
	*answer = NULL;
	if (ret)
		return refuse(id, &why, answer, answer_len, e);
	ret = protocol_request_age(request, as, &why);
	ret = ret ? refuse(id, &why, answer, answer_len, e) : protocol_request_encode(request, taken, taken_len, e);
	protocol_request_free(request);
	return ret;
}

static int add_new_keys(json_t *json)
{
	json_t *member;
	const char *key;
	size_t i;
	int ret = 0;

	if (json_is_array(json)) {
		json_array_foreach(json, i, member) ret = ret ? ret : add_new_keys(member);
		return ret;
	}
	if (!json_is_object(json))
		return 0;
	json_object_foreach(json, key, member) ret = ret ? ret : add_new_keys(member);
	return ret ? ret : json_object_set_new(json, NEW_KEY, json_pack("{s:[i,n]}", "of", 1));
}

static bool is_newer(struct protocol_version as)
{
	return as.major > PROTOCOL_MAJOR || (as.major == PROTOCOL_MAJOR && as.minor > PROTOCOL_MINOR);
}

int persona_tell(struct protocol_version as, char **answer, size_t *len, struct ece_error *e)
{
	char *line;
	json_t *root;
	int ret;

	if (!is_newer(as))
		return 0;
	ret = wire_load(*answer, *len, &root, e);
	if (ret)
		return ret;
	if (add_new_keys(root) || !wire_put(root, "version", json_integer(as.major)) ||
	    !wire_put(root, "minor", json_integer(as.minor))) {
		json_decref(root);
		root = NULL;
	}
	ret = wire_dump(root, &line, len, e);
	if (ret)
		return ret;
	free(*answer);
	*answer = line;
	return 0;
}
