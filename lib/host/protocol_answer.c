// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"
#include "lib/host/wire.h"
#include "lib/host/words.h"

static const char *const reached_words[] = {
	[ECE_REACHED_NO] = "no",
	[ECE_REACHED_YES] = "yes",
	[ECE_REACHED_UNKNOWN] = "unknown",
};

/* What the device operation said: only what is not zero, since most values carry nothing. */
static bool put_result(json_t *object, const struct ece_result *result)
{
	bool ok = true;

	if (result->backend != ECE_BACKEND_NONE)
		ok = wire_put(object, "backend", json_string(ece_backend_name(result->backend)));
	if (!result->err)
		return ok;
	ok = ok && wire_put(object, "errno", json_integer(-result->err));
	ok = ok && wire_put(object, "reached", json_string(reached_words[result->reached]));
	if (result->has_status) {
		ok = ok && wire_put(object, "status", json_integer(result->status));
		ok = ok && wire_put(object, "syndrome", json_integer(result->syndrome));
	}
	return ok;
}

static json_t *finish(json_t *object, bool ok)
{
	if (ok)
		return object;
	json_decref(object);
	return NULL;
}

static json_t *encode_error(const struct ece_error *error)
{
	json_t *object = json_pack("{s:s, s:o, s:i}", "kind", ece_error_kind_name(error->kind), "text",
				   wire_from_text(error->text), "code", -error->code);
	bool ok = object != NULL;

	if (ok && error->place[0])
		ok = wire_put(object, "place", wire_from_text(error->place));
	return finish(object, ok && put_result(object, &error->result));
}

static json_t *encode_value(const struct ece_value *value)
{
	json_t *object = json_pack("{s:s}", "state", ece_value_state_name(value->state));
	bool ok = object != NULL;

	if (value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT)
		ok = ok && wire_put(object, "raw", wire_from_u64(value->raw));
	if (value->why[0])
		ok = ok && wire_put(object, "why", wire_from_text(value->why));
	return finish(object, ok && put_result(object, &value->result));
}

static json_t *encode_entry(const struct protocol_value *entry, enum protocol_result result)
{
	json_t *object = json_pack("{s:s, s:o}", "param", entry->param->name, "value", encode_value(&entry->value));
	bool ok = object != NULL;

	if (result != PROTOCOL_OK) {
		ok = ok && wire_put(object, "before", encode_value(&entry->before));
		ok = ok && wire_put(object, "write", json_string(protocol_write_words[entry->write]));
	}
	if (entry->min)
		ok = ok && wire_put(object, "min", wire_from_u64(entry->min));
	if (entry->max)
		ok = ok && wire_put(object, "max", wire_from_u64(entry->max));
	if (entry->error.code)
		ok = ok && wire_put(object, "error", encode_error(&entry->error));
	return finish(object, ok);
}

static json_t *encode_values(const struct protocol_nic *nic, enum protocol_result result)
{
	json_t *array = json_array();

	for (size_t i = 0; i < nic->value_count; i++)
		if (json_array_append_new(array, encode_entry(&nic->values[i], result)))
			return finish(array, false);
	return array;
}

static bool put_name(json_t *object, const char *key, const char *text)
{
	return !text[0] || wire_put(object, key, wire_from_text(text));
}

/* 0 is none of these: what is not known is left out. */
static bool put_number(json_t *object, const char *key, uint32_t n)
{
	return !n || wire_put(object, key, json_integer(n));
}

static json_t *encode_nic(const struct protocol_nic *nic, enum protocol_result result)
{
	const struct ece_nic_info *info = &nic->info;
	json_t *object = json_pack("{s:o, s:s}", "guid", wire_from_guid(info->guid), "psid", info->psid);
	bool ok = object != NULL;

	ok = ok && put_number(object, "device_id", info->device_id) && put_number(object, "port", info->port);
	ok = ok && put_number(object, "speed_mbps", info->speed_mbps);
	ok = ok && put_name(object, "pci", info->pci) && put_name(object, "rdma", info->rdma);
	ok = ok && put_name(object, "netdev", info->netdev) && put_name(object, "fwctl", info->fwctl);
	ok = ok && put_name(object, "firmware", info->firmware) && put_name(object, "card", info->card);
	if (info->bar)
		ok = ok && put_name(object, "bar", ece_nic_bar_name(info->bar)) && put_name(object, "why", info->why);
	return finish(object, ok && wire_put(object, "values", encode_values(nic, result)));
}

