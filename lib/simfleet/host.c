// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/nic/nic.h"
#include "devx/sim/cards/card.h"
#include "lib/host/agent.h"
#include "lib/simfleet/internal.h"
#include "lib/simfleet/workload.h"

#define HOST_WAIT_MS 5000

struct simfleet_host {
	struct simfleet *sim;
	size_t host;
	struct sim_kernel kernel;
	struct ece_os inner, os;
	struct counted counted;
	struct workload *workload; /* NULL: none was started */
	bool left;                 /* it is not locked */
	char boot[SIMFLEET_BOOT_MAX];
	struct sim_card cards[]; /* as many as the host has */
};

static uint64_t host_now(void *ctx)
{
	return simfleet_now(ctx);
}

/* The first function of the card that the i-th function belongs to; they lie one behind the other. */
static struct fw_state *card_of(struct simfleet_host *open, const struct host_record *record, uint32_t i)
{
	uint8_t function = card_record(open->sim, record, i)->state.function;

	return function && function <= i ? &card_record(open->sim, record, i - function)->state : NULL;
}

static int fill_cards(struct simfleet_host *open, const struct host_record *record, struct ece_error *e)
{
	uint32_t slot = 0;

	for (uint32_t i = 0; i < record->card_count; i++) {
		struct card_record *card = card_record(open->sim, record, i);
		const struct fw_card_type *type =
			memchr(card->type, '\0', sizeof(card->type)) ? fw_card_type_find(card->type) : NULL;

		if (!type)
			return ece_error_set(
				e, -EUCLEAN, ECE_ERROR_DAMAGED,
				"card %u of the simulated host %s has a type that this program does not know", i,
				record->name);
		slot += i && !card->state.function;
		open->cards[i].kept = &card->kept;
		open->cards[i].fw = (struct fw){.type = type, .state = &card->state, .card = card_of(open, record, i)};
		sim_card_name_function(&open->cards[i], i, slot, card->state.function);
	}
	return 0;
}

int simfleet_host_open(struct simfleet *sim, size_t host, struct simfleet_host **open, struct ece_error *e)
{
	const struct host_record *record = host_record(sim, host);
	struct simfleet_host *new;
	int ret = records_lock(&sim->hosts, host, HOST_WAIT_MS, e);

	if (ret)
		return ret;
	new = calloc(1, sizeof(*new) + record->card_count * sizeof(new->cards[0]));
	if (!new) {
		records_unlock(&sim->hosts, host);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a simulated host");
	}
	new->sim = sim;
	new->host = host;
	ret = fill_cards(new, record, e);
	if (ret) {
		simfleet_host_close(new);
		return ret;
	}
	sim_kernel_init(&new->kernel, sim_persona_find(simfleet_kernel(sim, host)), new->cards, record->card_count);
	new->kernel.hostname = record->name;
	simfleet_boot_id(record, new->boot);
	new->kernel.boot_id = new->boot;
	new->kernel.now_ns = host_now;
	new->kernel.now_ctx = sim;
	new->inner = sim_kernel_os(&new->kernel);
	new->counted = (struct counted){&new->inner, sim, record};
	new->os = counted_os(&new->counted);
	traffic_count(sim, host_record(sim, host));
	*open = new;
	return 0;
}

void simfleet_host_leave(struct simfleet_host *open)
{
	if (open->left || open->workload)
		return;
	traffic_look(open->sim, host_record(open->sim, open->host));
	records_unlock(&open->sim->hosts, open->host);
	open->left = true;
}

int simfleet_host_enter(struct simfleet_host *open, struct ece_error *e)
{
	const struct host_record *record = host_record(open->sim, open->host);
	int ret = open->left ? records_lock(&open->sim->hosts, open->host, HOST_WAIT_MS, e) : 0;

	if (ret)
		return ret;
	open->left = false;
	/* It may have been started again meanwhile, with another kernel */
	simfleet_boot_id(record, open->boot);
	open->kernel.persona = sim_persona_find(simfleet_kernel(open->sim, open->host));
	traffic_count(open->sim, host_record(open->sim, open->host));
	return 0;
}

void simfleet_host_close(struct simfleet_host *open)
{
	if (!open)
		return;
	workload_free(open->workload);
	open->workload = NULL;
	simfleet_host_leave(open);
	free(open);
}

int simfleet_host_start_workload(struct simfleet_host *open, struct ece_error *e)
{
	bool devx_only = host_record(open->sim, open->host)->traffic.devx_only;
	int err = open->workload ? 0 : workload_start(&open->kernel, devx_only, &open->workload);

	if (err == -ENOMEM)
		return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a simulated workload");
	if (err)
		return ece_error_set(e, err, ECE_ERROR_REFUSED,
				     "a card of the simulated host %s makes no queue pair: %s", open->kernel.hostname,
				     ece_errno_text(-err));
	return 0;
}

const struct ece_os *simfleet_host_os(const struct simfleet_host *open)
{
	return &open->os;
}

const char *simfleet_host_boot(const struct simfleet_host *open)
{
	return open->boot;
}

uint64_t simfleet_host_due(const struct simfleet_host *open)
{
	return open->kernel.due_ns;
}

static int drift_card(const struct ece_os *os, const struct ece_nic_info *info, const struct ece_param *param,
		      uint64_t raw, struct ece_error *e)
{
	struct ece_write write = {.param = param, .raw = raw};
	struct ece_nic *nic;
	int ret = ece_nic_open(os, info, &nic, e);

	if (ret)
		return ret;
	ret = ece_nic_write(nic, &write, 1);
	ece_nic_close(nic);
	if (ret)
		*e = write.error;
	return ret;
}

int simfleet_drift(struct simfleet *sim, size_t host, const struct ece_param *param, uint64_t raw, struct ece_error *e)
{
	struct simfleet_host *open = NULL;
	struct ece_nic_info *infos = NULL;
	size_t count = 0;
	int ret = simfleet_host_open(sim, host, &open, e);

	if (ret)
		return ret;
	ret = ece_nic_list(simfleet_host_os(open), &infos, &count, e);
	if (!ret) {
		for (size_t i = 0; i < count && !ret; i++)
			ret = drift_card(simfleet_host_os(open), &infos[i], param, raw, e);
		free(infos);
	}
	simfleet_host_close(open);
	return ret;
}
