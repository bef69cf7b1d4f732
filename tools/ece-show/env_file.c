// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/env_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ece/offer.h"
#include "lib/fleet/fleet.h"
#include "tools/common/exit_code.h"
#include "tools/common/file.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/ece-apply/exec_answer.h"

/* The commands of a file, and what they said. */
struct commands {
	struct fleet_exec *list;
	struct exec_answer *answers;
	struct fleet_exec_output *outputs;
	size_t count;
};

static void commands_done(struct commands *commands)
{
	for (size_t i = 0; commands->answers && i < commands->count; i++)
		exec_answer_free(&commands->answers[i]);
	free(commands->answers);
	free(commands->outputs);
	free(commands->list);
}

static int ask(struct commands *commands, const struct fleet_input *input, struct ece_error *e)
{
	const char *slash = strrchr(input->file, '/');
	char dir[PATH_MAX], state_dir[PATH_MAX];
	int err = state_dir_find(NULL, state_dir, e);

	snprintf(dir, sizeof(dir), "%.*s", slash ? (int)(slash - input->file) + 1 : 1, slash ? input->file : ".");
	commands->answers = calloc(commands->count, sizeof(*commands->answers));
	commands->outputs = calloc(commands->count, sizeof(*commands->outputs));
	if (!commands->answers || !commands->outputs)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	for (size_t i = 0; !err && i < commands->count; i++) {
		struct exec_answer *answer = &commands->answers[i];

		err = exec_answer_get(&commands->list[i], dir, state_dir, input->now, answer, e);
		commands->outputs[i] = (struct fleet_exec_output){.text = answer->text, .len = answer->len};
	}
	return err;
}

static int parse(struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet)
{
	struct commands commands = {.count = 0};
	int count = fleet_execs(input, sink, &commands.list), err = count < 0 ? count : 0;
	struct ece_error e;

	if (count > 0) {
		commands.count = (size_t)count;
		err = ask(&commands, input, &e);
		if (err)
			ece_error_report(sink, &e);
		input->execs = commands.outputs;
		input->exec_count = (uint32_t)count;
	}
	if (!err)
		err = fleet_parse(input, sink, fleet);
	commands_done(&commands);
	return err;
}

/* What is there already is not in the file. */
static void warn_left(const struct fleet_value *value, const struct fleet_profile *profile)
{
	const char *name = value->param->name;

	if (!strcmp(name, "ece.allow") || !strcmp(name, "ece.require"))
		fprintf(stderr,
			"warning: profile \"%s\" leaves %s as each host has it, which the file does not tell: the "
			"settings are as if nothing were said of it\n",
			profile->name, name);
}

static void take(const struct fleet_value *value, const struct fleet_profile *profile, struct env_profile *wanted)
{
	const char *name = value->param->name;

	if (value->leave || value->original)
		warn_left(value, profile);
	if (value->leave || value->original || value->by_speed)
		return;
	if (!strcmp(name, "ece.allow")) {
		wanted->wish.allow = (uint32_t)value->raw;
		wanted->said = true;
	} else if (!strcmp(name, "ece.require")) {
		wanted->wish.require = (uint32_t)value->raw;
		wanted->said = true;
	} else if (!strcmp(name, "roce_accl.selective_repeat_forced_en")) {
		wanted->wish.forced_repeat = value->raw;
	}
}

static int find(const struct fleet *fleet, const char *name, struct env_profile *wanted)
{
	for (uint32_t i = 0; i < fleet->profile_count; i++) {
		const struct fleet_profile *profile = &fleet->profiles[i];

		if (strcmp(profile->name, name) != 0)
			continue;
		for (uint32_t k = 0; k < profile->value_count; k++)
			take(&profile->values[k], profile, wanted);
		return 0;
	}
	fprintf(stderr, "error: %s has no profile \"%s\"; its profiles are:", fleet->file, name);
	for (uint32_t i = 0; i < fleet->profile_count; i++)
		fprintf(stderr, " %s", fleet->profiles[i].name);
	fputs("\n", stderr);
	return TOOL_EXIT_INVALID;
}

int env_profile_read(const char *file, const char *profile, struct env_profile *wanted)
{
	struct fleet_input input = {.file = file, .now = time(NULL)};
	struct fleet *fleet = NULL;
	struct report report;
	struct ece_error e;
	char *text;
	int err = file_read(file, FLEET_FILE_MAX, &text, &input.len, &e);

	*wanted = (struct env_profile){.wish = {.allow = ECE_OPTIONS_ALL}};
	if (err) {
		report_error(&e);
		return TOOL_EXIT_INVALID;
	}
	input.text = text;
	report_init(&report);
	err = parse(&input, &report.sink, &fleet);
	report_done(&report);
	free(text);
	if (err)
		return err == -ENOMEM ? TOOL_EXIT_ERROR : TOOL_EXIT_INVALID;
	err = find(fleet, profile, wanted);
	fleet_free(fleet);
	return err;
}