static json_t *encode_nics(const struct protocol_answer *answer)
{
	json_t *array = json_array();

	for (size_t i = 0; i < answer->nic_count; i++)
		if (json_array_append_new(array, encode_nic(&answer->nics[i], answer->result)))
			return finish(array, false);
	return array;
}

int protocol_answer_encode(const struct protocol_answer *answer, char **line, size_t *len, struct ece_error *e)
{
	json_t *root = json_pack("{s:i, s:s, s:s}", "version", PROTOCOL_VERSION, "id", answer->id, "result",
				 protocol_result_name(answer->result));
	bool ok = root != NULL;

	if (answer->simulated)
		ok = ok && wire_put(root, "simulated", json_true());
	if (answer->from_journal)
		ok = ok && wire_put(root, "from_journal", json_true());
	if (answer->error.code)
		ok = ok && wire_put(root, "error", encode_error(&answer->error));
	ok = ok && wire_put(root, "nics", encode_nics(answer));
	return wire_dump(finish(root, ok), line, len, e);
}

static int decode_result(const json_t *json, struct ece_result *result, struct ece_error *e)
{
	const char *backends[ECE_BACKEND_COUNT];
	unsigned int backend = ECE_BACKEND_NONE, reached = ECE_REACHED_NO;
	uint64_t err = 0, status = 0, syndrome = 0;
	int ret;

	for (int i = 0; i < ECE_BACKEND_COUNT; i++)
		backends[i] = ece_backend_name((enum ece_backend_id)i);
	ret = wire_name(json, "backend", backends, ECE_BACKEND_COUNT, &backend, e);
	ret = ret ? ret : wire_name(json, "reached", reached_words, 3, &reached, e);
	ret = ret ? ret : wire_u64(json, "errno", 4095, &err, e);
	ret = ret ? ret : wire_u64(json, "status", UINT8_MAX, &status, e);
	ret = ret ? ret : wire_u64(json, "syndrome", UINT32_MAX, &syndrome, e);
	if (ret)
		return ret;
	*result = (struct ece_result){
		.err = -(int)err,
		.backend = backend,
		.reached = reached,
		.has_status = json_object_get(json, "status") != NULL,
		.status = (uint8_t)status,
		.syndrome = (uint32_t)syndrome,
	};
	return 0;
}

static int decode_error(const json_t *json, struct ece_error *error, struct ece_error *e)
{
	const char *kinds[ECE_ERROR_KIND_COUNT];
	unsigned int kind = ECE_ERROR_PROTOCOL;
	uint64_t code = EIO;
	char text[ECE_ERROR_TEXT_MAX] = "", place[ECE_ERROR_PLACE_MAX] = "";
	int ret;

	for (int i = 0; i < ECE_ERROR_KIND_COUNT; i++)
		kinds[i] = ece_error_kind_name((enum ece_error_kind)i);
	ret = wire_need_name(json, "kind", kinds, ECE_ERROR_KIND_COUNT, &kind, e);
	ret = ret ? ret : wire_text(json, "text", text, sizeof(text), e);
	ret = ret ? ret : wire_text(json, "place", place, sizeof(place), e);
	ret = ret ? ret : wire_u64(json, "code", 4095, &code, e);
	if (ret)
		return ret;
	ece_error_set(error, -(int)code, kind, "%s", text);
	ece_error_place(error, "%s", place);
	return decode_result(json, &error->result, e);
}

static int decode_value(const json_t *entry, const char *key, struct ece_value *value, struct ece_error *e)
{
	const json_t *json = json_object_get(entry, key);
	char state[32];
	int ret;

	if (!json)
		return 0;
	ret = wire_need_string(json, "state", state, sizeof(state), e);
	if (!ret && ece_value_state_parse(state, &value->state))
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "a value has the unknown state \"%s\"", state);
	if (!ret && (value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT))
		ret = wire_need_u64(json, "raw", UINT64_MAX, &value->raw, e);
	ret = ret ? ret : wire_text(json, "why", value->why, sizeof(value->why), e);
	return ret ? ret : decode_result(json, &value->result, e);
}

static int decode_entry(const json_t *json, struct protocol_value *entry, struct ece_error *e)
{
	const json_t *error = json_object_get(json, "error");
	unsigned int write = ECE_WRITE_NOT_TRIED;
	char name[PROTOCOL_ID_MAX];
	int ret = wire_need_string(json, "param", name, sizeof(name), e);

	if (ret)
		return ret;
	entry->param = ece_param_find(name);
	if (!entry->param)
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "the answer has an unknown parameter \"%s\"",
				     name);
	ret = decode_value(json, "value", &entry->value, e);
	ret = ret ? ret : decode_value(json, "before", &entry->before, e);
	ret = ret ? ret : wire_name(json, "write", protocol_write_words, PROTOCOL_WRITES, &write, e);
	ret = ret ? ret : wire_u64(json, "min", UINT64_MAX, &entry->min, e);
	ret = ret ? ret : wire_u64(json, "max", UINT64_MAX, &entry->max, e);
	entry->write = write;
	return ret || !error ? ret : decode_error(error, &entry->error, e);
}

