// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-facts/fleet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/facts/read.h"
#include "lib/simfleet/simfleet.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/stop.h"
#include "tools/ece-apply/summary.h"
#include "tools/ece-facts/command.h"

#define ROOM 16

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts told");
}

int facts_sweep_silent(struct facts_sweep *s, const struct control_facts *facts)
{
	if (s->silent_count == s->silent_max) {
		size_t more = s->silent_max ? 2 * s->silent_max : ROOM;
		struct facts_silent *grown = reallocarray(s->silent, more, sizeof(*grown));

		if (!grown)
			return no_memory(s->e);
		s->silent = grown;
		s->silent_max = more;
	}
	s->silent[s->silent_count] = (struct facts_silent){.host = facts->host, .why = strdup(facts->why)};
	return s->silent[s->silent_count++].why ? 0 : no_memory(s->e);
}

void facts_sweep_done(struct facts_sweep *s)
{
	for (size_t i = 0; i < s->silent_count; i++)
		free(s->silent[i].why);
	free(s->silent);
}

static int compare(const void *va, const void *vb)
{
	const struct facts_silent *a = va, *b = vb;
	int by = strcmp(a->why, b->why);

	return by ? by : a->host < b->host ? -1 : a->host > b->host;
}

/* Hosts with the reason of the first one. Returns how many, and a list for free(); NULL when memory ran out. */
static size_t fold_alike(const struct facts_sweep *s, size_t first, char **hosts)
{
	const char **names = calloc(s->silent_count + 1, sizeof(*names));
	size_t n = 0;

	*hosts = NULL;
	for (size_t i = first; i < s->silent_count && !strcmp(s->silent[i].why, s->silent[first].why); i++, n++)
		if (names)
			names[n] = s->fleet->hosts[s->silent[i].host].name;
	if (names && hostlist_fold(names, n, hosts))
		*hosts = NULL;
	free(names);
	return n;
}

static void sort(struct facts_sweep *s)
{
	if (s->silent_count)
		qsort(s->silent, s->silent_count, sizeof(*s->silent), compare);
}

void facts_sweep_print_silent(struct facts_sweep *s, const struct term *term)
{
	size_t n;

	sort(s);
	if (s->silent_count)
		fprintf(term->out, "\n%sDid not tell%s\n", term_style(term, TERM_WARN), term_style(term, TERM_PLAIN));
	for (size_t i = 0; i < s->silent_count; i += n) {
		char *hosts;

		n = fold_alike(s, i, &hosts);
		fprintf(term->out, "  %s: %s\n", hosts ? hosts : "?", s->silent[i].why);
		free(hosts);
	}
}

json_t *facts_sweep_silent_json(struct facts_sweep *s)
{
	json_t *list = json_array();
	size_t n;

	sort(s);
	for (size_t i = 0; i < s->silent_count; i += n) {
		json_t *entry = json_object();
		char *hosts;

		n = fold_alike(s, i, &hosts);
		build_set(&entry, "hosts", hosts ? json_string(hosts) : NULL);
		build_set(&entry, "count", json_integer((json_int_t)n));
		build_set(&entry, "why", build_text(s->silent[i].why));
		build_append(&list, entry);
		free(hosts);
	}
	return list;
}

/* One line a host, as it comes: nothing of it stays here. */
static int print_line(void *ctx, const struct control_facts *facts)
{
	struct facts_sweep *s = ctx;
	json_t *line = json_object();

	build_set(&line, "host", json_string(s->fleet->hosts[facts->host].name));
	build_set(&line, "facts", facts->doc ? json_incref(facts->doc) : json_null());
	build_set(&line, "why", build_text_or_null(facts->why));
	if (output_json(line))
		return ece_error_set(s->e, -EIO, ECE_ERROR_IO, "the facts could not be written");
	s->told += facts->doc != NULL;
	return facts->doc ? 0 : facts_sweep_silent(s, facts);
}

