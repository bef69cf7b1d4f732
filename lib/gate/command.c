// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A command of the operator that decides. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/gate/internal.h"

#define EXIT_PASS         0
#define EXIT_FAIL         1
#define EXIT_INCONCLUSIVE 75 /* EX_TEMPFAIL of sysexits.h */

#define VARIABLE_MAX (PATH_MAX + 32)

enum variable {
	VARIABLE_RUN,
	VARIABLE_CHANGE,
	VARIABLE_STEP,
	VARIABLE_ON,
	VARIABLE_WHEN,
	VARIABLE_TREATED,
	VARIABLE_UNTOUCHED,
	VARIABLE_COUNT,
};

static const char *const variable_names[VARIABLE_COUNT] = {
	[VARIABLE_RUN] = "ECE_RUN=",
	[VARIABLE_CHANGE] = "ECE_CHANGE=",
	[VARIABLE_STEP] = "ECE_STEP=",
	[VARIABLE_ON] = "ECE_ON=",
	[VARIABLE_WHEN] = "ECE_WHEN=",
	[VARIABLE_TREATED] = "ECE_TREATED=",
	[VARIABLE_UNTOUCHED] = "ECE_UNTOUCHED=",
};

struct variables {
	char text[VARIABLE_COUNT][VARIABLE_MAX];
};

__attribute__((format(printf, 3, 4))) static void set(struct variables *v, enum variable which, const char *format, ...)
{
	int len = snprintf(v->text[which], VARIABLE_MAX, "%s", variable_names[which]);
	va_list args;

	va_start(args, format);
	vsnprintf(v->text[which] + len, (size_t)(VARIABLE_MAX - len), format, args);
	va_end(args);
}

static bool is_ours(const char *variable)
{
	for (int i = 0; i < VARIABLE_COUNT; i++)
		if (!strncmp(variable, variable_names[i], strlen(variable_names[i])))
			return true;
	return false;
}

static const char **make_env(const struct variables *v)
{
	size_t count = 0, used = VARIABLE_COUNT;
	const char **env;

	while (environ[count])
		count++;
	env = calloc(VARIABLE_COUNT + count + 1, sizeof(*env));
	if (!env)
		return NULL;
	for (size_t i = 0; i < VARIABLE_COUNT; i++)
		env[i] = v->text[i];
	for (size_t i = 0; i < count; i++)
		if (!is_ours(environ[i]))
			env[used++] = environ[i];
	return env;
}

static int start(const struct gate_exec *ask, struct command *command, struct ece_error *e)
{
	struct variables v;
	const char **env;
	int err;

	set(&v, VARIABLE_RUN, "%s", ask->run);
	set(&v, VARIABLE_CHANGE, "%s", ask->change);
	set(&v, VARIABLE_STEP, "%u", ask->step);
	set(&v, VARIABLE_ON, "%s", ask->on == GATE_ON_TREATED ? "treated" : "untouched");
	set(&v, VARIABLE_WHEN, "%s", ask->baseline ? "baseline" : "soak");
	set(&v, VARIABLE_TREATED, "%s/treated", command->dir);
	set(&v, VARIABLE_UNTOUCHED, "%s/untouched", command->dir);
	env = make_env(&v);
	if (!env)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a gate");
	err = spawn_start_in(ask->argv, env, ask->dir, &command->child, e);
	free(env);
	return err;
}

