// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * PPCC, register 0x506e: the programmable congestion control of a port.
 *
 * Layout and commands: mstflint's register access table (ppcc). A command that gets answers to both methods, since
 * tools use either; a command that sets acts on a write only and answers a read with its own fields, since the
 * vendor's tool reads before it writes. The status of an absent slot is not public; here it is BAD_PARAM.
 */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/register.h"

enum {
	AT_CMD = 0x00,
	AT_SLOT = 0x04,
	AT_VALUE = 0x08,
	AT_DEFAULT = 0x0c,
	AT_MIN = 0x10,
	AT_MAX = 0x14,
	AT_FLAGS = 0x1c,
	AT_TEXT = 0x20,

	PPCC_BYTES = 0xfc,
	PPCC_BYTES_MIN = AT_TEXT, /* NVIDIA's own example accesses 0x40 bytes */
	TEXT_BYTES = PPCC_BYTES - AT_TEXT,

	FLAG_COUNTERS = 1 << 3,
	FLAG_TRACE = 1 << 4,

	PRM_READ_WRITE = 1,
	PRM_CLEARABLE = 2,

	BUILT_IN_SLOT = 15,
};

struct ppcc {
	const struct fw_card_type *type;
	struct fw_state *state;
	bool write;
	uint8_t slot;
	uint16_t index;
	const struct fw_ppcc_algo *algo; /* NULL: the slot is empty */
	uint8_t in[PPCC_BYTES];          /* zeros behind a short access */
	uint8_t out[PPCC_BYTES];
};

static const struct fw_ppcc_algo *algo_in(const struct fw_card_type *type, unsigned int slot)
{
	for (size_t i = 0; i < type->algo_count; i++)
		if (type->algos[i].slot == slot)
			return &type->algos[i];
	return NULL;
}

static uint32_t algo_word(const struct fw_ppcc_algo *algo)
{
	return algo ? (uint32_t)algo->id << 16 | (uint32_t)algo->major << 8 | algo->minor : 0;
}

static void put_flags(struct ppcc *p, uint32_t mask, uint32_t flags)
{
	ece_put_be32(p->out + AT_FLAGS, (ece_be32(p->out + AT_FLAGS) & ~mask) | flags);
}

/* text_length and text; without a terminating NUL, as the length says where it ends */
static void put_text(struct ppcc *p, const void *text, size_t len)
{
	if (len > TEXT_BYTES)
		len = TEXT_BYTES;
	memset(p->out + AT_TEXT, 0, TEXT_BYTES);
	memcpy(p->out + AT_TEXT, text, len);
	put_flags(p, 0xff00, (uint32_t)len << 8);
}

static uint8_t algo_info(struct ppcc *p)
{
	const char *text = p->algo ? p->algo->text : "";

	ece_put_be32(p->out + AT_VALUE, algo_word(p->algo));
	put_text(p, text, strlen(text));
	return PRM_STATUS_OK;
}

static uint16_t slot_bit(const struct ppcc *p)
{
	return (uint16_t)(1U << p->slot);
}

static void set_bit(uint16_t *bits, uint16_t bit, bool on)
{
	*bits = (uint16_t)(on ? *bits | bit : *bits & ~bit);
}

static uint8_t enable(struct ppcc *p)
{
	uint32_t flags = ece_be32(p->in + AT_FLAGS);

	if (!p->write)
		return PRM_STATUS_OK;
	set_bit(&p->state->ppcc_enabled, slot_bit(p), true);
	set_bit(&p->state->ppcc_counters, slot_bit(p), flags & FLAG_COUNTERS);
	set_bit(&p->state->ppcc_trace, slot_bit(p), flags & FLAG_TRACE);
	return PRM_STATUS_OK;
}

static uint8_t disable(struct ppcc *p)
{
	if (p->write)
		set_bit(&p->state->ppcc_enabled, slot_bit(p), false);
	return PRM_STATUS_OK;
}

