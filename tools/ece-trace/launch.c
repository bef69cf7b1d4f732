// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/launch.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ece/offer.h"
#include "tools/common/exit_code.h"
#include "tools/common/inferred.h"
#include "tools/common/report.h"
#include "tools/ece-trace/bar.h"
#include "tools/ece-trace/domain.h"
#include "tools/ece-trace/environment.h"
#include "tools/ece-trace/policy.h"
#include "tools/ece-trace/reach.h"

#define LIBRARY    "libece-trace.so"
#define DEVICES    "/sys/class/infiniband"
#define PRELOAD    "LD_PRELOAD"
#define SEPARATORS " :" /* in LD_PRELOAD, which knows no quotes */
#define NOT_RUN    126
#define NOT_FOUND  127

/* Beside the program as it is built, and where ./install puts it. */
static const char *const places[] = {"/" LIBRARY, "/../lib/ece/" LIBRARY, "/../lib64/ece/" LIBRARY};

static int own_folder(char path[PATH_MAX], struct ece_error *e)
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	char *slash;

	path[n > 0 ? n : 0] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return ece_error_set(e, -ENOENT, ECE_ERROR_IO, "cannot find %s: /proc does not tell where ece-trace is",
				     LIBRARY);
	*slash = '\0';
	return 0;
}

/* Where the dynamic linker would take it from, if it knows it by name. */
static bool known_by_name(char path[PATH_MAX])
{
	void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
	struct link_map *map;
	bool found = library && !dlinfo(library, RTLD_DI_LINKMAP, &map);

	if (found)
		snprintf(path, PATH_MAX, "%s", map->l_name);
	if (library)
		dlclose(library);
	return found;
}

static int find_library(char path[PATH_MAX], struct ece_error *e)
{
	char folder[PATH_MAX];
	int err = own_folder(folder, e);

	for (size_t i = 0; !err && i < sizeof(places) / sizeof(places[0]); i++)
		if ((size_t)snprintf(path, PATH_MAX, "%s%s", folder, places[i]) < PATH_MAX && !access(path, R_OK))
			return 0;
	if (err || known_by_name(path))
		return err;
	return ece_error_set(e, -ENOENT, ECE_ERROR_IO, "no %s in \"%s\" or where it is installed to: reinstall",
			     LIBRARY, folder);
}

static int set(const char *name, const char *value, struct ece_error *e)
{
	if (value ? setenv(name, value, 1) : unsetenv(name))
		return ece_error_set(e, -errno, ECE_ERROR_MEMORY, "cannot set %s: %s", name, strerror(errno));
	return 0;
}

static int set_preload(struct ece_error *e)
{
	const char *before = getenv(PRELOAD);
	char path[PATH_MAX], *all = NULL;
	int err = find_library(path, e);

	if (!err && strpbrk(path, SEPARATORS))
		err = ece_error_set(e, -EINVAL, ECE_ERROR_IO, "%s takes no path with a blank or a colon: move \"%s\"",
				    PRELOAD, path);
	if (err || !before || !before[0])
		return err ? err : set(PRELOAD, path, e);
	if (asprintf(&all, "%s:%s", path, before) < 0)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	err = set(PRELOAD, all, e);
	free(all);
	return err;
}

/* The program may change its folder, and another program the one it is started in. */
static int set_output(const char *output, struct ece_error *e)
{
	char folder[PATH_MAX], path[TRACE_OUTPUT_MAX];
	int n;

	if (!output)
		return set(TRACE_ENV_OUTPUT, NULL, e);
	if (output[0] == '/')
		n = snprintf(path, sizeof(path), "%s", output);
	else if (getcwd(folder, sizeof(folder)))
		n = snprintf(path, sizeof(path), "%s/%s", folder[1] ? folder : "", output);
	else
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot tell the folder of \"%s\": %s", output,
				     strerror(errno));
	if ((size_t)n >= sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the path of \"%s\" is too long", output);
	return set(TRACE_ENV_OUTPUT, path, e);
}

static void warn(const struct domain *domain)
{
	const struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = domain->word};
	char text[ECE_OFFER_TEXT_MAX];

	fprintf(stderr,
		"ece-trace: asks for %s on RC queue pairs within domain %s. Nothing is negotiated: every program of "
		"the domain has to run under this very policy.\n",
		ece_offer_format(&offer, text, sizeof(text)), domain->name);
	inferred_print(stderr, "ece-trace: ", domain->word);
	for (size_t i = 0; i < domain->barred_count; i++)
		fprintf(stderr, "ece-trace: not on %s, whose policy on this host does not allow it.\n",
			domain->barred[i]);
}

static int set_apply(const char *file, struct ece_error *e)
{
	static struct domain domain;
	char text[DOMAIN_TEXT_MAX];
	int err;

	if (!file)
		return set(TRACE_ENV_APPLY, NULL, e);
	err = policy_load(file, &domain, e);
	if (!err)
		err = bar_devices(DEVICES, &domain, e);
	if (!err && !domain_encode(&domain, text, sizeof(text)))
		err = ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "\"%s\" is too long to hand on", file);
	if (!err)
		err = set(TRACE_ENV_APPLY, text, e);
	if (!err)
		warn(&domain);
	return err;
}

static int become(char *const *program)
{
	const char *why = reach_why_not(program[0]);
	int status;

	if (why)
		fprintf(stderr, "ece-trace: \"%s\" %s: nothing of it will be seen\n", program[0], why);
	execvp(program[0], program);
	status = errno == ENOENT ? NOT_FOUND : NOT_RUN;
	fprintf(stderr, "error: cannot run \"%s\": %s\n", program[0], strerror(errno));
	return status;
}

static int fail(const struct ece_error *e, int exit_code)
{
	report_error(e);
	return e->kind == ECE_ERROR_IO || e->kind == ECE_ERROR_MEMORY ? TOOL_EXIT_ERROR : exit_code;
}

int launch(const struct trace_args *args)
{
	struct ece_error e;
	int err = set_apply(args->apply, &e);

	if (err)
		return fail(&e, TOOL_EXIT_INVALID);
	err = set_output(args->output, &e);
	if (!err)
		err = set(TRACE_ENV_READ, args->read ? "1" : NULL, &e);
	if (!err)
		err = set_preload(&e);
	return err ? fail(&e, TOOL_EXIT_ERROR) : become(args->program);
}
