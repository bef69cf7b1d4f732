// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/plan_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/ece-apply/words.h"

const char *plan_words_note(enum plan_note_kind kind, bool refuses)
{
	static const struct {
		const char *warns, *refuses;
	} titles[PLAN_NOTE_KIND_COUNT] = {
		[PLAN_NOTE_LIMIT] = {"Limited", ""},
		[PLAN_NOTE_SKIPPED] = {"Left out", ""},
		[PLAN_NOTE_REFUSED] = {"", "Refused"},
		[PLAN_NOTE_UNREADABLE] = {"", "Cannot be compared"},
		[PLAN_NOTE_UNREACHABLE] = {"Not reachable, left out and owed the change", ""},
		[PLAN_NOTE_NO_NIC] = {"Warning", ""},
		[PLAN_NOTE_PAIRWISE] = {"", "Refused: ends of a connection would differ"},
		[PLAN_NOTE_DOMAIN] = {"Hosts that talk to each other", ""},
		[PLAN_NOTE_BUDGET] = {"", "Refused: too many hosts cannot be reached"},
		[PLAN_NOTE_NEEDS] = {"What these values depend on", ""},
		[PLAN_NOTE_UNVERIFIED] = {"What cannot be read back", ""},
		[PLAN_NOTE_EXCLUDED] = {"Left alone, as the file says", ""},
		[PLAN_NOTE_OWED] = {"Owed from earlier", ""},
		[PLAN_NOTE_UNIT] = {"Units", "Refused: units"},
		[PLAN_NOTE_GATE] = {"Gates", "Refused: a gate could not judge"},
		[PLAN_NOTE_REMOVED] = {"No longer named", ""},
		[PLAN_NOTE_HELD] = {"Held by another run", "Refused: held by another run"},
		[PLAN_NOTE_MOVED] = {"Moved since the plan was saved", "Refused: the fleet has moved"},
		[PLAN_NOTE_PATH] = {"The way to the host", ""},
		[PLAN_NOTE_LEASE] = {"Leases", ""},
		[PLAN_NOTE_FROZEN] = {"Frozen", ""},
		[PLAN_NOTE_DRIFT] = {"Drifted", "Refused: drifted, and the file holds rollouts for that"},
	};

	if (kind >= PLAN_NOTE_KIND_COUNT)
		return "";
	return refuses ? titles[kind].refuses : titles[kind].warns;
}

static void add_use(const struct plan_cost *cost, char *buf)
{
	size_t len = strlen(buf), known = cost->nic_count - cost->unknown_nic_count;

	if (!known)
		snprintf(buf + len, PLAN_WORDS_MAX - len, "; what uses them is not known");
	else if (cost->unknown_nic_count)
		snprintf(buf + len, PLAN_WORDS_MAX - len,
			 "; %" PRIu64 " queue pair%s of %" PRIu64
			 " process%s use %zu of them, of the others it is not known",
			 cost->qp_count, plural(cost->qp_count), cost->process_count,
			 cost->process_count == 1 ? "" : "es", known);
	else if (cost->qp_count)
		snprintf(buf + len, PLAN_WORDS_MAX - len,
			 "; %" PRIu64 " queue pair%s of %" PRIu64 " process%s use%s them", cost->qp_count,
			 plural(cost->qp_count), cost->process_count, cost->process_count == 1 ? "" : "es",
			 cost->qp_count == 1 ? "s" : "");
	else
		snprintf(buf + len, PLAN_WORDS_MAX - len, "; no queue pair is on them now");
}

/* What only new queue pairs get, those that are connected now do without. */
static void add_old(const struct plan_cost *cost, char *buf)
{
	size_t len = strlen(buf);

	if (cost->untold_nic_count)
		snprintf(buf + len, PLAN_WORDS_MAX - len,
			 "; those that are connected keep what they have until they reconnect: how many that are, not "
			 "every "
			 "agent tells");
	else if (cost->connected_count)
		snprintf(buf + len, PLAN_WORDS_MAX - len, "; %" PRIu64 " of them %s", cost->connected_count,
			 cost->connected_count == 1 ? "is connected, and keeps what it has until it reconnects" :
						      "are connected, and keep what they have until they reconnect");
}

const char *plan_words_cost(const struct plan *plan, enum ece_param_cost cost, char *buf)
{
	static const struct {
		const char *verb, *when;
	} words[ECE_COST_COUNT] = {
		[ECE_COST_LIVE] = {"act", "at once"},
		[ECE_COST_NEXT_QP] = {"act", "on queue pairs made afterwards"},
		[ECE_COST_LINK_FLAP] = {"take", "the link down for a moment"},
		[ECE_COST_DRIVER_RELOAD] = {"act", "after the driver is loaded again"},
		[ECE_COST_FIRMWARE_RESET] = {"act", "after a firmware reset"},
		[ECE_COST_REBOOT] = {"act", "after a reboot"},
	};
	const struct plan_cost *c = &plan->costs[cost];

	snprintf(buf, PLAN_WORDS_MAX, "%zu change%s %s%s %s, on %zu NIC%s of %zu host%s", c->change_count,
		 plural(c->change_count), words[cost].verb, c->change_count == 1 ? "s" : "", words[cost].when,
		 c->nic_count, plural(c->nic_count), c->host_count, plural(c->host_count));
	add_use(c, buf);
	if (cost == ECE_COST_NEXT_QP)
		add_old(c, buf);
	return buf;
}

