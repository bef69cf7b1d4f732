// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"
#include "lib/host/protocol_qps.h"
#include "lib/host/wire.h"
#include "lib/host/words.h"

static int decode_result(const json_t *json, struct ece_result *result, struct ece_error *e)
{
	const char *backends[ECE_BACKEND_COUNT];
	unsigned int backend = ECE_BACKEND_NONE, reached = ECE_REACHED_NO;
	uint64_t err = 0, status = 0, syndrome = 0;
	int ret;

	for (int i = 0; i < ECE_BACKEND_COUNT; i++)
		backends[i] = ece_backend_name((enum ece_backend_id)i);
	ret = wire_name(json, "backend", backends, ECE_BACKEND_COUNT, &backend, e);
	ret = ret ? ret : wire_name(json, "reached", protocol_reached_words, PROTOCOL_REACHED, &reached, e);
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

int protocol_error_decode(const json_t *json, struct ece_error *error, struct ece_error *e)
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

static int decode_param(const json_t *json, const struct ece_param **param, struct ece_error *e)
{
	char name[PROTOCOL_ID_MAX];
	int ret = wire_need_string(json, "param", name, sizeof(name), e);

	if (ret)
		return ret;
	*param = ece_param_find(name);
	if (*param)
		return 0;
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "the answer has an unknown parameter \"%s\"", name);
}

static int decode_entry(const json_t *json, struct protocol_value *entry, struct ece_error *e)
{
	const json_t *error = json_object_get(json, "error");
	unsigned int write = ECE_WRITE_NOT_TRIED;
	int ret = decode_param(json, &entry->param, e);

	ret = ret ? ret : decode_value(json, "value", &entry->value, e);
	ret = ret ? ret : decode_value(json, "before", &entry->before, e);
	ret = ret ? ret : wire_name(json, "write", protocol_write_words, PROTOCOL_WRITES, &write, e);
	ret = ret ? ret : wire_u64(json, "min", UINT64_MAX, &entry->min, e);
	ret = ret ? ret : wire_u64(json, "max", UINT64_MAX, &entry->max, e);
	entry->write = write;
	return ret || !error ? ret : protocol_error_decode(error, &entry->error, e);
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

static int decode_original(const json_t *json, struct protocol_original *original, struct ece_error *e)
{
	int ret = decode_param(json, &original->param, e);

	ret = ret ? ret : wire_need_u64(json, "raw", UINT64_MAX, &original->raw, e);
	ret = ret ? ret : decode_value(json, "value", &original->now, e);
	original->has_confirmed = json_object_get(json, "confirmed");
	ret = ret ? ret : wire_u64(json, "confirmed", UINT64_MAX, &original->confirmed, e);
	return ret ? ret : wire_string(json, "by", original->by, sizeof(original->by), e);
}

static int decode_originals(const json_t *json, struct protocol_nic *nic, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(json, "originals", PROTOCOL_ORIGINALS_MAX, &array, e);

	if (ret || !array)
		return ret;
	nic->originals = calloc(json_array_size(array) + 1, sizeof(*nic->originals));
	if (!nic->originals)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++)
		ret = decode_original(json_array_get(array, i), &nic->originals[nic->original_count++], e);
	return ret;
}

static int decode_known(const json_t *json, const char *key, int32_t *v, struct ece_error *e)
{
	uint64_t got = 0;
	int ret = wire_u64(json, key, INT32_MAX, &got, e);

	if (!ret && json_object_get(json, key))
		*v = (int32_t)got;
	return ret;
}

static int decode_flag(const json_t *json, const char *key, int8_t *v, struct ece_error *e)
{
	bool got = false;
	int ret = wire_bool(json, key, &got, e);

	if (!ret && json_object_get(json, key))
		*v = got;
	return ret;
}

