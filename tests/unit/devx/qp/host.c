// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/qp/host.h"

#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/object.h"

static void make_qps(struct host *h)
{
	h->qp[HOST_GSI] = (struct sim_qp){.card = &h->card, .type = 1, .module = "ib_core"};
	h->qp[HOST_ONE] = h->qp[HOST_TWO] = h->qp[HOST_RESET] = h->qp[HOST_DEVX] =
		(struct sim_qp){.card = &h->card, .type = 2, .pid = 4711};
	h->qp[HOST_DEVX].devx = true;
	for (size_t i = 0; i < HOST_QPS; i++)
		assert_int_equal(sim_qp_make(&h->kernel, &h->qp[i]), 0);
	assert_int_equal(sim_qp_ready(&h->kernel, &h->qp[HOST_ONE], h->qp[HOST_TWO].qpn, HOST_ECE), 0);
	assert_int_equal(sim_qp_ready(&h->kernel, &h->qp[HOST_TWO], h->qp[HOST_ONE].qpn, HOST_ECE), 0);
	assert_int_equal(sim_qp_ready(&h->kernel, &h->qp[HOST_DEVX], 0x777, HOST_ECE), 0);
}

void host_up(struct host *h, const char *type, const char *persona, unsigned int flags)
{
	struct ece_nic_info *list;
	size_t count;

	memset(h, 0, sizeof(*h));
	h->card.fw = (struct fw){.type = fw_card_type_find(type), .state = &h->state, .objects = fw_objects_new()};
	assert_non_null(h->card.fw.type);
	assert_non_null(h->card.fw.objects);
	fw_power_on(&h->card.fw, 1);
	sim_card_name(&h->card, 0);
	sim_kernel_init(&h->kernel, sim_persona_find(persona), &h->card, 1);
	h->processes[0] = (struct sim_process){.pid = 4711, .comm = "trainer", .opens = &h->card};
	h->processes[1] = (struct sim_process){.pid = 4712, .comm = "idle", .opens = &h->card};
	h->processes[2] = (struct sim_process){.pid = 4713, .comm = "shell"};
	h->kernel.processes = h->processes;
	h->kernel.process_count = 3;
	h->kernel.qps = h->qp;
	h->kernel.qp_count = HOST_QPS;
	make_qps(h);
	h->kernel.flags = flags;
	h->os = sim_kernel_os(&h->kernel);
	assert_int_equal(ece_nic_list(&h->os, &list, &count, NULL), 0);
	assert_int_equal(count, 1);
	h->info = list[0];
	free(list);
	assert_int_equal(ece_qps_open(&h->os, &h->info, &h->qps, NULL), 0);
}

void host_down(struct host *h)
{
	ece_qps_close(h->qps);
	fw_objects_free(h->card.fw.objects);
}

struct ece_qp host_listed(struct host *h, uint32_t qpn)
{
	struct ece_qp found = {.listed = false}, *list;
	size_t count;

	assert_int_equal(ece_qps_list(h->qps, &list, &count, NULL), 0);
	for (size_t i = 0; i < count; i++)
		if (list[i].qpn == qpn)
			found = list[i];
	free(list);
	assert_true(found.listed);
	return found;
}
