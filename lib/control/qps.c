// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Ask hosts for their live queue pairs, and the fleet file for what these should run with. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ece/offer.h"
#include "lib/control/sweep.h"

struct counting {
	struct control *control;
	const struct fleet *fleet;
	const bool *asked;
	int (*each)(void *ctx, const struct control_qps *qps);
	void *ctx;
	struct fleet_want *wants; /* of one NIC */
	size_t done, total;       /* hosts that are asked */
	struct ece_error *e;
};

static const struct fleet_want *find_want(const struct fleet_want *wants, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(wants[i].value->param->name, name) && !wants[i].value->leave && !wants[i].value->original)
			return &wants[i];
	return NULL;
}

/* A policy that allows all, or nothing, asks for nothing. */
static bool names_some(const struct fleet_want *want)
{
	return want && want->raw && want->raw != ECE_OPTIONS_ALL;
}

static void ignore(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	(void)e;
}

/* Values that contradict each other are the plan's to complain about. */
static struct control_qps_want want_of(const struct counting *c, uint32_t host, const struct protocol_nic *nic)
{
	struct facts_nic facts = sweep_facts(nic);
	const struct fleet_want *want;
	bool wish;
	struct ece_error_sink sink = {.add = ignore};
	size_t count = 0;

	if (nic->info.bar || fleet_wants(c->fleet, host, &facts, c->wants, &count, &sink))
		return (struct control_qps_want){.profile = ""};
	want = find_want(c->wants, count, "ece.require");
	wish = !names_some(want);
	if (wish)
		want = find_want(c->wants, count, "ece.allow");
	if (!names_some(want))
		return (struct control_qps_want){.profile = ""};
	return (struct control_qps_want){
		.bits = (uint32_t)want->raw,
		.wish = wish,
		.profile = want->value->profile == FLEET_NONE ? "" : c->fleet->profiles[want->value->profile].name,
	};
}

static int hand_over(struct counting *c, const struct control_qps *qps)
{
	return c->each(c->ctx, qps);
}

static int not_told(struct counting *c, uint32_t host, enum control_qps_state state, const char *why)
{
	return hand_over(c, &(struct control_qps){.host = host, .state = state, .why = why});
}

static bool is_told(const struct protocol_answer *answer)
{
	for (size_t i = 0; i < answer->nic_count; i++)
		if (!answer->nics[i].qps)
			return false;
	return answer->result == PROTOCOL_OK;
}

static int answered(void *ctx, uint32_t host, const struct protocol_answer *answer)
{
	struct counting *c = ctx;
	struct control_qps_want *wants;
	int err;

	if (answer->result == PROTOCOL_REFUSED && answer->error.kind == ECE_ERROR_UNKNOWN_NAME)
		return not_told(c, host, CONTROL_QPS_OLD, "its agent is older and does not tell of queue pairs");
	if (!is_told(answer))
		return not_told(c, host, CONTROL_QPS_FAILED,
				answer->error.code ? answer->error.text : "it does not say what it has");
	wants = calloc(answer->nic_count + 1, sizeof(*wants));
	if (!wants)
		return ece_error_set(c->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts answered");
	for (size_t i = 0; i < answer->nic_count; i++)
		wants[i] = want_of(c, host, &answer->nics[i]);
	err = hand_over(c, &(struct control_qps){
				   .host = host,
				   .state = CONTROL_QPS_TOLD,
				   .why = "",
				   .nics = answer->nics,
				   .wants = wants,
				   .nic_count = answer->nic_count,
			   });
	free(wants);
	return err;
}

static int failed(void *ctx, uint32_t host, enum sweep_failure failure, const char *why)
{
	return not_told(ctx, host, failure == SWEEP_UNREACHABLE ? CONTROL_QPS_UNREACHABLE : CONTROL_QPS_FAILED, why);
}

static bool is_asked(void *ctx, uint32_t host)
{
	const struct counting *c = ctx;

	return !c->asked || c->asked[host];
}

static void ended(void *ctx, uint32_t host, uint32_t done)
{
	struct counting *c = ctx;
	const struct control_watch *watch = &c->control->watch;

	(void)done;
	if (!is_asked(c, host))
		return;
	c->done++;
	if (watch->reading)
		watch->reading(watch->ctx, c->done, c->total);
}

int control_qps(struct control *control, const struct fleet *fleet, const bool *asked,
		int (*each)(void *ctx, const struct control_qps *qps), void *ctx, struct ece_error *e)
{
	struct protocol_request request = {.op = PROTOCOL_QPS};
	struct counting c = {.control = control, .fleet = fleet, .asked = asked, .each = each, .ctx = ctx, .e = e};
	struct sweep sweep = {
		.control = control,
		.fleet = fleet,
		.name = "qps",
		.request = &request,
		.wanted = is_asked,
		.answered = answered,
		.failed = failed,
		.ended = ended,
		.ctx = &c,
		.e = e,
	};
	int err;

	c.wants = calloc(ece_param_limit() + 1, sizeof(*c.wants));
	if (!c.wants)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what hosts should have");
	for (uint32_t i = 0; i < fleet->host_count; i++)
		c.total += is_asked(&c, i);
	err = sweep_run(&sweep);
	free(c.wants);
	return err;
}
