// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"
#include "lib/host/protocol_proof.h"
#include "lib/host/wire.h"
#include "lib/host/words.h"

static const char *const loss_words[] = {"undo", "keep"};

static json_t *encode_params(const struct protocol_request *request)
{
	json_t *array = json_array();

	for (size_t i = 0; i < request->param_count; i++)
		if (json_array_append_new(array, json_string(request->params[i]->name))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static json_t *encode_counters(const struct protocol_request *request)
{
	json_t *array = json_array();

	for (size_t i = 0; i < request->counter_count; i++)
		if (json_array_append_new(array, json_string(request->counters[i]->name))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static json_t *encode_card(const struct protocol_card *card)
{
	json_t *sets = json_array();
	bool ok = sets != NULL;

	for (size_t i = 0; i < card->set_count && ok; i++) {
		const struct protocol_set *set = &card->sets[i];

		ok = !json_array_append_new(sets, json_pack("{s:s, s:o, s:o}", "param", set->param->name, "from",
							    wire_from_u64(set->from), "to", wire_from_u64(set->to)));
	}
	if (!ok) {
		json_decref(sets);
		return NULL;
	}
	return json_pack("{s:o, s:s, s:s, s:o}", "guid", wire_from_guid(card->guid), "psid", card->psid, "pci",
			 card->pci, "set", sets);
}

static json_t *encode_cards(const struct protocol_request *request)
{
	json_t *array = json_array();

	for (size_t i = 0; i < request->card_count; i++)
		if (json_array_append_new(array, encode_card(&request->cards[i]))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static bool put_text(json_t *root, const char *key, const char *text)
{
	return !text[0] || wire_put(root, key, wire_from_text(text));
}

static bool put_flag(json_t *root, const char *key, bool v)
{
	return !v || wire_put(root, key, json_true());
}

/* What is asked of the host itself; without a token it is a person there who asks. */
static bool put_of_host(json_t *root, const struct protocol_request *request)
{
	bool ok = !request->token.store[0] || wire_put(root, "token", wire_from_token(&request->token));

	ok = ok && put_flag(root, "adopt", request->adopt) && put_flag(root, "force", request->force);
	if (request->op == PROTOCOL_ENSURE && request->generation)
		ok = ok && wire_put(root, "generation", wire_from_u64(request->generation));
	return ok && put_text(root, "who", request->who) && put_text(root, "why", request->why);
}

int protocol_request_encode(const struct protocol_request *request, char **line, size_t *len, struct ece_error *e)
{
	json_t *root = wire_begin(request->version);
	bool ok = root != NULL;

	ok = ok && wire_put(root, "op", json_string(protocol_op_name(request->op)));
	ok = ok && wire_put(root, "id", json_string(request->id));
	if (request->op == PROTOCOL_READ) {
		ok = ok && wire_put(root, "params", encode_params(request));
	} else if (request->op == PROTOCOL_COUNTERS) {
		ok = ok && wire_put(root, "counters", encode_counters(request));
	} else if (protocol_op_writes(request->op)) {
		ok = ok && wire_put(root, "run", json_string(request->run));
		ok = ok && wire_put(root, "token", wire_from_token(&request->token));
		ok = ok && put_flag(root, "adopt", request->adopt);
	} else if (protocol_op_of_host(request->op)) {
		ok = ok && put_of_host(root, request);
	}
	if (request->op == PROTOCOL_APPLY) {
		ok = ok && wire_put(root, "lease_ms", wire_from_u64(request->lease_ms));
		ok = ok && wire_put(root, "on_loss", json_string(loss_words[request->keep_on_loss]));
		ok = ok && wire_put(root, "cards", encode_cards(request));
		if (request->proof)
			ok = ok && wire_put(root, "proof", proof_encode(request->proof));
	}
	if (request->op == PROTOCOL_CONFIRM && request->generation)
		ok = ok && wire_put(root, "generation", wire_from_u64(request->generation));
	if (!ok) {
		json_decref(root);
		root = NULL;
	}
	return wire_dump(root, line, len, e);
}

static int decode_param(const char *name, const struct ece_param **param, struct ece_error *e)
{
	*param = ece_param_find(name);
	if (*param)
		return 0;
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
			     "this agent knows no parameter \"%.64s\": it may be older than the controller", name);
}

static int decode_params(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(root, "params", PROTOCOL_PARAMS_MAX, &array, e);

	if (ret || !array)
		return ret;
	request->params = calloc(json_array_size(array) + 1, sizeof(const struct ece_param *));
	if (!request->params)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++) {
		const char *name = json_string_value(json_array_get(array, i));

		if (!name)
			return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "an entry of \"params\" is not a text");
		ret = decode_param(name, &request->params[i], e);
		request->param_count++;
	}
	return ret;
}

static int decode_counters(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(root, "counters", PROTOCOL_COUNTERS_MAX, &array, e);

	if (ret)
		return ret;
	if (!array)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"counters\" is missing");
	request->counters = calloc(json_array_size(array) + 1, sizeof(const struct counter *));
	if (!request->counters)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *name = json_string_value(json_array_get(array, i));

		if (!name)
			return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "an entry of \"counters\" is not a text");
		request->counters[i] = counter_find(name);
		if (!request->counters[i])
			return ece_error_set(
				e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
				"this agent knows no counter \"%.64s\": it may be older than the controller", name);
		request->counter_count++;
	}
	return 0;
}