/* The built-in slot reads as enabled whatever was set: its state cannot be verified (nic-configuration-operator 483). */
static uint8_t enable_status(struct ppcc *p)
{
	uint16_t bit = slot_bit(p);
	bool on = p->slot == BUILT_IN_SLOT || p->state->ppcc_enabled & bit;

	ece_put_be32(p->out + AT_VALUE, on);
	put_flags(p, FLAG_COUNTERS | FLAG_TRACE,
		  (p->state->ppcc_counters & bit ? FLAG_COUNTERS : 0U) |
			  (p->state->ppcc_trace & bit ? FLAG_TRACE : 0U));
	return PRM_STATUS_OK;
}

static uint8_t param_count(struct ppcc *p)
{
	ece_put_be32(p->out + AT_VALUE, (uint32_t)p->algo->param_count);
	return PRM_STATUS_OK;
}

/* NULL behind the last one */
static const struct fw_ppcc_param *param_at(const struct ppcc *p, size_t index)
{
	if (index >= p->algo->param_count || index >= FW_PPCC_PARAMS)
		return NULL;
	return &p->algo->params[index];
}

static uint8_t param_info(struct ppcc *p)
{
	const struct fw_ppcc_param *param = param_at(p, p->index);

	if (!param)
		return PRM_STATUS_BAD_PARAM;
	ece_put_be32(p->out + AT_DEFAULT, param->initial);
	ece_put_be32(p->out + AT_MIN, param->min);
	ece_put_be32(p->out + AT_MAX, param->max);
	put_flags(p, 0x3, param->prm);
	put_text(p, param->text, strlen(param->text));
	return PRM_STATUS_OK;
}

static uint8_t get_param(struct ppcc *p)
{
	if (!param_at(p, p->index))
		return PRM_STATUS_BAD_PARAM;
	ece_put_be32(p->out + AT_VALUE, p->state->ppcc_param[p->index]);
	return PRM_STATUS_OK;
}

static uint8_t get_and_clear_param(struct ppcc *p)
{
	uint8_t status = get_param(p);

	if (status == PRM_STATUS_OK && param_at(p, p->index)->prm == PRM_CLEARABLE)
		p->state->ppcc_param[p->index] = 0;
	return status;
}

/* A value that does not fit is dropped without a word; so says the register's own description. */
static void store(struct ppcc *p, size_t index, uint32_t value)
{
	const struct fw_ppcc_param *param = param_at(p, index);

	if (param->prm == PRM_READ_WRITE && value >= param->min && value <= param->max)
		p->state->ppcc_param[index] = value;
}

static uint8_t set_param(struct ppcc *p)
{
	if (!param_at(p, p->index))
		return PRM_STATUS_BAD_PARAM;
	if (p->write)
		store(p, p->index, ece_be32(p->in + AT_VALUE));
	return PRM_STATUS_OK;
}

/* How many values a bulk command carries: as many as there are, or fewer where the caller says so. */
static size_t bulk_count(const struct ppcc *p, size_t count)
{
	size_t asked = (ece_be32(p->in + AT_FLAGS) >> 8 & 0xff) / 4;

	if (count > TEXT_BYTES / 4)
		count = TEXT_BYTES / 4;
	return asked && asked < count ? asked : count;
}

static uint8_t bulk_get(struct ppcc *p)
{
	size_t count = bulk_count(p, p->algo->param_count);
	uint8_t values[TEXT_BYTES];

	for (size_t i = 0; i < count; i++)
		ece_put_be32(values + 4 * i, p->state->ppcc_param[i]);
	put_text(p, values, 4 * count);
	return PRM_STATUS_OK;
}

static uint8_t bulk_set(struct ppcc *p)
{
	size_t count = bulk_count(p, p->algo->param_count);

	for (size_t i = 0; p->write && i < count; i++)
		store(p, i, ece_be32(p->in + AT_TEXT + 4 * i));
	return PRM_STATUS_OK;
}

