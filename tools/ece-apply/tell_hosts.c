// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/tell_hosts.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/hostlist.h"
#include "tools/common/json_build.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/stop.h"
#include "tools/ece-apply/who.h"
#include "tools/ece-apply/words.h"

#define NOTE_TOLD "freeze/told" /* what came of the last one */
#define STILL_MS  2000          /* a controller that lives notices a freeze in a fifth of a second */
#define LOOK_MS   20

struct hearing {
	struct tell_hosts *told;
	const struct fleet *fleet;
	char **why; /* of each host: it does not obey; NULL: it does */
};

/* The whole path, as the run was given it. */
static bool find_file(struct session *session, struct tell_hosts *told)
{
	struct store_run run;
	struct ece_error e;
	int err;

	if (session->args->fleet) {
		snprintf(told->file, sizeof(told->file), "%s", session->args->fleet);
		return true;
	}
	err = store_run_find(session->store, NULL, false, &run, &e);
	if (!err)
		snprintf(told->file, sizeof(told->file), "%s", run.file);
	else if (err == -ENOENT)
		told->why = "no run is known that names a fleet file; --fleet FILE does";
	else
		outcome_fail(&session->outcome, &e);
	return !err;
}

/*
 * Hosts that are told before the controller of a run knows would refuse what it still sends, and refusals are spent from
 * its budget.
 */
static void wait_for_controller(struct session *session)
{
	uint64_t deadline = clock_now() + STILL_MS * CLOCK_MS_NS;
	char holder[WHO_MAX];
	struct ece_error e;

	while (store_holder(session->store, holder, sizeof(holder)) && clock_now() < deadline) {
		const struct rollout *run = NULL;

		if (!control_load(session->control, NULL, &e))
			run = control_rollout(session->control);
		if (!run || rollout_pause(run) == ROLLOUT_PAUSE_FREEZE)
			return;
		poll(NULL, 0, LOOK_MS);
	}
}

static int hear(void *ctx, const struct control_told *told)
{
	struct hearing *h = ctx;

	h->told->hosts++;
	if (told->state == CONTROL_TOLD_OBEYS) {
		h->told->obey++;
		return 0;
	}
	h->why[told->host] = strdup(told->why);
	return h->why[told->host] ? 0 : -ENOMEM;
}

/* One entry for all hosts with the reason of @first; they are taken out. */
static json_t *group(struct hearing *h, uint32_t first)
{
	const char **names = calloc(h->fleet->host_count + 1, sizeof(*names));
	char *hosts = NULL, *why = h->why[first];
	size_t count = 0;
	json_t *json = NULL;

	h->why[first] = NULL;
	for (uint32_t i = first; names && i < h->fleet->host_count; i++) {
		if (i != first && (!h->why[i] || strcmp(h->why[i], why) != 0))
			continue;
		names[count++] = h->fleet->hosts[i].name;
		free(h->why[i]);
		h->why[i] = NULL;
	}
	if (names && !hostlist_fold(names, count, &hosts))
		json = json_pack("{s:s, s:I, s:o}", "hosts", hosts, "host_count", (json_int_t)count, "why",
				 build_text(why));
	free(names);
	free(hosts);
	free(why);
	return json;
}

static void group_all(struct hearing *h)
{
	for (uint32_t i = 0; i < h->fleet->host_count; i++)
		if (h->why[i])
			build_append(&h->told->groups, group(h, i));
}

static bool send_all(struct session *session, struct tell_hosts *told, const struct fleet *fleet)
{
	struct hearing h = {.told = told, .fleet = fleet, .why = calloc(fleet->host_count + 1, sizeof(char *))};
	char who[WHO_MAX];
	const struct control_freeze order = {.freeze = told->freeze,
					     .who = who_text(who, sizeof(who)),
					     .why = told->freeze && session->args->word ? session->args->word : ""};
	struct ece_error e;
	int err = h.why ? 0 : -ENOMEM;

	told->groups = json_array();
	if (err)
		ece_error_set(&e, err, ECE_ERROR_MEMORY, "out of memory for the hosts of the fleet");
	stop_on_signal(session->control);
	err = err ? err : control_freeze_hosts(session->control, fleet, &order, hear, &h, &e);
	stop_on_signal(NULL);
	if (err)
		outcome_fail(&session->outcome, &e);
	else
		group_all(&h);
	for (uint32_t i = 0; h.why && i < fleet->host_count; i++)
		free(h.why[i]);
	free(h.why);
	return !err;
}