/* An older agent tells nothing of it. */
static int decode_use(const json_t *nic, struct protocol_use *use, struct ece_error *e)
{
	const json_t *json = json_object_get(nic, "use");
	int ret;

	*use = (struct protocol_use)PROTOCOL_USE_UNKNOWN;
	ret = decode_flag(json, "bonded", &use->bonded, e);
	ret = ret ? ret : decode_flag(json, "default_route", &use->default_route, e);
	ret = ret ? ret : decode_known(json, "qps", &use->qps, e);
	ret = ret ? ret : decode_known(json, "processes", &use->processes, e);
	ret = ret ? ret : decode_known(json, "connected", &use->connected, e);
	return ret ? ret : decode_flag(json, "management", &use->management, e);
}

static int decode_residual(const json_t *nic, struct protocol_residual *residual, struct ece_error *e)
{
	const json_t *json = json_object_get(nic, "residual"), *pids;
	int ret;

	if (!json)
		return 0;
	residual->qps = -1;
	ret = json_is_null(json_object_get(json, "qps")) ? 0 : decode_known(json, "qps", &residual->qps, e);
	ret = ret ? ret : wire_array(json, "pids", PROTOCOL_PIDS_MAX, &pids, e);
	for (size_t i = 0; !ret && i < json_array_size(pids); i++) {
		const json_t *pid = json_array_get(pids, i);

		if (!json_is_integer(pid) || json_integer_value(pid) < 0 || json_integer_value(pid) > UINT32_MAX)
			return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "an entry of \"pids\" is no process id");
		residual->pids[residual->pid_count++] = (uint32_t)json_integer_value(pid);
	}
	return ret;
}

static int decode_reading(const json_t *json, struct counter_reading *reading, struct ece_error *e)
{
	const char *text = json_string_value(json);
	int ret;

	if (json_is_null(json))
		return 0;
	if (text && !strcmp(text, PROTOCOL_UNREADABLE)) {
		reading->state = COUNTER_UNREADABLE;
		return 0;
	}
	ret = wire_number(json, "counters", UINT64_MAX, &reading->value, e);
	if (!ret)
		reading->state = COUNTER_PRESENT;
	return ret;
}

static int decode_readings(const json_t *json, struct protocol_nic *nic, size_t count, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(json, "counters", PROTOCOL_COUNTERS_MAX, &array, e);

	if (ret || !array)
		return ret;
	if (json_array_size(array) != count)
		return ece_error_set(e, -EINVAL, ECE_ERROR_PROTOCOL, "the answer names %zu counters and a NIC has %zu",
				     count, json_array_size(array));
	nic->counters = calloc(count + 1, sizeof(*nic->counters));
	if (!nic->counters)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < count && !ret; i++)
		ret = decode_reading(json_array_get(array, i), &nic->counters[nic->counter_count++], e);
	return ret ? ret : wire_bool(json, "devx_only", &nic->devx_only, e);
}

static int decode_more(const json_t *json, struct protocol_nic *nic, size_t counters, struct ece_error *e)
{
	int ret = decode_use(json, &nic->use, e);

	ret = ret ? ret : decode_originals(json, nic, e);
	ret = ret ? ret : decode_residual(json, &nic->residual, e);
	ret = ret ? ret : protocol_qps_decode(json, &nic->qps, e);
	return ret ? ret : decode_readings(json, nic, counters, e);
}

static int decode_values(const json_t *json, struct protocol_nic *nic, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(json, "values", PROTOCOL_PARAMS_MAX, &array, e);

	if (ret || !array)
		return ret;
	nic->values = calloc(json_array_size(array) + 1, sizeof(*nic->values));
	if (!nic->values)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < json_array_size(array) && !ret; i++)
		ret = decode_entry(json_array_get(array, i), &nic->values[nic->value_count++], e);
	return ret;
}

static int decode_nic(const json_t *json, struct protocol_nic *nic, size_t counters, struct ece_error *e)
{
	int ret = decode_info(json, &nic->info, e);

	ret = ret ? ret : decode_values(json, nic, e);
	return ret ? ret : decode_more(json, nic, counters, e);
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
		ret = decode_nic(json_array_get(array, i), &answer->nics[answer->nic_count++], answer->counter_count,
				 e);
	return ret;
}

