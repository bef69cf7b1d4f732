// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The cases of the seam on the simulated kernel, once per persona. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/process.h"
#include "tests/seam/cases.h"

struct host {
	struct fw_state state[2];
	struct sim_card cards[2];
	struct sim_kept kept[2];
	struct sim_qp qps[2];
	struct sim_kernel kernel;
};

static bool set_flag(struct sim_kernel *kernel, unsigned int flag, bool on)
{
	kernel->flags = on ? kernel->flags | flag : kernel->flags & ~flag;
	return true;
}

static bool set_rawio(void *ctx, bool have)
{
	return set_flag(ctx, SIM_NO_RAWIO, !have);
}

static bool set_root(void *ctx, bool is_root)
{
	return set_flag(ctx, SIM_UNPRIVILEGED, !is_root);
}

static bool lock_down(void *ctx)
{
	return set_flag(ctx, SIM_LOCKDOWN, true);
}

static bool fail_next(void *ctx, uint16_t opcode, uint8_t status)
{
	const struct fw_fault rule = {.opcode = opcode, .action = FW_FAULT_STATUS, .status = status, .left = 1};
	struct sim_kernel *kernel = ctx;

	return !fw_fault_add(kernel->cards[1].fw.state, &rule);
}

static bool set_counter(void *ctx, const char *name, uint64_t value)
{
	struct sim_kernel *kernel = ctx;
	struct fw_state *state = kernel->cards[1].fw.state;
	int i = fw_counter_find(name);
	uint64_t *to = i >= 0 ? &state->counter[i] : fw_vport_counter(state, name);

	if (to)
		*to = value;
	return to;
}

/* Two cards, so that a rule that takes the first one it finds is found out. */
static void host_up(struct host *host, const struct sim_persona *persona)
{
	for (size_t i = 0; i < 2; i++) {
		sim_card_name(&host->cards[i], i);
		host->cards[i].fw = (struct fw){
			.type = fw_card_type_find(i ? "cx7" : "cx6dx"),
			.state = &host->state[i],
		};
		host->cards[i].kept = &host->kept[i];
		fw_power_on(&host->cards[i].fw, i + 1);
	}
	sim_kernel_init(&host->kernel, persona, host->cards, 2);
	/* As ib_core makes one for every port */
	for (size_t i = 0; i < 2; i++) {
		host->qps[i] = (struct sim_qp){.card = &host->cards[i], .type = 1, .module = "ib_core"};
		sim_qp_make(&host->kernel, &host->qps[i]);
	}
	host->kernel.qps = host->qps;
	host->kernel.qp_count = 2;
}

struct item {
	char name[96];
	const struct seam_case *test;
	struct host *host;
};

static void run(void **state)
{
	const struct item *item = *state;
	struct host *host = item->host;
	struct ece_os os = sim_kernel_os(&host->kernel);
	struct seam_env env = {
		.kernel = host->kernel.persona,
		.pci = host->cards[1].pci,
		.rdma = host->cards[1].rdma,
		.netdev = host->cards[1].netdev,
		.fwctl = host->kernel.persona->fwctl ? host->cards[1].fwctl : "",
		.set_rawio = set_rawio,
		.set_root = set_root,
		.lock_down = lock_down,
		.fail_next = fail_next,
		.set_counter = set_counter,
		.ctx = &host->kernel,
	};
	struct seam seam = {.os = &os, .env = &env};

	if (item->test->run(&seam) != SEAM_OK)
		fail_msg("%s", seam.text);
}

static int run_persona(const struct sim_persona *persona)
{
	struct CMUnitTest *tests = calloc(seam_case_count, sizeof(*tests));
	struct item *items = calloc(seam_case_count, sizeof(*items));
	struct host host = {0};
	size_t n = 0;
	int failed = 1;

	host_up(&host, persona);
	for (size_t i = 0; tests && items && i < seam_case_count; i++) {
		if (!seam_applies(&seam_cases[i], persona))
			continue;
		items[n] = (struct item){.test = &seam_cases[i], .host = &host};
		snprintf(items[n].name, sizeof(items[n].name), "%s: %s", persona->name, seam_cases[i].name);
		tests[n] = (struct CMUnitTest){.name = items[n].name, .test_func = run, .initial_state = &items[n]};
		n++;
	}
	if (n)
		failed = _cmocka_run_group_tests(persona->name, tests, n, NULL, NULL);
	free(items);
	free(tests);
	return failed;
}

int main(void)
{
	const struct sim_persona *persona;
	int failed = 0;

	for (size_t i = 0; (persona = sim_persona_at(i)); i++)
		failed += run_persona(persona);
	return failed;
}
