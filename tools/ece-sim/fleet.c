// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim fleet: look at the simulated fleet of a state directory, and disturb it. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/hostlist.h"
#include "lib/fleet/quantity.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/common/table.h"
#include "tools/ece-sim/fleet.h"
#include "tools/ece-sim/verbs.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct fleet_request *request = ctx;

	switch ((enum sim_fleet_option)id) {
	case SIM_FLEET_OPTION_STATE:
		request->state = value;
		break;
	case SIM_FLEET_OPTION_PARAM:
		request->param_name = value;
		break;
	case SIM_FLEET_OPTION_VALUE:
		request->value = value;
		break;
	case SIM_FLEET_OPTION_CARD:
		request->card = value;
		break;
	case SIM_FLEET_OPTION_JSON:
		request->json = true;
		break;
	}
	return true;
}

static int find_param(struct fleet_request *request, struct ece_error *e)
{
	const char *name = request->param_name ? request->param_name : SIM_FLEET_DRIFT_PARAM;
	const struct ece_param *near;

	request->param = ece_param_find(name);
	if (request->param)
		return ece_param_parse(request->param, request->value ? request->value : SIM_FLEET_DRIFT_VALUE,
				       &request->raw, e);
	near = ece_param_nearest(name);
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no parameter \"%s\"%s%s%s", name,
			     near ? "; did you mean \"" : "", near ? near->name : "", near ? "\"?" : "");
}

struct host_taker {
	struct fleet_request *request;
	struct ece_error *e;
};

static int take_host(void *ctx, const char *name, size_t len)
{
	struct host_taker *taker = ctx;
	struct fleet_request *request = taker->request;
	char text[SIMFLEET_NAME_MAX];

	snprintf(text, sizeof(text), "%.*s", (int)len, name);
	return simfleet_host_find(request->sim, text, &request->hosts[request->count++], taker->e);
}

static int find_hosts(struct fleet_request *request, const char *list, struct ece_error *e)
{
	struct host_taker taker = {request, e};
	struct hostlist_fault fault = {0};
	size_t count = simfleet_host_count(request->sim);
	int ret = 0;

	if (list)
		ret = hostlist_check(list, strlen(list), HOSTLIST_MAX, &count, &fault);
	if (ret)
		return ece_error_set(e, ret, ECE_ERROR_SYNTAX, "\"%s\" is no list of hosts: %s at character %zu", list,
				     fault.why, fault.at + 1);
	request->hosts = calloc(count + 1, sizeof(*request->hosts));
	if (!request->hosts)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu hosts", count);
	if (list)
		return hostlist_each(list, strlen(list), HOSTLIST_MAX, take_host, &taker, NULL /* checked above */);
	for (request->count = 0; request->count < count; request->count++)
		request->hosts[request->count] = request->count;
	return 0;
}

static bool answers(const struct fleet_request *request)
{
	return request->form == SIM_FLEET_FORM_TELL || request->form == SIM_FLEET_FORM_DUMP;
}

/* A host that is not ready has started all the same. */
static int start(const struct fleet_request *request, size_t host, struct ece_error *e)
{
	struct ece_error unready;
	int ret = simfleet_start(request->sim, host, &unready, e);

	if (!ret && unready.code)
		fprintf(stderr, "%s is not ready: %s\n", simfleet_host_name(request->sim, host), unready.text);
	return ret;
}

static int change_host(struct fleet_request *request, size_t host, struct ece_error *e)
{
	int ret = 0;

	if (request->form == SIM_FLEET_FORM_DRIFT)
		ret = simfleet_drift(request->sim, host, request->param, request->raw, e);
	else if (request->form == SIM_FLEET_FORM_KERNEL)
		ret = simfleet_set_kernel(request->sim, host, request->kernel, e);
	else if (request->form == SIM_FLEET_FORM_REBOOT)
		ret = start(request, host, e);
	else if (answers(request))
		ret = fleet_tell(request, host, e);
	else
		simfleet_set_down(request->sim, host, request->form == SIM_FLEET_FORM_DOWN);
	return ret;
}

static size_t count_cards(const struct fleet_request *request, size_t host)
{
	size_t n = 0;

	while (simfleet_card(request->sim, host, n))
		n++;
	return n;
}

static const char *state_of(const struct simfleet *sim, size_t host)
{
	return simfleet_is_off(sim, host) ? "off" : simfleet_is_down(sim, host) ? "down" : "up";
}

static void show_table(const struct fleet_request *request)
{
	struct table *table = table_new(5);

	for (size_t i = 0; i < request->count; i++) {
		size_t host = request->hosts[i], cards = count_cards(request, host);

		table_add(table, "%s", simfleet_host_name(request->sim, host));
		table_add(table, "%s", state_of(request->sim, host));
		table_add(table, "%zu cards", cards);
		table_add(table, "%s", cards ? simfleet_card_type(request->sim, host, 0) : "");
		table_add(table, "kernel %s", simfleet_kernel(request->sim, host));
	}
	table_print(table, stdout, 0, 0 /* no limit */);
	table_free(table);
}

static json_t *host_json(const struct fleet_request *request, size_t host)
{
	json_t *cards = json_array();

	for (size_t i = 0; i < count_cards(request, host); i++)
		build_append(&cards, json_string(simfleet_card_type(request->sim, host, i)));
	return json_pack("{s:s, s:b, s:s, s:o}", "host", simfleet_host_name(request->sim, host), "up",
			 !strcmp(state_of(request->sim, host), "up"), "kernel", simfleet_kernel(request->sim, host),
			 "cards", cards);
}