static void keep(struct session *session, const struct tell_hosts *told)
{
	json_t *json = tell_hosts_json(told);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	struct ece_error e;

	json_decref(json);
	if (!text || store_note_put(session->store, NOTE_TOLD, text, &e) || store_commit(session->store, &e))
		fputs("what came of it is not kept for the status\n", stderr);
	free(text);
}

void tell_hosts(struct session *session, bool freeze, struct tell_hosts *told)
{
	struct apply_args args = *session->args;
	struct fleet_load load = {0};
	struct control_way way;

	*told = (struct tell_hosts){.freeze = freeze};
	if (!find_file(session, told))
		return;
	args.word = told->file;
	if (!fleet_load(&args, &session->outcome, &load)) {
		told->why = "the fleet file cannot be read";
		fleet_load_done(&load);
		return;
	}
	if (freeze)
		wait_for_controller(session);
	control_free(session->control);
	session->control = NULL;
	way = control_way_of(load.fleet);
	if (session_connect(session, &way, load.fleet) && send_all(session, told, load.fleet)) {
		told->asked = true;
		keep(session, told);
	} else {
		told->why = "they cannot be reached";
	}
	/* the channel may have names of the file */
	control_free(session->control);
	session->control = NULL;
	channel_free(session->channel);
	session->channel = NULL;
	fleet_load_done(&load);
}

void tell_hosts_done(struct tell_hosts *told)
{
	json_decref(told->groups);
}

static void text_of(const json_t *json)
{
	const json_t *groups = json_object_get(json, "others");
	bool freeze = json_is_true(json_object_get(json, "freeze"));

	printf("  hosts:   %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " %s\n",
	       json_integer_value(json_object_get(json, "obey")), json_integer_value(json_object_get(json, "told")),
	       freeze ? "stand still: nothing is written there, whoever asks" : "may be written to again");
	for (size_t i = 0; i < json_array_size(groups); i++) {
		const json_t *entry = json_array_get(groups, i);

		printf("  not:     %s: %s\n", json_string_value(json_object_get(entry, "hosts")),
		       json_string_value(json_object_get(entry, "why")));
	}
}

void tell_hosts_text(const struct tell_hosts *told)
{
	json_t *json;

	if (!told->asked) {
		printf("  hosts:   none was told: %s\n", told->why ? told->why : "see above");
		return;
	}
	json = tell_hosts_json(told);
	text_of(json);
	json_decref(json);
}

json_t *tell_hosts_json(const struct tell_hosts *told)
{
	if (!told->asked)
		return json_null();
	return json_pack("{s:b, s:o, s:I, s:I, s:O}", "freeze", told->freeze, "file", build_text(told->file), "told",
			 (json_int_t)told->hosts, "obey", (json_int_t)told->obey, "others", told->groups);
}

int tell_hosts_exit(const struct tell_hosts *told)
{
	return told->asked && told->obey < told->hosts ? control_result_exit_code(CONTROL_APPLIED_OWED) : 0;
}

void tell_hosts_status(struct store *store)
{
	struct ece_error e;
	char *text = NULL;
	json_t *json;

	if (store_note_get(store, NOTE_TOLD, &text, &e))
		return;
	json = json_loads(text, 0, NULL);
	/* that all may be written to is no news */
	if (json_is_true(json_object_get(json, "freeze")) || json_array_size(json_object_get(json, "others")))
		text_of(json);
	json_decref(json);
	free(text);
}
