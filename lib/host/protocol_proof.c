// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/protocol_proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/wire.h"

static json_t *encode_path(const struct sign_proof *proof)
{
	json_t *path = json_array();
	char hex[SIGN_HEX];

	for (uint32_t i = 0; i < proof->path_len; i++) {
		sign_hex(proof->path[i], hex);
		if (json_array_append_new(path, json_string(hex))) {
			json_decref(path);
			return NULL;
		}
	}
	return path;
}

json_t *proof_encode(const struct sign_proof *proof)
{
	return json_pack("{s:s, s:s, s:I, s:o}", "statement", proof->statement, "signature", proof->signature, "index",
			 (json_int_t)proof->index, "path", encode_path(proof));
}

static bool is_lines(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	for (const char *c = text; end && c < end; c++)
		if (*c != '\n' && (*c < 0x20 || *c > 0x7e))
			return false;
	return end;
}

bool proof_is_plausible(const struct sign_proof *proof)
{
	return proof->path_len <= SIGN_PATH_MAX && is_lines(proof->statement, sizeof(proof->statement)) &&
	       is_lines(proof->signature, sizeof(proof->signature));
}

static int broken(const char *key, const char *what, struct ece_error *e)
{
	ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "\"%s\" of a proof is %s", key, what);
	ece_error_place(e, "proof");
	return -EINVAL;
}

static int decode_lines(const json_t *json, const char *key, char *buf, size_t size, struct ece_error *e)
{
	const json_t *member = json_object_get(json, key);
	const char *text = json_string_value(member);

	if (!text || json_string_length(member) != strlen(text))
		return broken(key, "missing, or no text", e);
	if (strlen(text) >= size)
		return broken(key, "too long", e);
	memcpy(buf, text, strlen(text) + 1);
	return is_lines(buf, size) ? 0 : broken(key, "no lines of printable ASCII", e);
}

static int decode_path(const json_t *json, struct sign_proof *proof, struct ece_error *e)
{
	const json_t *path;
	int ret = wire_array(json, "path", SIGN_PATH_MAX, &path, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < json_array_size(path); i++) {
		const char *hex = json_string_value(json_array_get(path, i));

		if (!hex || strlen(hex) != SIGN_HEX - 1 || !sign_unhex(hex, proof->path[i]))
			return broken("path", "no list of digests", e);
		proof->path_len++;
	}
	return 0;
}

static int decode(const json_t *json, struct sign_proof *proof, struct ece_error *e)
{
	uint64_t index;
	int ret = decode_lines(json, "statement", proof->statement, sizeof(proof->statement), e);

	ret = ret ? ret : decode_lines(json, "signature", proof->signature, sizeof(proof->signature), e);
	ret = ret ? ret : wire_need_u64(json, "index", SIGN_LEAVES_MAX - 1, &index, e);
	if (ret)
		return ret;
	proof->index = (uint32_t)index;
	return decode_path(json, proof, e);
}

int proof_decode(const json_t *root, struct sign_proof **out, struct ece_error *e)
{
	const json_t *json = json_object_get(root, "proof");
	struct sign_proof *proof;
	int ret;

	*out = NULL;
	if (!json)
		return 0;
	proof = calloc(1, sizeof(*proof));
	if (!proof)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a proof");
	ret = decode(json, proof, e);
	if (ret) {
		free(proof);
		return ret;
	}
	*out = proof;
	return 0;
}