static int watch(const struct gate_asker *asker, int fd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = UINT64_MAX};

	return epoll_ctl(asker->epoll, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

static int watch_child(const struct gate_asker *asker, struct command *command, struct ece_error *e)
{
	struct spawn *child = &command->child;
	int err = watch(asker, child->pidfd);

	if (!err)
		err = watch(asker, child->out);
	if (!err)
		err = watch(asker, child->err);
	/* it has nothing to read */
	close(child->in);
	child->in = -1;
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot watch %s: %s", command->name, strerror(-err)) : 0;
}

int command_start(struct gate_asker *asker, struct question *question, const struct gate_exec *ask, struct ece_error *e)
{
	struct command *command = calloc(1, sizeof(*command));
	int err;

	if (!command)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a gate");
	question->command = command;
	command->child = (struct spawn){.pidfd = -1, .in = -1, .out = -1, .err = -1};
	command->deadline_ns = clock_now() + ask->timeout_ns;
	snprintf(command->name, sizeof(command->name), "%s", ask->argv[0]);
	err = lists_write(ask, command->dir, e);
	if (!err)
		err = start(ask, command, e);
	return err ? err : watch_child(asker, command, e);
}

/* At its end, our descriptor is closed, or it could be read for ever. */
static void drain(int *fd, char *buf, size_t *len, size_t max, bool keep_end)
{
	while (*fd >= 0) {
		ssize_t n;

		if (*len == max && keep_end) {
			memmove(buf, buf + max / 2, max - max / 2);
			*len = max - max / 2;
		}
		if (*len == max)
			return;
		n = read(*fd, buf + *len, max - *len);
		if (n < 0)
			return;
		*len += (size_t)n;
		if (!n) {
			close(*fd);
			*fd = -1;
		}
	}
}

/* The last line with something in it; cuts it off @text. */
static const char *last_line(char *text, size_t len)
{
	char *line;

	while (len && strchr(" \t\r\n", text[len - 1]))
		len--;
	text[len] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	return line + strspn(line, " \t");
}

static void take_number(struct question *question, const char *line)
{
	char *end;
	double number = strtod(line, &end);

	if (end == line || *end)
		return;
	question->values = malloc(sizeof(*question->values));
	question->names = malloc(sizeof(*question->names));
	if (question->values && question->names)
		question->names[0] = strdup("");
	if (!question->values || !question->names || !question->names[0])
		return;
	question->values[0] = number;
	question->count = 1;
}

static void judge(struct question *question, int status)
{
	struct command *command = question->command;
	const char *said = last_line(command->err, command->err_len);
	const char *line = last_line(command->out, command->out_len);
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	char ended[64];

	if (code == EXIT_PASS || code == EXIT_FAIL || code == EXIT_INCONCLUSIVE)
		take_number(question, line);
	if (!said[0] && !question->count)
		said = line;
	spawn_status_text(status, ended, sizeof(ended));
	if (code == EXIT_PASS)
		question_answer(question, GATE_PASS, "%s", "");
	else
		question_answer(question,
				code == EXIT_FAIL         ? GATE_FAIL :
				code == EXIT_INCONCLUSIVE ? GATE_INCONCLUSIVE :
							    GATE_ERROR,
				"%s %s%s%s", command->name, ended, said[0] ? ": " : "", said);
}

static void end(struct question *question, int status)
{
	struct command *command = question->command;

	if (command->out_len == GATE_OUTPUT_MAX)
		question_answer(question, GATE_ERROR, "%s printed %d bytes or more", command->name, GATE_OUTPUT_MAX);
	else
		judge(question, status);
}

void command_step(struct question *question, uint64_t now_ns)
{
	struct command *command = question->command;
	siginfo_t info = {0};
	bool ended, late = now_ns >= command->deadline_ns;
	int status = 0;

	/* WNOWAIT: while it is not reaped its group is surely its own */
	ended = !waitid(P_PID, (id_t)command->child.pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid;
	drain(&command->child.out, command->out, &command->out_len, GATE_OUTPUT_MAX, false);
	drain(&command->child.err, command->err, &command->err_len, QUESTION_ERR_MAX, true);
	if (!ended && !late && command->out_len < GATE_OUTPUT_MAX)
		return;
	spawn_kill_group(&command->child);
	if (!ended && late)
		question_answer(question, GATE_ERROR, "%s did not end in time and was killed", command->name);
	else if (spawn_wait(&command->child, UINT64_MAX, &status))
		question_answer(question, GATE_ERROR, "%s cannot be waited for", command->name);
	else
		end(question, status);
	spawn_end(&command->child);
	lists_remove(command->dir);
}

void command_free(struct command *command)
{
	if (!command)
		return;
	spawn_kill_group(&command->child);
	spawn_end(&command->child);
	lists_remove(command->dir);
	free(command);
}
