// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/planning.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/fault_env.h"
#include "tools/common/file.h"
#include "tools/common/file_write.h"
#include "tools/common/version.h"
#include "tools/ece-apply/signing.h"

static const struct fleet_amount moved_default = {.percent = true, .n = 5 * FLEET_PERCENT};

static bool fails(struct session *session, const struct ece_error *e, enum control_result result)
{
	outcome_fail(&session->outcome, e);
	session->outcome.result = result;
	return false;
}

static bool is_of_this_file(struct session *session, const struct plan_saved *saved, const struct fleet_load *load)
{
	const struct plan_saved_info *info = plan_saved_info(saved);
	struct ece_error e;

	if (!memcmp(info->file_digest, load->digest, sizeof(load->digest)))
		return true;
	ece_error_set(
		&e, -ESTALE, ECE_ERROR_REFUSED,
		"the plan in \"%s\" is not of this fleet file as it is now (it was made of %s); make another one with "
		"--plan-out, and look at it",
		session->args->plan, info->file);
	return fails(session, &e, CONTROL_INVALID);
}

bool planning_begin(struct planning *planning, struct session *session, const struct fleet_load *load)
{
	const char *path = session->args->plan;
	struct ece_error e;
	char *text;
	size_t len;
	int err;

	if (!path)
		return true;
	err = file_read(path, PLAN_SAVED_MAX, &text, &len, &e);
	if (err)
		return fails(session, &e, CONTROL_INVALID);
	err = signing_plan(session->args, load->fleet, text, len, &e);
	if (err) {
		free(text);
		return fails(session, &e, CONTROL_INVALID);
	}
	err = plan_saved_decode(text, len, &planning->saved, &e);
	free(text);
	if (err) {
		ece_error_place(&e, "%s", path);
		return fails(session, &e, err == -ENOMEM ? CONTROL_ERROR : CONTROL_INVALID);
	}
	return is_of_this_file(session, planning->saved, load);
}

/* What only compares leaves the store as it is, and does without one that it cannot read. */
static bool look_at_owed(struct planning *p, struct session *session, size_t *count)
{
	struct store *store;
	struct ece_error e;
	int err = store_at_open(session->store_at, session->state_dir, fault_env_vfs(), STORE_AT_LOOK, &store, &e);

	if (!err) {
		err = store_owed_list(store, &p->listed, count, &e);
		store_close(store);
	}
	if (err && err != -ENOENT && p->owed_only)
		return fails(session, &e, CONTROL_ERROR);
	if (err && err != -ENOENT)
		fprintf(stderr, "what hosts are owed from earlier is not known: %s\n", e.text);
	*count = err ? 0 : *count;
	return true;
}

/* Owed hosts that this file names; others are another file's. */
bool planning_find_owed(struct planning *p, struct session *session, const struct fleet *fleet)
{
	struct ece_error e;
	size_t count;

	if (!session->store && !look_at_owed(p, session, &count))
		return false;
	if (session->store && store_owed_list(session->store, &p->listed, &count, &e))
		return fails(session, &e, CONTROL_ERROR);
	p->owed = calloc(count + 1, sizeof(*p->owed));
	if (!p->owed) {
		ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what hosts are owed");
		return fails(session, &e, CONTROL_ERROR);
	}
	for (size_t i = 0; i < count; i++) {
		const struct store_owed *owed = &p->listed[i];
		uint32_t host = fleet_host_find(fleet, owed->host);

		if (host != FLEET_NONE)
			p->owed[p->owed_count++] = (struct plan_owed){.host = host,
								      .generation = owed->generation,
								      .run = owed->run,
								      .why = owed->why,
								      .change = owed->change,
								      .report = owed->report};
	}
	return true;
}

static bool make(struct session *session, const struct plan_input *input, struct plan **plan)
{
	int err = plan_make(input, &session->outcome.report.sink, plan);

	if (err)
		session->outcome.result = err == -ENOMEM ? CONTROL_ERROR : CONTROL_INVALID;
	return !err;
}

/* Who has moved is seen in what would be planned now; then once more, with the steps that were looked at. */
static bool make_saved(struct planning *p, struct session *session, struct plan_input *input)
{
	size_t total = plan_saved_info(p->saved)->host_count;
	struct fleet_amount cap = session->args->has_moved ? session->args->moved : moved_default;
	struct plan *fresh;
	struct ece_error e;
	bool ok = make(session, input, &fresh);

	if (!ok)
		return false;
	if (plan_saved_moved(p->saved, input->fleet, input->hosts, fresh, &input->moved, &input->moved_count,
			     &input->gone_count)) {
		ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a saved plan");
		ok = fails(session, &e, CONTROL_ERROR);
	}
	plan_free(fresh);
	input->saved = p->saved;
	input->moved_max = fleet_amount_of(cap, (uint32_t)total);
	return ok && make(session, input, &p->plan);
}

bool planning_make(struct planning *p, struct session *session, const struct fleet_load *load,
		   const struct facts_host *hosts, size_t count)
{
	const struct fleet *fleet = load->fleet;
	struct plan_input input = {.fleet = fleet,
				   .hosts = hosts,
				   .host_count = count,
				   .adopt = session->args->adopt,
				   .ensure = session->args->ensure,
				   .owed = p->owed,
				   .owed_count = p->owed_count,
				   .within = p->within,
				   .owed_only = p->owed_only,
				   .repairs = p->repairs,
				   .repair_count = p->repair_count,
				   .accept_drift = session->args->accept_drift,
				   .commands = load->commands,
				   .command_count = load->exec_count};
	bool ok;

	p->hosts = hosts;
	p->host_count = count;
	ok = p->saved ? make_saved(p, session, &input) : make(session, &input, &p->plan);
	session->outcome.plan = p->plan;
	session->outcome.fleet = fleet;
	session->outcome.with_plan = true;
	return ok;
}

bool planning_save(const struct planning *p, struct session *session, const struct fleet_load *load)
{
	struct plan_saved_info info = {.tool = tool_version,
				       .file = load->fleet->file,
				       .made = fleet_load_now(session->args),
				       .commands = load->commands,
				       .command_count = load->exec_count,
				       .owed = p->owed_only};
	struct ece_error e;
	char *text;
	size_t len;
	int err;

	memcpy(info.file_digest, load->digest, sizeof(info.file_digest));
	err = plan_saved_encode(&info, load->fleet, p->hosts, p->plan, &text, &len, &e);
	if (err)
		return fails(session, &e, CONTROL_ERROR);
	err = file_write(session->args->plan_out, text, len, &e);
	free(text);
	return err ? fails(session, &e, CONTROL_ERROR) : true;
}

void planning_done(struct planning *p)
{
	plan_free(p->plan);
	plan_saved_free(p->saved);
	free(p->listed);
	free(p->owed);
	free(p->within);
	free(p->asked);
}
