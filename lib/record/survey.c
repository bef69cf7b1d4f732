// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/survey.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/backend.h"
#include "devx/backend/request.h"
#include "devx/nic/nic.h"
#include "devx/nic/nv.h"
#include "devx/nic/ppcc_list.h"
#include "devx/nic/qos.h"
#include "devx/prm/hca_cap.h"
#include "devx/prm/ppcc.h"

#define COUNTERS_MAX 256 /* of an algorithm that are asked for */

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static int read_params(struct ece_nic *nic, struct ece_error *e)
{
	size_t count = ece_param_count();
	const struct ece_param **params = calloc(count, sizeof(struct ece_param *));
	struct ece_value *values = calloc(count, sizeof(*values));
	int err = 0;

	if (params && values) {
		for (size_t i = 0; i < count; i++)
			params[i] = ece_param_at(i);
		ece_nic_read(nic, params, values, count);
	} else {
		err = no_memory(e);
	}
	free(values);
	free(params);
	return err;
}

static int read_nv(struct ece_nic *nic, struct ece_error *e)
{
	size_t count = ece_nv_count();
	const struct ece_nv_field **fields = calloc(count, sizeof(struct ece_nv_field *));
	struct ece_nv_value *values = calloc(count, sizeof(*values));
	int err = 0;

	if (fields && values) {
		for (size_t i = 0; i < count; i++)
			fields[i] = ece_nv_at(i);
		ece_nic_nv_read(nic, fields, values, count);
	} else {
		err = no_memory(e);
	}
	free(values);
	free(fields);
	return err;
}

static int probe(struct ece_nic *nic, struct ece_error *e)
{
	struct ece_probe *probes = NULL;
	size_t count;
	int err = ece_nic_probe(nic, &probes, &count, e);

	free(probes);
	return err;
}

static struct ece_doors doors_of(const struct ece_os *os, const struct ece_nic_info *info)
{
	struct ece_doors doors = {.os = os};

	memcpy(doors.pci, info->pci, sizeof(doors.pci));
	memcpy(doors.rdma, info->rdma, sizeof(doors.rdma));
	memcpy(doors.fwctl, info->fwctl, sizeof(doors.fwctl));
	return doors;
}

static int ask_ppcc(const struct ece_backend *backend, struct ece_doors *doors, enum prm_ppcc_cmd cmd, uint8_t port,
		    uint8_t slot, uint16_t index, uint8_t *reg)
{
	memset(reg, 0, PRM_PPCC_BYTES);
	prm_set(reg, &prm_ppcc.cmd_type, cmd);
	prm_set(reg, &prm_ppcc.local_port, port);
	prm_set(reg, &prm_ppcc.algo_slot, slot);
	prm_set(reg, &prm_ppcc.algo_param_index, index);
	return ece_access_reg(backend, doors, PRM_ACCESS_REG_READ, PRM_REG_PPCC, reg, PRM_PPCC_BYTES).err;
}

/*
 * The counters of an algorithm. Databases of registers do not agree whether the first command tells how many there are
 * or the highest group of counters; so they are asked for until one is refused or has no name.
 */
static void read_counters(const struct ece_backend *backend, struct ece_doors *doors, uint8_t port, uint8_t slot)
{
	uint8_t reg[PRM_PPCC_BYTES];

	ask_ppcc(backend, doors, PRM_PPCC_GET_COUNTER_COUNT, port, slot, 0, reg);
	for (uint16_t i = 0; i < COUNTERS_MAX; i++)
		if (ask_ppcc(backend, doors, PRM_PPCC_GET_COUNTER_INFO, port, slot, i, reg) || !reg[PRM_PPCC_TEXT])
			return;
}

/* What the card tells of algorithms, and how it classifies; that it does not is part of the recording. */
static void read_others(const struct ece_os *os, const struct ece_nic_info *info, struct ece_nic *nic)
{
	struct ece_ppcc_told *told = NULL;
	struct ece_nic_qos qos;

	if (!ece_nic_ppcc_list(nic, &told, NULL)) {
		const struct ece_backend *backend = ece_backend(told->backend);
		struct ece_doors doors = doors_of(os, info);

		if (!ece_backend_open(backend, &doors))
			for (size_t i = 0; i < told->algo_count; i++)
				read_counters(backend, &doors, info->port, told->algos[i].slot);
		ece_doors_close(&doors);
		ece_ppcc_told_free(told);
	}
	ece_nic_qos_read(nic, &qos);
}

/* Whole pages, through every backend that carries commands. */
static void read_capabilities(const struct ece_os *os, const struct ece_nic_info *info)
{
	static const enum prm_cap_page pages[] = {PRM_CAP_GENERAL, PRM_CAP_ROCE, PRM_CAP_GENERAL_2};
	uint8_t page[PRM_QUERY_HCA_CAP_OUT - PRM_QUERY_HCA_CAP_PAGE];

	for (int id = ECE_BACKEND_NONE + 1; id < ECE_BACKEND_COUNT; id++) {
		const struct ece_backend *backend = ece_backend((enum ece_backend_id)id);
		struct ece_doors doors = doors_of(os, info);

		if (!backend || !backend->command)
			continue;
		if (!ece_backend_open(backend, &doors))
			for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
				ece_query_hca_cap(backend, &doors, pages[i], page, sizeof(page));
		/* a door that is shut may have been opened half */
		ece_doors_close(&doors);
	}
}

int record_survey(const struct ece_os *os, const struct ece_nic_info *info, struct ece_error *e)
{
	struct ece_nic *nic;
	int err = ece_nic_open(os, info, &nic, e);

	if (err)
		return err;
	err = read_params(nic, e);
	if (!err)
		err = probe(nic, e);
	if (!err)
		err = read_nv(nic, e);
	if (!err)
		read_others(os, info, nic);
	ece_nic_close(nic);
	if (!err)
		read_capabilities(os, info);
	return err;
}
