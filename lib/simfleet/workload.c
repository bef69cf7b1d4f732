// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/simfleet/workload.h"

#include <errno.h>
#include <stdlib.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/kernel/process.h"
#include "ece/policy.h"

#define FIRST_PID      4001
#define DEVX_REMOTE    0x777 /* on another host */
#define VERSION_ONLY   UINT32_C(0xf0000000)
#define PROCESSES_EACH 2

/* The queue pairs of one card. */
enum {
	GSI,
	ONE_END,
	OTHER_END,
	NOT_YET,
	BY_DEVX,
	QPS_EACH,
};

/* What its two programs were told: by the image of the host, and by who started the second one. */
static const struct sim_etc etc[] = {
	{"nccl.conf", "# made up\nNCCL_IB_GID_INDEX=3\nNCCL_IB_ECE_ENABLE=1\n"},
};
/* 0x30000000: version 3 and no option, as its queue pairs have it */
static const char ucx_environ[] = "HOME=/root\0UCX_NET_DEVICES=all\0UCX_RC_ECE=805306368";

struct workload {
	struct sim_kernel *kernel;
	struct sim_process *processes;
	struct sim_qp *qps;
	bool devx_only;
};

/* Its programs advertise no more than the host's policy for the function allows. */
static uint32_t offers_of(const struct sim_card *card)
{
	const struct sim_policy *file = card->kept ? &card->kept->policy : NULL;
	struct ece_policy policy;

	if (!file || !file->there || ece_policy_parse(file->text, file->len, "policy", &policy, NULL))
		policy = ece_policy_open();
	return card->fw.state->ece & (VERSION_ONLY | policy.allow);
}

static int make_all(struct sim_kernel *kernel, struct sim_qp *qp)
{
	int err = 0;

	for (size_t i = 0; !err && i < QPS_EACH; i++)
		err = sim_qp_make(kernel, &qp[i]);
	return err;
}

static struct sim_process ucx_perftest(const struct sim_card *card, uint32_t pid)
{
	return (struct sim_process){
		.pid = pid,
		.comm = "ucx_perftest",
		.opens = card,
		.environ = ucx_environ,
		.environ_len = sizeof(ucx_environ),
	};
}

/* Another process has nothing in the kernel's list but its open device. */
static int use_by_devx(struct sim_kernel *kernel, struct sim_card *card, struct sim_process *process, struct sim_qp *qp)
{
	uint32_t offers = offers_of(card);
	int err;

	process[1] = ucx_perftest(card, process[1].pid);
	qp[GSI] = (struct sim_qp){.card = card, .type = 1, .module = "ib_core"};
	qp[BY_DEVX] = (struct sim_qp){.card = card, .type = 2, .pid = process[1].pid, .devx = true};
	err = sim_qp_make(kernel, &qp[GSI]);
	err = err ? err : sim_qp_make(kernel, &qp[BY_DEVX]);
	return err ? err : sim_qp_ready(kernel, &qp[BY_DEVX], DEVX_REMOTE, offers & VERSION_ONLY);
}

/* One process connects two with each other and asks for all that the card offers; another asks for a version only. */
static int use_card(struct sim_kernel *kernel, struct sim_card *card, struct sim_process *process, struct sim_qp *qp)
{
	uint32_t offers = offers_of(card);
	int err;

	process[0] = (struct sim_process){.pid = process[0].pid, .comm = "ib_write_bw", .opens = card};
	process[1] = ucx_perftest(card, process[1].pid);
	qp[GSI] = (struct sim_qp){.card = card, .type = 1, .module = "ib_core"};
	qp[ONE_END] = qp[OTHER_END] = qp[NOT_YET] = (struct sim_qp){.card = card, .type = 2, .pid = process[0].pid};
	qp[BY_DEVX] = (struct sim_qp){.card = card, .type = 2, .pid = process[1].pid, .devx = true};
	err = make_all(kernel, qp);
	if (!err)
		err = sim_qp_ready(kernel, &qp[ONE_END], qp[OTHER_END].qpn, offers);
	if (!err)
		err = sim_qp_ready(kernel, &qp[OTHER_END], qp[ONE_END].qpn, offers);
	if (!err)
		err = sim_qp_ready(kernel, &qp[BY_DEVX], DEVX_REMOTE, offers & VERSION_ONLY);
	return err;
}

static int use_cards(struct workload *w)
{
	struct sim_kernel *kernel = w->kernel;
	int err = 0;

	for (size_t i = 0; !err && i < kernel->card_count; i++) {
		struct sim_card *card = &kernel->cards[i];

		for (size_t p = 0; p < PROCESSES_EACH; p++)
			w->processes[i * PROCESSES_EACH + p].pid = (uint32_t)(FIRST_PID + i * PROCESSES_EACH + p);
		card->fw.objects = fw_objects_new();
		if (!card->fw.objects)
			return -ENOMEM;
		err = (w->devx_only ? use_by_devx : use_card)(kernel, card, &w->processes[i * PROCESSES_EACH],
							      &w->qps[i * QPS_EACH]);
	}
	return err;
}

int workload_start(struct sim_kernel *kernel, bool devx_only, struct workload **workload)
{
	struct workload *w = calloc(1, sizeof(*w));
	int err = -ENOMEM;

	if (!w)
		return err;
	w->kernel = kernel;
	w->devx_only = devx_only;
	w->processes = calloc(kernel->card_count + 1, PROCESSES_EACH * sizeof(*w->processes));
	w->qps = calloc(kernel->card_count + 1, QPS_EACH * sizeof(*w->qps));
	if (w->processes && w->qps)
		err = use_cards(w);
	if (err) {
		workload_free(w);
		return err;
	}
	kernel->etc = etc;
	kernel->etc_count = sizeof(etc) / sizeof(etc[0]);
	kernel->processes = w->processes;
	kernel->process_count = kernel->card_count * PROCESSES_EACH;
	kernel->qps = w->qps;
	kernel->qp_count = kernel->card_count * QPS_EACH;
	*workload = w;
	return 0;
}

void workload_free(struct workload *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->kernel->card_count; i++) {
		fw_objects_free(w->kernel->cards[i].fw.objects);
		w->kernel->cards[i].fw.objects = NULL;
	}
	w->kernel->etc_count = 0;
	w->kernel->process_count = 0;
	w->kernel->qp_count = 0;
	free(w->qps);
	free(w->processes);
	free(w);
}
