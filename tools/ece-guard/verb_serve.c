// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/common/exit_code.h"
#include "tools/common/report.h"
#include "tools/ece-guard/serve.h"
#include "tools/ece-guard/verbs.h"

static int find_user(const char *name, uid_t *uid, struct ece_error *e)
{
	const struct passwd *user = name ? getpwnam(name) : NULL;
	char *end;
	unsigned long number;

	*uid = user ? user->pw_uid : geteuid();
	if (!name || user)
		return 0;
	errno = 0;
	number = strtoul(name, &end, 10);
	if (errno || *end || end == name || *name == '-' || number >= UINT32_MAX)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "this host has no user \"%.64s\"", name);
	*uid = (uid_t)number;
	return 0;
}

static void say(const struct guard_boot *boot)
{
	fprintf(stderr, "ece-guard: %s: %zu confirmed values are there, %zu were put back, %zu are not as confirmed",
		boot->ready ? "ready" : "not ready", boot->right, boot->restored, boot->wrong);
	if (boot->dropped)
		fprintf(stderr, "; %zu runs from before the boot were dropped", boot->dropped);
	fputc('\n', stderr);
}

static int serve(struct guarded *guarded, const struct guard_args *args, struct ece_error *e)
{
	char socket[PATH_MAX + 80];
	struct report report;
	struct guard_boot boot;
	uid_t uid;
	int ret = find_user(args->user, &uid, e);

	if (ret)
		return ret;
	report_init(&report);
	ret = guarded_boot(guarded, false, &boot, &report.sink, e);
	report_done(&report);
	if (ret)
		return ret;
	say(&boot);
	snprintf(socket, sizeof(socket), "%s/guard%s%s.sock", guarded->dir, args->host ? "-" : "",
		 args->host ? args->host : "");
	return guard_serve(guarded, args->socket ? args->socket : socket, uid, args->idle_ns, e);
}

int verb_serve(const struct guard_args *args)
{
	struct guarded guarded;
	struct ece_error e;
	int ret = guarded_open(args->sim ? args->sim : args->state, args->host, true, &guarded, &e);

	ret = ret ? ret : guarded_sign(&guarded, args->allowed_signers, args->name, &e);
	ret = ret ? ret : serve(&guarded, args, &e);
	guarded_close(&guarded);
	if (ret)
		report_error(&e);
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
