// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-agent/reach.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "lib/host/persona.h"
#include "tools/common/state_dir.h"

#define SYSTEM_GUARD "/run/ece/guard.sock" /* where ece-guard.service listens */

static bool is_socket(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISSOCK(st.st_mode);
}

/* With --state it is somebody's own: that of the system has another journal. */
static const char *find_socket(const struct agent_args *args, const char *dir, char path[PATH_MAX + 16])
{
	if (!args->state && is_socket(SYSTEM_GUARD))
		return SYSTEM_GUARD;
	snprintf(path, PATH_MAX + 16, "%s/guard.sock", dir);
	return is_socket(path) ? path : NULL;
}

/* A socket that a guard has left is no guard: the host is free then. */
static bool open_guard(const struct agent_args *args, const char *dir, struct reached *reached)
{
	char path[PATH_MAX + 16];
	const char *socket = find_socket(args, dir, path);
	const struct serve_where where = {.dir = socket};

	reached->kind = &serve_guard;
	return socket && !reached->kind->open(&where, &reached->host, NULL /* the next way is tried */);
}

int reach_open(const struct agent_args *args, bool find_guard, struct reached *reached, struct ece_error *e)
{
	struct serve_where where = {
		.dir = args->guard, .host = args->host, .allowed_signers = args->allowed_signers, .name = args->name};
	char dir[PATH_MAX];
	int ret;

	*reached = (struct reached){.speaks = args->speaks};
	if (args->guard) {
		reached->kind = &serve_guard;
		return reached->kind->open(&where, &reached->host, e);
	}
	ret = state_dir_find(args->sim ? args->sim : args->state, dir, e);
	if (ret || (find_guard && !args->sim && open_guard(args, dir, reached)))
		return ret;
	reached->kind = args->sim ? &serve_sim : &serve_real;
	where.dir = dir;
	return reached->kind->open(&where, &reached->host, e);
}

void reach_close(struct reached *reached)
{
	if (reached->host)
		reached->kind->close(reached->host);
	reached->host = NULL;
}

static int as_another(struct reached *reached, const char *line, size_t len, char **answer, size_t *answer_len,
		      struct ece_error *e)
{
	size_t taken_len;
	char *taken;
	int ret = persona_take(reached->speaks, line, len, &taken, &taken_len, answer, answer_len, e);

	if (!ret && taken)
		ret = reached->kind->request(reached->host, taken, taken_len, answer, answer_len, e);
	free(taken);
	if (ret)
		return ret;
	ret = persona_tell(reached->speaks, answer, answer_len, e);
	if (ret)
		free(*answer);
	return ret;
}

int reach_line(struct reached *reached, const char *line, size_t len, char **answer, size_t *answer_len,
	       struct ece_error *e)
{
	if (reached->speaks.major)
		return as_another(reached, line, len, answer, answer_len, e);
	return reached->kind->request(reached->host, line, len, answer, answer_len, e);
}

int reach_ask(struct reached *reached, const struct protocol_request *request, struct protocol_answer **answer,
	      struct ece_error *e)
{
	char *line, *text;
	size_t len, text_len;
	int ret = protocol_request_encode(request, &line, &len, e);

	if (ret)
		return ret;
	ret = reach_line(reached, line, len, &text, &text_len, e);
	free(line);
	if (ret)
		return ret;
	ret = protocol_answer_decode(text, text_len, answer, e);
	free(text);
	return ret;
}