/* A newer agent may know a bar that this program does not: it bars all the same. */
static int decode_bar(const json_t *json, struct ece_nic_info *info, struct ece_error *e)
{
	char word[32] = "";
	int ret = wire_string(json, "bar", word, sizeof(word), e);

	ret = ret ? ret : wire_text(json, "why", info->why, sizeof(info->why), e);
	if (!ret && word[0] && ece_nic_bar_parse(word, &info->bar))
		info->bar = ECE_NIC_BAR_OTHER;
	return ret;
}

static int decode_info(const json_t *json, struct ece_nic_info *info, struct ece_error *e)
{
	uint64_t device = 0, port = 0, speed = 0;
	int ret = wire_need_guid(json, "guid", &info->guid, e);

	ret = ret ? ret : wire_string(json, "psid", info->psid, sizeof(info->psid), e);
	ret = ret ? ret : wire_string(json, "pci", info->pci, sizeof(info->pci), e);
	ret = ret ? ret : wire_string(json, "rdma", info->rdma, sizeof(info->rdma), e);
	ret = ret ? ret : wire_string(json, "netdev", info->netdev, sizeof(info->netdev), e);
	ret = ret ? ret : wire_string(json, "fwctl", info->fwctl, sizeof(info->fwctl), e);
	ret = ret ? ret : wire_string(json, "firmware", info->firmware, sizeof(info->firmware), e);
	ret = ret ? ret : wire_string(json, "card", info->card, sizeof(info->card), e);
	ret = ret ? ret : wire_u64(json, "device_id", UINT16_MAX, &device, e);
	ret = ret ? ret : wire_u64(json, "port", UINT8_MAX, &port, e);
	ret = ret ? ret : wire_u64(json, "speed_mbps", UINT32_MAX, &speed, e);
	info->device_id = (uint16_t)device;
	info->port = (uint8_t)port;
	info->speed_mbps = (uint32_t)speed;
	return ret ? ret : decode_bar(json, info, e);
}

static int decode_nic(const json_t *json, struct protocol_nic *nic, struct ece_error *e)
{
	const json_t *array;
	int ret = decode_info(json, &nic->info, e);

	ret = ret ? ret : wire_array(json, "values", PROTOCOL_PARAMS_MAX, &array, e);
	if (ret || !array)
		return ret;
	nic->values = calloc(json_array_size(array) + 1, sizeof(*nic->values));
	if (!nic->values)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++)
		ret = decode_entry(json_array_get(array, i), &nic->values[nic->value_count++], e);
	return ret;
}

static int decode_nics(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(root, "nics", ECE_NIC_LIST_MAX, &array, e);

	if (ret || !array)
		return ret;
	answer->nics = calloc(json_array_size(array) + 1, sizeof(*answer->nics));
	if (!answer->nics)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++)
		ret = decode_nic(json_array_get(array, i), &answer->nics[answer->nic_count++], e);
	return ret;
}

static int decode(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	const json_t *error = json_object_get(root, "error");
	unsigned int result = 0;
	int ret = wire_need_string(root, "id", answer->id, sizeof(answer->id), e);

	ret = ret ? ret : wire_need_name(root, "result", protocol_result_words, PROTOCOL_RESULTS, &result, e);
	answer->result = result;
	ret = ret ? ret : wire_bool(root, "from_journal", &answer->from_journal, e);
	ret = ret ? ret : wire_bool(root, "simulated", &answer->simulated, e);
	if (!ret && error)
		ret = decode_error(error, &answer->error, e);
	return ret ? ret : decode_nics(root, answer, e);
}

int protocol_answer_decode(const char *line, size_t len, struct protocol_answer **answer, struct ece_error *e)
{
	struct protocol_answer *new;
	json_t *root;
	int ret = wire_load(line, len, &root, e);

	if (ret)
		return ret;
	new = calloc(1, sizeof(*new));
	ret = new ? decode(root, new, e) : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	json_decref(root);
	if (ret) {
		protocol_answer_free(new);
		return ret;
	}
	*answer = new;
	return 0;
}