/* Of the values that the plan shows. */
static const char *inferred(const struct plan_change *change)
{
	const struct ece_param *param = ece_param_at(change->param);
	const char *name = ece_param_inferred(param, change->to);

	return name ? name : ece_param_inferred(param, change->from);
}

const char *plan_words_policy(const struct plan *plan, char *buf)
{
	const char *name = NULL;
	bool some = false;

	for (size_t i = 0; i < plan->change_count; i++) {
		some = some || ece_param_at(plan->changes[i].param)->home == ECE_HOME_POLICY;
		name = name ? name : inferred(&plan->changes[i]);
	}
	buf[0] = '\0';
	if (some)
		snprintf(buf, PLAN_WORDS_MAX,
			 "The policy of ECE changes no NIC by itself: programs that use libece obey it from their next "
			 "queue pair on%s%s%s",
			 name ? "; " : "", name ? name : "", name ? " " ECE_PARAM_INFERRED_TEXT : "");
	return buf;
}

const char *plan_words_budget(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf)
{
	const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);
	uint32_t total = (uint32_t)plan->changed_count;
	uint32_t failed = fleet_amount_of(rollout->budget.failed, total);
	uint32_t lost = fleet_amount_of(rollout->budget.lost, total);

	snprintf(buf, PLAN_WORDS_MAX,
		 "The run stops when %" PRIu32 " host%s, %" PRIu32 " stop%s answering or %" PRIu32
		 " cannot be reached, %s.",
		 failed, failed == 1 ? " fails" : "s fail", lost, lost == 1 ? "s" : "",
		 plan_unreachable_budget(fleet, plan, part),
		 rollout->on_fail == FLEET_ON_FAIL_UNDO ? "and then puts back what it wrote" :
							  "and then waits for a person");
	return buf;
}

/* The one that nobody wrote says what it is. */
static size_t add_gate(const struct fleet_gate *gate, const char *before, char *buf, size_t len)
{
	const char *what =
		gate->kind == FLEET_GATE_HARD ? " (built in: counters of harm grow no more than before)" : "";

	if (len >= PLAN_WORDS_MAX)
		return len;
	return len + (size_t)snprintf(buf + len, PLAN_WORDS_MAX - len, "%s\"%.64s\"%s", before, gate->name, what);
}

const char *plan_words_gates(const struct fleet *fleet, uint32_t part, char *buf)
{
	static const char *const then[] = {
		[FLEET_RULE_PAUSE] = "pauses the run until a person decides",
		[FLEET_RULE_PASS] = "is passed over",
		[FLEET_RULE_FAIL] = "counts as failed",
	};
	const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);
	size_t len;

	if (!rollout->gate_count) {
		snprintf(buf, PLAN_WORDS_MAX, "No gate judges the steps.");
		return buf;
	}
	len = (size_t)snprintf(buf, PLAN_WORDS_MAX, "Each step is judged by ");
	for (uint32_t i = 0; i < rollout->gate_count; i++)
		len = add_gate(&fleet->gates[rollout->gates[i]],
			       !i                          ? "" :
			       i + 1 < rollout->gate_count ? ", " :
							     " and ",
			       buf, len);
	if (len < PLAN_WORDS_MAX)
		snprintf(buf + len, PLAN_WORDS_MAX - len, "; a gate that cannot tell %s.",
			 then[rollout->on_inconclusive]);
	return buf;
}

const char *plan_words_lease(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf)
{
	const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);
	bool keep = rollout->on_loss == FLEET_ON_LOSS_KEEP && !plan->parts[part].undo_on_loss;
	char ttl[WORDS_DURATION_MAX];

	words_duration(rollout->lease_ns / 1000000, ttl, sizeof(ttl));
	snprintf(buf, PLAN_WORDS_MAX, "A host that holds a change and hears nothing for %s %s.%s", ttl,
		 keep ? "keeps it" : "puts back what it had",
		 fleet->transport.command.agent ?
			 " Agents are brought along and none is started at a boot: a host that "
			 "starts again has what its cards come up with." :
			 "");
	return buf;
}

const char *plan_words_unit(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf)
{
	const char *label = fleet_change_rollout(fleet, part)->unit_label;
	size_t count = plan->parts[part].unit_count;

	buf[0] = '\0';
	if (label)
		snprintf(buf, PLAN_WORDS_MAX, "Hosts with one value of label \"%.100s\" go together: %zu unit%s.",
			 label, count, plural(count));
	return buf;
}