static size_t counters_of(const struct fw_ppcc_algo *algo)
{
	return algo->counter_count < FW_PPCC_COUNTERS ? algo->counter_count : FW_PPCC_COUNTERS;
}

static uint8_t counter_count(struct ppcc *p)
{
	ece_put_be32(p->out + AT_VALUE, (uint32_t)counters_of(p->algo));
	return PRM_STATUS_OK;
}

static uint8_t counter_info(struct ppcc *p)
{
	const struct fw_ppcc_counter *counter;

	if (p->index >= counters_of(p->algo))
		return PRM_STATUS_BAD_PARAM;
	counter = &p->algo->counters[p->index];
	ece_put_be32(p->out + AT_MAX, counter->wraps);
	put_flags(p, 0x3, PRM_CLEARABLE);
	put_text(p, counter->text, strlen(counter->text));
	return PRM_STATUS_OK;
}

/* They stand still while the slot's counters are off. */
static uint8_t bulk_get_counters(struct ppcc *p)
{
	size_t count = bulk_count(p, counters_of(p->algo));
	uint8_t values[TEXT_BYTES];

	for (size_t i = 0; i < count; i++)
		ece_put_be32(values + 4 * i, p->state->ppcc_counter[i] & p->algo->counters[i].wraps);
	put_text(p, values, 4 * count);
	return PRM_STATUS_OK;
}

static uint8_t bulk_get_and_clear_counters(struct ppcc *p)
{
	size_t count = bulk_count(p, counters_of(p->algo));
	uint8_t status = bulk_get_counters(p);

	memset(p->state->ppcc_counter, 0, count * sizeof(p->state->ppcc_counter[0]));
	return status;
}

static uint8_t algo_array(struct ppcc *p)
{
	uint8_t words[FW_PPCC_SLOTS * 4];

	for (unsigned int slot = 0; slot < FW_PPCC_SLOTS; slot++)
		ece_put_be32(words + (size_t)slot * 4, algo_word(algo_in(p->type, slot)));
	put_text(p, words, sizeof(words));
	return PRM_STATUS_OK;
}

static uint8_t target_apps(struct ppcc *p)
{
	ece_put_be32(p->out + AT_VALUE, 1); /* bit 0: the reaction point */
	return PRM_STATUS_OK;
}

static const struct {
	uint8_t cmd;
	bool any_slot; /* may name an empty one */
	uint8_t (*run)(struct ppcc *p);
} commands[] = {
	{0x00, true, algo_info},
	{0x01, false, enable},
	{0x02, false, disable},
	{0x03, false, enable_status},
	{0x04, false, param_count},
	{0x05, false, param_info},
	{0x06, false, get_param},
	{0x07, false, get_and_clear_param},
	{0x08, false, set_param},
	{0x0a, false, bulk_get},
	{0x0b, false, bulk_set},
	{0x0c, false, bulk_get_counters},
	{0x0d, false, bulk_get_and_clear_counters},
	{0x0e, false, counter_count},
	{0x0f, false, counter_info},
	{0x10, true, algo_array},
	{0xf0, true, target_apps},
};

static uint8_t run(struct ppcc *p)
{
	uint8_t cmd = p->in[AT_CMD + 3];

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (commands[i].cmd != cmd)
			continue;
		if (!p->algo && !commands[i].any_slot)
			return PRM_STATUS_BAD_PARAM;
		return commands[i].run(p);
	}
	return PRM_STATUS_BAD_PARAM;
}

/* Port 1 is the only one of a function, and the reaction point the only application that this model has. */
static bool addressed(const struct ppcc *p)
{
	uint32_t word = ece_be32(p->in + AT_CMD);

	return (word >> 16 & 0xff) == 1 && !(word >> 12 & 3) && !(word >> 28);
}