static int decode_counters(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	const json_t *array;
	int ret = wire_array(root, "counters", PROTOCOL_COUNTERS_MAX, &array, e);

	if (ret || !array)
		return ret;
	answer->counters = calloc(json_array_size(array) + 1, sizeof(const struct counter *));
	if (!answer->counters)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *name = json_string_value(json_array_get(array, i));

		answer->counters[i] = name ? counter_find(name) : NULL;
		if (!answer->counters[i])
			return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
					     "the answer has an unknown counter \"%.64s\"", name ? name : "");
		answer->counter_count++;
	}
	return 0;
}

static int decode_frozen(const json_t *root, struct protocol_freeze *frozen, struct ece_error *e)
{
	const json_t *json = json_object_get(root, "frozen");
	int ret = 0;

	if (!json)
		return 0;
	frozen->fleet = json_object_get(json, "token") != NULL;
	if (frozen->fleet)
		ret = wire_need_token(json, "token", &frozen->token, e);
	ret = ret ? ret : wire_bool(json, "by_hand", &frozen->by_hand, e);
	ret = ret ? ret : wire_need_u64(json, "since", INT64_MAX, &frozen->since_s, e);
	ret = ret ? ret : wire_text(json, "who", frozen->who, sizeof(frozen->who), e);
	ret = ret ? ret : wire_text(json, "why", frozen->why, sizeof(frozen->why), e);
	if (!ret && !frozen->fleet && !frozen->by_hand)
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_PROTOCOL, "\"frozen\" does not say by whom");
	return ret;
}

static int decode_count(const json_t *root, const char *key, uint32_t *count, struct ece_error *e)
{
	uint64_t got = *count;
	int ret = wire_u64(root, key, UINT32_MAX, &got, e);

	*count = (uint32_t)got;
	return ret;
}

static int decode_since_1(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	bool ready = false;
	int ret = wire_u64(root, "wanted", INT64_MAX, &answer->wanted, e);

	if (json_is_object(json_object_get(root, "facts")))
		answer->facts = json_incref(json_object_get(root, "facts"));
	ret = ret ? ret : decode_frozen(root, &answer->frozen, e);
	ret = ret ? ret : wire_bool(root, "ready", &ready, e);
	if (!ret && json_object_get(root, "ready"))
		answer->ready = ready ? 1 : -1;
	ret = ret ? ret : decode_count(root, "right", &answer->ensured.right, e);
	ret = ret ? ret : decode_count(root, "changed", &answer->ensured.changed, e);
	return ret ? ret : decode_count(root, "wrong", &answer->ensured.wrong, e);
}

static int decode_host(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	int ret = wire_u64(root, "generation", INT64_MAX, &answer->generation, e);

	ret = ret ? ret : wire_string(root, "holder", answer->holder, sizeof(answer->holder), e);
	if (!ret && json_object_get(root, "obeyed"))
		ret = wire_need_token(root, "obeyed", &answer->obeyed, e);
	ret = ret ? ret : decode_since_1(root, answer, e);
	ret = ret ? ret : wire_string(root, "boot", answer->boot, sizeof(answer->boot), e);
	ret = ret ? ret : wire_u64(root, "at_ns", UINT64_MAX, &answer->at_ns, e);
	return ret ? ret : decode_counters(root, answer, e);
}

static int decode(const json_t *root, struct protocol_answer *answer, struct ece_error *e)
{
	const json_t *error = json_object_get(root, "error");
	unsigned int result = 0;
	int ret = wire_version(root, &answer->version, e);

	ret = ret ? ret : wire_need_string(root, "id", answer->id, sizeof(answer->id), e);
	ret = ret ? ret : wire_need_name(root, "result", protocol_result_words, PROTOCOL_RESULTS, &result, e);
	answer->result = result;
	ret = ret ? ret : wire_bool(root, "from_journal", &answer->from_journal, e);
	ret = ret ? ret : wire_bool(root, "simulated", &answer->simulated, e);
	if (!ret && error)
		ret = protocol_error_decode(error, &answer->error, e);
	ret = ret ? ret : decode_host(root, answer, e);
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