static int print_json(const struct fleet_request *request)
{
	json_t *hosts = json_array();

	for (size_t i = 0; i < request->count; i++)
		build_append(&hosts, host_json(request, request->hosts[i]));
	return output_json(json_pack("{s:i, s:b, s:s, s:o}", "version", 1, "simulated", 1, "verb",
				     ece_sim_fleet_command.forms[request->form].verb, "hosts", hosts));
}

static void print_done(const struct fleet_request *request)
{
	bool one = request->count == 1;
	char value[64];

	if (request->form == SIM_FLEET_FORM_DRIFT)
		fprintf(stderr, "%s is now %s on all cards of %zu simulated host%s; agent and journal were not told\n",
			request->param->name, ece_param_format(request->param, request->raw, value, sizeof(value)),
			request->count, one ? "" : "s");
	else if (request->form == SIM_FLEET_FORM_KERNEL)
		fprintf(stderr, "%zu simulated host%s kernel %s now\n", request->count, one ? " has" : "s have",
			request->kernel);
	else if (request->form == SIM_FLEET_FORM_REBOOT)
		fprintf(stderr, "%zu simulated host%s started again\n", request->count, one ? " has" : "s have");
	else if (request->form == SIM_FLEET_FORM_DOWN)
		fprintf(stderr, "%zu simulated host%s not answer any more\n", request->count, one ? " does" : "s do");
	else
		fprintf(stderr, "%zu simulated host%s again\n", request->count, one ? " answers" : "s answer");
}

static int carry_out(struct fleet_request *request, struct ece_error *e)
{
	int ret = 0;

	for (size_t i = 0; i < request->count && !ret && request->form != SIM_FLEET_FORM_SHOW; i++) {
		ret = change_host(request, request->hosts[i], e);
		if (ret && !e->place[0])
			ece_error_place(e, "%s", simfleet_host_name(request->sim, request->hosts[i]));
	}
	if (ret)
		return ret;
	if (answers(request))
		return fleet_print_answers(request);
	if (request->json)
		return print_json(request);
	if (request->form == SIM_FLEET_FORM_SHOW)
		show_table(request);
	else
		print_done(request);
	return 0;
}

static int advance(struct fleet_request *request, const char *time, struct ece_error *e)
{
	const char *why;
	uint64_t ns;

	why = quantity_duration(time, &ns);
	if (why)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%.32s\" is no time: %s", time, why);
	simfleet_advance(request->sim, simfleet_now(request->sim) + ns);
	if (request->json)
		return output_json(json_pack("{s:i, s:b, s:s, s:I}", "version", 1, "simulated", 1, "verb", "advance",
					     "clock_s", (json_int_t)(simfleet_now(request->sim) / CLOCK_SECOND_NS)));
	fprintf(stderr, "the clock of the simulated fleet went on by %s\n", time);
	return 0;
}

static int do_hosts(struct fleet_request *request, const char *list, int *exit_code, struct ece_error *e)
{
	int ret = find_hosts(request, list, e);

	if (ret)
		return ret;
	ret = carry_out(request, e);
	*exit_code = ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
	/* A kernel that is none, and words that a card does not know, are found at the first host. */
	if (ret && (request->form == SIM_FLEET_FORM_KERNEL || answers(request)))
		*exit_code = TOOL_EXIT_INVALID;
	return ret;
}

static int run(struct fleet_request *request, const char *word)
{
	struct ece_error e = {0};
	char dir[PATH_MAX];
	int exit_code = TOOL_EXIT_INVALID;
	int ret = request->form == SIM_FLEET_FORM_DRIFT ? find_param(request, &e) : 0;

	ret = ret ? ret : state_dir_find(request->state, dir, &e);
	if (!ret) {
		ret = simfleet_open(dir, NULL /* it must exist */, NULL /* default VFS */, &request->sim, &e);
		exit_code = ret ? TOOL_EXIT_ERROR : TOOL_EXIT_INVALID;
	}
	if (!ret && request->form == SIM_FLEET_FORM_ADVANCE) {
		ret = advance(request, word, &e);
		exit_code = ret ? TOOL_EXIT_INVALID : TOOL_EXIT_OK;
	} else if (!ret) {
		ret = do_hosts(request, word, &exit_code, &e);
	}
	/* Without a code: output_json() has said it. */
	if (ret && e.code)
		report_error(&e);
	free(request->hosts);
	json_decref(request->answers);
	simfleet_close(request->sim);
	return output_end(exit_code);
}

int sim_fleet(int argc, char **argv)
{
	struct fleet_request request = {0};
	struct command_line line;
	int ret;

	if (!command_parse(&ece_sim_fleet_command, argc, argv, take_option, &request, &line, &ret))
		return ret;
	request.form = (enum sim_fleet_form)line.form;
	if (!request.param_name != !request.value)
		return command_usage(&ece_sim_fleet_command, "--param and --value go together");
	if (request.form == SIM_FLEET_FORM_KERNEL)
		request.kernel = line.words[0];
	if (request.form == SIM_FLEET_FORM_TELL) {
		request.words = line.words + 1;
		request.word_count = line.word_count - 1;
		line.word_count = 1;
	}
	request.answers = json_array();
	return run(&request, line.word_count ? line.words[line.word_count - 1] : NULL);
}
