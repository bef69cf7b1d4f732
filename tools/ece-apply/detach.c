// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/detach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/ece-apply/summary.h"

#define DETACH_VERSION 1 /* of the JSON object: raised when a key changes its meaning */
#define COMMAND_MAX    4096
#define LOG_PATH_MAX   (PATH_MAX + RUN_ID_MAX + 16)

/* Whatever the directory is called, it fits; whether it can be opened is seen then. */
static void log_path(const char *state_dir, const char *run, char path[LOG_PATH_MAX])
{
	snprintf(path, LOG_PATH_MAX, "%.*s/runs/%.*s.log", PATH_MAX - 1, state_dir, RUN_ID_MAX - 1, run);
}

static void next_command(const char *what, const struct apply_args *args, const char *verb, const char *run)
{
	char line[COMMAND_MAX];

	printf("  %-8s %s\n", what, summary_command(args, verb, run, line, sizeof(line)));
}

static int tell(const struct apply_args *args, const char *run, pid_t pid)
{
	char state_dir[PATH_MAX], log[LOG_PATH_MAX] = "";

	if (!state_dir_find(args->state, state_dir, NULL))
		log_path(state_dir, run, log);
	if (args->json)
		return output_json(json_pack("{s:i, s:s, s:b, s:I, s:o}", "version", DETACH_VERSION, "run", run,
					     "detached", 1, "pid", (json_int_t)pid, "log", build_text(log)));
	printf("\nRun %s goes on without this terminal, as process %ld.\n", run, (long)pid);
	next_command("follow:", args, "status --follow", run);
	next_command("pause:", args, "pause", run);
	next_command("undo:", args, "abort", run);
	printf("  %-8s %s\n", "log:", log);
	return 0;
}

/* Whole or not at all: an id is shorter than what a pipe takes at once. */
static bool hear(int from, char run[RUN_ID_MAX])
{
	ssize_t n;

	do
		n = read(from, run, RUN_ID_MAX);
	while (n < 0 && errno == EINTR);
	return n == RUN_ID_MAX;
}

static int wait_for(pid_t child)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return TOOL_EXIT_ERROR;
	return WIFEXITED(status) ? WEXITSTATUS(status) : TOOL_EXIT_ERROR;
}

static int stay(const struct apply_args *args, int from, pid_t child)
{
	char run[RUN_ID_MAX];
	bool heard = hear(from, run);

	close(from);
	/* It came to no run, and said why */
	if (!heard)
		return wait_for(child);
	run[RUN_ID_MAX - 1] = '\0';
	return tell(args, run, child) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}

static int cannot(const char *what, int error)
{
	struct ece_error e;

	ece_error_set(&e, -error, ECE_ERROR_IO, "cannot go on without a terminal: %s: %s", what, strerror(error));
	report_error(&e);
	return TOOL_EXIT_ERROR;
}

bool detach_begin(struct detach *detach, const struct apply_args *args, int *exit_code)
{
	int ends[2];
	pid_t child;

	if (!args->detach)
		return true;
	if (pipe2(ends, O_CLOEXEC)) {
		*exit_code = cannot("pipe", errno);
		return false;
	}
	child = fork();
	if (child > 0) {
		close(ends[1]);
		*exit_code = stay(args, ends[0], child);
		return false;
	}
	close(ends[0]);
	if (child < 0) {
		*exit_code = cannot("fork", errno);
		close(ends[1]);
		return false;
	}
	detach->tell = ends[1];
	return true;
}

int detach_prepare(const struct detach *detach, const char *state_dir, struct ece_error *e)
{
	char path[PATH_MAX];

	if (detach->tell < 0)
		return 0;
	if (snprintf(path, sizeof(path), "%s/runs", state_dir) >= PATH_MAX)
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the name of the state directory is too long");
	if (mkdir(path, 0700) && errno != EEXIST)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "%s: cannot be created: %s", path, strerror(errno));
	if (access(path, W_OK | X_OK))
		return ece_error_set(e, -errno, ECE_ERROR_DENIED, "%s: cannot be written: %s", path, strerror(errno));
	return 0;
}

static void redirect(int fd, int to)
{
	if (fd < 0)
		return;
	dup2(fd, to);
	if (fd != to)
		close(fd);
}

bool detach_leave(struct detach *detach, const char *state_dir, const char *run)
{
	char path[LOG_PATH_MAX], id[RUN_ID_MAX] = "";
	int log;

	if (detach->tell < 0)
		return false;
	setsid();
	fflush(stdout);
	fflush(stderr);
	log_path(state_dir, run, path);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (log < 0)
		log = open("/dev/null", O_WRONLY | O_CLOEXEC);
	dup2(log, STDERR_FILENO);
	redirect(log, STDOUT_FILENO);
	redirect(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
	snprintf(id, sizeof(id), "%s", run);
	/* Who does not hear it any more does not need it: the run goes on */
	if (write(detach->tell, id, sizeof(id)) < 0)
		fprintf(stderr, "the terminal was gone before run %s began\n", run);
	close(detach->tell);
	detach->tell = -1;
	return true;
}