uint8_t fw_ppcc(struct fw_access *access)
{
	struct ppcc p = {
		.type = access->call->fw->type,
		.state = access->call->fw->state,
		.write = access->write,
	};
	size_t len = access->in_len < PPCC_BYTES ? access->in_len : PPCC_BYTES;
	uint8_t status;

	if (!p.type->algo_count)
		return PRM_STATUS_BAD_PARAM;
	if (len < PPCC_BYTES_MIN)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->out_len < len)
		return PRM_STATUS_BAD_OUTPUT_LEN;
	memcpy(p.in, access->in, len);
	/* Everything that identifies the question comes back with the answer */
	memcpy(p.out, p.in, len);
	p.slot = p.in[AT_SLOT + 3] & 0xf;
	p.index = (uint16_t)(ece_be32(p.in + AT_SLOT) >> 16);
	p.algo = algo_in(p.type, p.slot);
	status = addressed(&p) ? run(&p) : PRM_STATUS_BAD_PARAM;
	memcpy(access->out, p.out, len);
	return status;
}

/* The state has room for the parameters of one algorithm: the last that has some is the one that runs (register.c). */
static const struct fw_ppcc_algo *algo_with_params(const struct fw_card_type *type)
{
	const struct fw_ppcc_algo *found = NULL;

	for (size_t i = 0; i < type->algo_count; i++)
		if (type->algos[i].param_count)
			found = &type->algos[i];
	return found;
}

/* NAME of "NAME, description" */
static int name_len(const char *text)
{
	return (int)strcspn(text, ",");
}

static void dump_param(const struct fw *fw, const struct fw_ppcc_algo *algo, size_t i, const struct fw_dump *to)
{
	uint32_t value = fw->state->ppcc_param[i];

	if (algo && i < algo->param_count)
		fw_dump_value(to, value, "ppcc.param.%.*s", name_len(algo->params[i].text), algo->params[i].text);
	else if (value)
		fw_dump_value(to, value, "ppcc.param.%zu", i);
}

uint32_t *fw_ppcc_counter(const struct fw *fw, const char *name)
{
	const struct fw_ppcc_algo *algo = algo_with_params(fw->type);

	if (!algo || strncmp(name, "ppcc.", 5) != 0)
		return NULL;
	for (size_t i = 0; i < counters_of(algo); i++) {
		const char *text = algo->counters[i].text;

		if (!strncmp(text, name + 5, (size_t)name_len(text)) && !name[5 + name_len(text)])
			return &fw->state->ppcc_counter[i];
	}
	return NULL;
}

static void dump_counter(const struct fw *fw, const struct fw_ppcc_algo *algo, size_t i, const struct fw_dump *to)
{
	uint32_t value = fw->state->ppcc_counter[i];

	if (algo && i < counters_of(algo))
		fw_dump_value(to, value, "ppcc.counter.%.*s", name_len(algo->counters[i].text), algo->counters[i].text);
	else if (value)
		fw_dump_value(to, value, "ppcc.counter.%zu", i);
}

void fw_dump_ppcc(const struct fw *fw, const struct fw_dump *to)
{
	const struct fw_ppcc_algo *algo = algo_with_params(fw->type);
	const struct fw_state *state = fw->state;

	for (unsigned int slot = 0; slot < FW_PPCC_SLOTS; slot++) {
		fw_dump_value(to, state->ppcc_enabled >> slot & 1, "ppcc.slot.%u.enabled", slot);
		fw_dump_value(to, state->ppcc_counters >> slot & 1, "ppcc.slot.%u.counters", slot);
		fw_dump_value(to, state->ppcc_trace >> slot & 1, "ppcc.slot.%u.trace", slot);
	}
	for (size_t i = 0; i < FW_PPCC_PARAMS; i++)
		dump_param(fw, algo, i, to);
	for (size_t i = 0; i < FW_PPCC_COUNTERS; i++)
		dump_counter(fw, algo, i, to);
}