static int look(struct facts_sweep *s)
{
	if (s->args->odd)
		return odd_one_out(s);
	if (s->args->json)
		return control_facts(s->control, s->fleet, s->asked, print_line, s, s->e);
	return fleet_table(s);
}

struct limiting {
	const struct fleet *fleet;
	bool *asked;
	struct ece_error *e;
};

static int ask_host(void *ctx, const char *name, size_t len)
{
	struct limiting *l = ctx;
	char host[HOSTLIST_NAME_MAX + 1];
	uint32_t index;

	snprintf(host, sizeof(host), "%.*s", (int)len, name);
	index = fleet_host_find(l->fleet, host);
	if (index == FLEET_NONE)
		return ece_error_set(l->e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%s names no host \"%s\"", l->fleet->file,
				     host);
	l->asked[index] = true;
	return 0;
}

static int limit(const struct facts_args *args, const struct fleet *fleet, bool **asked, struct ece_error *e)
{
	struct limiting l = {.fleet = fleet, .e = e};
	struct hostlist_fault fault;
	int err;

	if (!args->limit)
		return 0;
	*asked = l.asked = calloc(fleet->host_count + 1, sizeof(*l.asked));
	if (!l.asked)
		return no_memory(e);
	err = hostlist_each(args->limit, strlen(args->limit), HOSTLIST_MAX, ask_host, &l, &fault);
	if (err == -EINVAL || err == -E2BIG)
		return ece_error_set(e, err, ECE_ERROR_UNKNOWN_NAME, "--limit \"%.60s\" is no list of hosts: %s",
				     args->limit, fault.why);
	return err;
}

static bool reach(struct session *session, const struct fleet *fleet, const struct apply_args *args, bool quiet)
{
	const struct control_way way = control_way_of(fleet);
	struct term term;

	if (!session_open(session, args, false) || !session_connect(session, &way, fleet))
		return false;
	if (session->sim)
		simfleet_tell_facts(session->sim, hostfacts_read);
	term_init(&term, stdout);
	if (session->outcome.simulated && !quiet)
		summary_simulated(&term, session->state_dir, !way.real_time);
	return true;
}

static int exit_code_of(const struct facts_sweep *s, int found)
{
	if (found)
		return FACTS_EXIT_DIFFERENCES;
	if (!s->told && s->silent_count)
		return TOOL_EXIT_UNREACHABLE;
	return s->silent_count ? FACTS_EXIT_INCOMPLETE : TOOL_EXIT_OK;
}

static int sweep(const struct facts_args *args, struct session *session, const struct fleet *fleet)
{
	struct ece_error e;
	struct facts_sweep s = {.args = args, .fleet = fleet, .e = &e};
	bool *asked = NULL;
	int found = limit(args, fleet, &asked, &e), exit_code;

	s.asked = asked;
	if (!found && !reach(session, fleet, session->args, args->json)) {
		free(asked);
		return outcome_exit_code(&session->outcome);
	}
	s.control = session->control;
	s.simulated = session->outcome.simulated;
	stop_on_signal(session->control);
	found = found ? found : look(&s);
	stop_on_signal(NULL);
	if (found < 0)
		outcome_fail(&session->outcome, &e);
	exit_code = found < 0 ? outcome_exit_code(&session->outcome) : exit_code_of(&s, found);
	facts_sweep_done(&s);
	free(asked);
	return exit_code;
}

int verb_fleet(const struct facts_args *args)
{
	const struct apply_args apply = {
		.word = args->fleet, .file_only = true, .state = args->state, .json = args->json};
	struct session session = {.args = &apply, .detach = DETACH_NONE};
	struct fleet_load load;
	int exit_code;

	outcome_init(&session.outcome);
	if (fleet_load(&apply, &session.outcome, &load))
		exit_code = sweep(args, &session, load.fleet);
	else
		exit_code = outcome_exit_code(&session.outcome);
	session_close(&session);
	fleet_load_done(&load);
	return exit_code;
}