static int decode_set(const json_t *json, struct protocol_set *set, struct ece_error *e)
{
	char name[PROTOCOL_ID_MAX];
	int ret = wire_need_string(json, "param", name, sizeof(name), e);

	ret = ret ? ret : decode_param(name, &set->param, e);
	ret = ret ? ret : wire_need_u64(json, "from", UINT64_MAX, &set->from, e);
	return ret ? ret : wire_need_u64(json, "to", UINT64_MAX, &set->to, e);
}

static int check_twice(const struct protocol_card *card, size_t i, struct ece_error *e)
{
	for (size_t j = 0; j < i; j++)
		if (card->sets[j].param == card->sets[i].param)
			return ece_error_set(e, -EINVAL, ECE_ERROR_DUPLICATE, "%s is set twice on one card",
					     card->sets[i].param->name);
	return 0;
}

static int decode_card(const json_t *json, struct protocol_card *card, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_need_guid(json, "guid", &card->guid, e);

	ret = ret ? ret : wire_need_string(json, "psid", card->psid, sizeof(card->psid), e);
	ret = ret ? ret : wire_string(json, "pci", card->pci, sizeof(card->pci), e);
	ret = ret ? ret : wire_array(json, "set", PROTOCOL_PARAMS_MAX, &array, e);
	if (ret)
		return ret;
	if (!array)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"set\" of a card is missing");
	card->sets = calloc(json_array_size(array) + 1, sizeof(*card->sets));
	if (!card->sets)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++) {
		ret = decode_set(json_array_get(array, i), &card->sets[i], e);
		ret = ret ? ret : check_twice(card, i, e);
		card->set_count++;
	}
	return ret;
}

static int decode_cards(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(root, "cards", PROTOCOL_CARDS_MAX, &array, e);

	if (ret)
		return ret;
	if (!array)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"cards\" is missing");
	request->cards = calloc(json_array_size(array) + 1, sizeof(*request->cards));
	if (!request->cards)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++) {
		struct protocol_card *card = &request->cards[request->card_count++];

		ret = decode_card(json_array_get(array, i), card, e);
		for (size_t j = 0; j < i && !ret; j++)
			if (request->cards[j].guid == card->guid && !strcmp(request->cards[j].psid, card->psid))
				ret = ece_error_set(e, -EINVAL, ECE_ERROR_DUPLICATE, "one card is named twice");
	}
	return ret;
}

static int decode_lease(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	unsigned int loss = 0;
	int ret = wire_need_u64(root, "lease_ms", PROTOCOL_LEASE_MS_MAX, &request->lease_ms, e);

	ret = ret ? ret : wire_name(root, "on_loss", loss_words, 2, &loss, e);
	request->keep_on_loss = loss == 1;
	return ret;
}

static int decode_of_host(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	int ret = 0;

	if (json_object_get(root, "token"))
		ret = wire_need_token(root, "token", &request->token, e);
	ret = ret ? ret : wire_bool(root, "adopt", &request->adopt, e);
	ret = ret ? ret : wire_bool(root, "force", &request->force, e);
	ret = ret ? ret : wire_u64(root, "generation", INT64_MAX, &request->generation, e);
	ret = ret ? ret : wire_text(root, "who", request->who, sizeof(request->who), e);
	return ret ? ret : wire_text(root, "why", request->why, sizeof(request->why), e);
}

static int decode(const json_t *root, struct protocol_request *request, struct ece_error *e)
{
	unsigned int op = 0;
	int ret = wire_string(root, "id", request->id, sizeof(request->id), e);

	/* A refusal names its request, whatever it is refused for. */
	ret = ret ? ret : wire_version(root, &request->version, e);
	ret = ret ? ret : wire_need_string(root, "id", request->id, sizeof(request->id), e);
	ret = ret ? ret : wire_need_name(root, "op", protocol_op_words, PROTOCOL_OPS, &op, e);
	request->op = op;
	if (ret)
		return ret;
	if (op == PROTOCOL_READ)
		return decode_params(root, request, e);
	if (op == PROTOCOL_COUNTERS)
		return decode_counters(root, request, e);
	if (protocol_op_of_host(request->op))
		return decode_of_host(root, request, e);
	if (!protocol_op_writes(request->op))
		return 0;
	ret = wire_need_string(root, "run", request->run, sizeof(request->run), e);
	ret = ret ? ret : wire_need_token(root, "token", &request->token, e);
	ret = ret ? ret : wire_bool(root, "adopt", &request->adopt, e);
	if (!ret && op == PROTOCOL_CONFIRM)
		ret = wire_u64(root, "generation", INT64_MAX, &request->generation, e);
	if (ret || op != PROTOCOL_APPLY)
		return ret;
	ret = decode_lease(root, request, e);
	ret = ret ? ret : proof_decode(root, &request->proof, e);
	return ret ? ret : decode_cards(root, request, e);
}

int protocol_request_decode_id(const char *line, size_t len, struct protocol_request **request, char *id,
			       struct ece_error *e)
{
	struct protocol_request *new;
	json_t *root;
	int ret = wire_load(line, len, &root, e);

	id[0] = '\0';
	if (ret)
		return ret;
	new = calloc(1, sizeof(*new));
	ret = new ? decode(root, new, e) : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	json_decref(root);
	if (new)
		memcpy(id, new->id, sizeof(new->id));
	if (ret) {
		protocol_request_free(new);
		return ret;
	}
	*request = new;
	return 0;
}

int protocol_request_decode(const char *line, size_t len, struct protocol_request **request, struct ece_error *e)
{
	char id[PROTOCOL_ID_MAX];

	return protocol_request_decode_id(line, len, request, id, e);
}
