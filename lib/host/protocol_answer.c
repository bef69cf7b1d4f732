// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"
#include "lib/host/protocol_qps.h"
#include "lib/host/wire.h"
#include "lib/host/words.h"

/* What the device operation said: only what is not zero, since most values carry nothing. */
static bool put_result(json_t *object, const struct ece_result *result)
{
	bool ok = true;

	if (result->backend != ECE_BACKEND_NONE)
		ok = wire_put(object, "backend", json_string(ece_backend_name(result->backend)));
	if (!result->err)
		return ok;
	ok = ok && wire_put(object, "errno", json_integer(-result->err));
	ok = ok && wire_put(object, "reached", json_string(protocol_reached_words[result->reached]));
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

json_t *protocol_error_encode(const struct ece_error *error)
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
		ok = ok && wire_put(object, "error", protocol_error_encode(&entry->error));
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

static json_t *encode_original(const struct protocol_original *original)
{
	json_t *entry = json_pack("{s:s, s:o, s:o}", "param", original->param->name, "raw",
				  wire_from_u64(original->raw), "value", encode_value(&original->now));
	bool ok = entry != NULL;

	if (original->has_confirmed)
		ok = ok && wire_put(entry, "confirmed", wire_from_u64(original->confirmed));
	if (original->by[0])
		ok = ok && wire_put(entry, "by", json_string(original->by));
	return finish(entry, ok);
}

static json_t *encode_originals(const struct protocol_nic *nic)
{
	json_t *array = json_array();

	for (size_t i = 0; i < nic->original_count; i++)
		if (json_array_append_new(array, encode_original(&nic->originals[i])))
			return finish(array, false);
	return array;
}

/* -1 is "not known", and left out. */
static bool put_known(json_t *object, const char *key, int32_t v)
{
	return v < 0 || wire_put(object, key, json_integer(v));
}

static bool put_flag(json_t *object, const char *key, int8_t v)
{
	return v < 0 || wire_put(object, key, json_boolean(v));
}

static json_t *encode_use(const struct protocol_use *use)
{
	json_t *object = json_object();
	bool ok = object != NULL;

	ok = ok && put_flag(object, "bonded", use->bonded) && put_flag(object, "default_route", use->default_route);
	ok = ok && put_known(object, "qps", use->qps) && put_known(object, "processes", use->processes);
	ok = ok && put_known(object, "connected", use->connected);
	ok = ok && put_flag(object, "management", use->management);
	return finish(object, ok);
}

/* How many they are may not be known, and then is null. */
static json_t *encode_residual(const struct protocol_residual *residual)
{
	json_t *object =
		json_pack("{s:o, s:[]}", "qps", residual->qps < 0 ? json_null() : json_integer(residual->qps), "pids");
	bool ok = object != NULL;

	for (uint32_t i = 0; i < residual->pid_count && i < PROTOCOL_PIDS_MAX && ok; i++)
		ok = !json_array_append_new(json_object_get(object, "pids"), json_integer(residual->pids[i]));
	return finish(object, ok);
}

static json_t *encode_reading(const struct counter_reading *reading)
{
	if (reading->state == COUNTER_PRESENT)
		return wire_from_u64(reading->value);
	return reading->state == COUNTER_ABSENT ? json_null() : json_string(PROTOCOL_UNREADABLE);
}

static json_t *encode_readings(const struct protocol_nic *nic)
{
	json_t *array = json_array();

	for (size_t i = 0; i < nic->counter_count; i++)
		if (json_array_append_new(array, encode_reading(&nic->counters[i])))
			return finish(array, false);
	return array;
}

/* What there is only in answers to some requests. */
static bool put_more(json_t *object, const struct protocol_nic *nic, enum protocol_result result)
{
	bool ok = true;

	if (nic->counters) {
		ok = wire_put(object, "counters", encode_readings(nic));
		return ok && (!nic->devx_only || wire_put(object, "devx_only", json_true()));
	}
	if (nic->qps)
		return wire_put(object, "qps", protocol_qps_encode(nic->qps));
	if (result == PROTOCOL_OK)
		ok = wire_put(object, "use", encode_use(&nic->use));
	if (nic->original_count)
		ok = ok && wire_put(object, "originals", encode_originals(nic));
	if (nic->residual.qps)
		ok = ok && wire_put(object, "residual", encode_residual(&nic->residual));
	return ok;
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
	ok = ok && wire_put(object, "values", encode_values(nic, result));
	return finish(object, ok && put_more(object, nic, result));
}

static json_t *encode_nics(const struct protocol_answer *answer)
{
	json_t *array = json_array();

	for (size_t i = 0; i < answer->nic_count; i++)
		if (json_array_append_new(array, encode_nic(&answer->nics[i], answer->result)))
			return finish(array, false);
	return array;
}

static json_t *encode_counters(const struct protocol_answer *answer)
{
	json_t *array = json_array();

	for (size_t i = 0; i < answer->counter_count; i++)
		if (json_array_append_new(array, json_string(answer->counters[i]->name)))
			return finish(array, false);
	return array;
}

static json_t *encode_frozen(const struct protocol_freeze *frozen)
{
	json_t *object = json_object();
	bool ok = object != NULL;

	ok = ok && (!frozen->fleet || wire_put(object, "token", wire_from_token(&frozen->token)));
	ok = ok && (!frozen->by_hand || wire_put(object, "by_hand", json_true()));
	ok = ok && wire_put(object, "since", wire_from_u64(frozen->since_s));
	ok = ok && put_name(object, "who", frozen->who) && put_name(object, "why", frozen->why);
	return finish(object, ok);
}

/* What version 1.1 has brought. */
static bool put_since_1(json_t *root, const struct protocol_answer *answer)
{
	const struct protocol_ensured *ensured = &answer->ensured;
	bool ok = !answer->wanted || wire_put(root, "wanted", wire_from_u64(answer->wanted));

	ok = ok && (!answer->facts || wire_put(root, "facts", json_incref(answer->facts)));
	if (answer->frozen.fleet || answer->frozen.by_hand)
		ok = ok && wire_put(root, "frozen", encode_frozen(&answer->frozen));
	if (answer->result == PROTOCOL_READY || answer->result == PROTOCOL_NOT_READY) {
		ok = ok && wire_put(root, "right", json_integer(ensured->right));
		ok = ok && wire_put(root, "changed", json_integer(ensured->changed));
		return ok && wire_put(root, "wrong", json_integer(ensured->wrong));
	}
	return ok && (!answer->ready || wire_put(root, "ready", json_boolean(answer->ready > 0)));
}

static bool knows(struct protocol_version version, uint32_t minor)
{
	return version.major != PROTOCOL_MAJOR || version.minor >= minor;
}

/* What is told of the whole host, as far as there is something to tell. */
static bool put_host(json_t *root, const struct protocol_answer *answer)
{
	bool ok = !answer->generation || wire_put(root, "generation", wire_from_u64(answer->generation));

	ok = ok && (!knows(answer->version, 1) || put_since_1(root, answer));

	ok = ok && put_name(root, "holder", answer->holder) && put_name(root, "boot", answer->boot);
	ok = ok && (!answer->obeyed.store[0] || wire_put(root, "obeyed", wire_from_token(&answer->obeyed)));
	ok = ok && (!answer->at_ns || wire_put(root, "at_ns", wire_from_u64(answer->at_ns)));
	return ok && (!answer->counters || wire_put(root, "counters", encode_counters(answer)));
}

int protocol_answer_encode(const struct protocol_answer *answer, char **line, size_t *len, struct ece_error *e)
{
	json_t *root = wire_begin(answer->version);
	bool ok = root != NULL;

	ok = ok && wire_put(root, "id", json_string(answer->id));
	ok = ok && wire_put(root, "result", json_string(protocol_result_name(answer->result)));
	if (answer->simulated)
		ok = ok && wire_put(root, "simulated", json_true());
	if (answer->from_journal)
		ok = ok && wire_put(root, "from_journal", json_true());
	if (answer->error.code)
		ok = ok && wire_put(root, "error", protocol_error_encode(&answer->error));
	ok = ok && put_host(root, answer);
	ok = ok && wire_put(root, "nics", encode_nics(answer));
	return wire_dump(finish(root, ok), line, len, e);
}
