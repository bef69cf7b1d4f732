// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/host/fake_nic.h"

#include "tests/unit/lib/host/fake_net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/cong_statistics.h"
#include "devx/nic/ppcc_counters.h"

struct fake_nic fake_nics[FAKE_NICS];
unsigned int fake_write_calls;
void (*fake_on_write)(void);
void (*fake_on_value)(unsigned int nic, const char *name);
uint64_t fake_rested_ns;

static void rest(void *ctx, uint64_t ns)
{
	(void)ctx;
	fake_rested_ns += ns;
}

static const struct ece_os_ops fake_ops = {.pause = rest};
const struct ece_os fake_os = {.ops = &fake_ops};

struct ece_nic {
	struct fake_nic *fake;
};

void fake_reset(void)
{
	fake_write_calls = 0;
	fake_rested_ns = 0;
	fake_on_write = NULL;
	fake_on_value = NULL;
	fake_net = (struct fake_net){0};
	for (unsigned int i = 0; i < FAKE_NICS; i++)
		fake_nics[i] = (struct fake_nic){
			.guid = i ? 0xb2 : 0xa1,
			.values =
				{
					{.name = "dcqcn.rp.ai_rate", .raw = 5},
					{.name = "roce_accl.selective_repeat_forced_en", .raw = 0},
					{.name = "ztr_rtt.ALPHA", .raw = 6553},
					{.name = "ppcc.slot.15.enable", .raw = 1, .lies = true},
				},
		};
}

struct fake_value *fake_find(unsigned int nic, const char *name)
{
	for (unsigned int i = 0; i < FAKE_PARAMS; i++)
		if (!strcmp(fake_nics[nic].values[i].name, name))
			return &fake_nics[nic].values[i];
	return NULL;
}

int ece_nic_list(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e)
{
	(void)os;
	(void)e;
	*list = calloc(FAKE_NICS + 1, sizeof(**list));
	*count = 0;
	for (unsigned int i = 0; i < FAKE_NICS; i++) {
		struct ece_nic_info *info = &(*list)[*count];

		if (fake_nics[i].missing)
			continue;
		info->guid = fake_nics[i].guid;
		strcpy(info->psid, "MT_0000000838");
		snprintf(info->pci, sizeof(info->pci), "0000:0%u:00.0", i + 1);
		snprintf(info->netdev, sizeof(info->netdev), "eth%u", i);
		info->kind = fake_nics[i].kind;
		info->bar = fake_nics[i].bar;
		if (info->bar)
			strcpy(info->why, "the fake is barred");
		if (fake_nics[i].parent)
			strcpy(info->parent, fake_nics[i].parent);
		(*count)++;
	}
	return 0;
}

int ece_nic_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_nic **nic, struct ece_error *e)
{
	(void)os;
	(void)e;
	*nic = malloc(sizeof(**nic));
	(*nic)->fake = info->guid == 0xa1 ? &fake_nics[0] : &fake_nics[1];
	return 0;
}

void ece_nic_close(struct ece_nic *nic)
{
	free(nic);
}

static struct fake_value *value_of(const struct ece_nic *nic, const struct ece_param *param)
{
	return fake_find((unsigned int)(nic->fake - fake_nics), param->name);
}

static struct ece_value read_one(const struct fake_value *fake)
{
	struct ece_value value = {.state = ECE_VALUE_UNSUPPORTED};

	if (!fake)
		return value;
	value = (struct ece_value){.raw = fake->lies ? 1 : fake->raw, .state = ECE_VALUE_SET};
	if (fake->fault == FAKE_UNREADABLE) {
		value = (struct ece_value){.state = ECE_VALUE_UNREADABLE};
		strcpy(value.why, "the fake says no");
	}
	return value;
}

void ece_nic_read(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		values[i] = read_one(value_of(nic, params[i]));
}

void ece_nic_read_limits(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values,
			 struct ece_nic_limits *limits, size_t n)
{
	ece_nic_read(nic, params, values, n);
	for (size_t i = 0; i < n; i++) {
		const struct fake_value *fake = value_of(nic, params[i]);

		limits[i] = (struct ece_nic_limits){.min = fake->min, .max = fake->max};
		if (fake->closed)
			ece_error_set(&limits[i].error, -ENXIO, ECE_ERROR_NO_DOOR, "the fake is closed");
	}
}

static int write_one(const struct ece_nic *nic, struct fake_value *fake, struct ece_write *write)
{
	bool refused = fake->fault == FAKE_REFUSES || fake->fault == FAKE_UNREADABLE ||
		       (fake->fault == FAKE_STUCK && fake->writes);
	struct ece_result result;

	if (fake->fault == FAKE_BUSY && fake->busy) {
		fake->busy--;
		write->error.result = (struct ece_result){
			.err = -EBUSY, .backend = ECE_BACKEND_FWCTL, .has_status = true, .status = 0x06 /* busy */};
		refused = true;
	}
	write->before = read_one(fake);
	if (write->before.state == ECE_VALUE_SET && fake->raw == write->raw && !fake->lies) {
		write->after = write->before;
		write->state = ECE_WRITE_UNCHANGED;
		return 0;
	}
	if (!refused && fake_on_value)
		fake_on_value((unsigned int)(nic->fake - fake_nics), fake->name);
	if (!refused) {
		fake->writes++;
		fake->raw = fake->clip && fake->writes == 1 ? fake->clip : write->raw;
	}
	write->after = read_one(fake);
	if (fake->lies && !refused)
		write->after.raw = write->raw;
	write->state = write->after.state == ECE_VALUE_SET && fake->raw == write->raw && !(fake->lies && refused) ?
			       ECE_WRITE_DONE :
			       ECE_WRITE_FAILED;
	if (write->state == ECE_WRITE_DONE)
		return 0;
	result = write->error.result;
	ece_error_set(&write->error, -EREMOTEIO, refused ? ECE_ERROR_REFUSED : ECE_ERROR_NOT_APPLIED,
		      "%s was not written", fake->name);
	return ece_error_result(&write->error, &result);
}

int ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	int ret = 0;

	fake_write_calls++;
	if (fake_on_write)
		fake_on_write();
	for (size_t i = 0; i < n && !ret; i++)
		ret = write_one(nic, value_of(nic, writes[i].param), &writes[i]);
	return ret;
}

int ece_nic_put_back(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	return ece_nic_write(nic, writes, n);
}

/* The fakes count nothing of their own. */
int ece_nic_cong_statistics(struct ece_nic *nic, struct ece_cong_statistics *statistics, struct ece_error *e)
{
	(void)nic;
	(void)statistics;
	return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "the fake counts nothing");
}

int ece_nic_ppcc_counters(struct ece_nic *nic, struct ece_ppcc_counting **counting, struct ece_error *e)
{
	(void)nic;
	(void)counting;
	return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "the fake counts nothing");
}

int ece_nic_ppcc_count(struct ece_nic *nic, struct ece_ppcc_counting *counting, struct ece_error *e)
{
	(void)nic;
	(void)counting;
	return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "the fake counts nothing");
}
