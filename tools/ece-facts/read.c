// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "devx/base/errno_text.h"
#include "lib/facts/read.h"
#include "lib/facts/redact.h"
#include "tools/common/exit_code.h"
#include "tools/common/file.h"
#include "tools/common/host.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-facts/contradictions.h"
#include "tools/ece-facts/verbs.h"

#define SALT_BYTES 16
#define INDENT     2

static int fail(const struct ece_error *e)
{
	report_error(e);
	return e->kind == ECE_ERROR_UNKNOWN_NAME || e->kind == ECE_ERROR_RANGE ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
}

static int redact_randomly(json_t *doc, struct ece_error *e)
{
	uint8_t salt[SALT_BYTES];

	if (getrandom(salt, sizeof(salt), 0) != (ssize_t)sizeof(salt))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "no random bytes: %s", ece_errno_text(errno));
	return hostfacts_redact(doc, salt, sizeof(salt), e);
}

static int redact_with(json_t *doc, const char *file, struct ece_error *e)
{
	size_t len;
	char *salt;
	int err = file_read(file, FACTS_SALT_MAX, &salt, &len, e);

	if (err)
		return err;
	if (!len)
		err = ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				    "the salt in %s is empty: write some secret bytes into it", file);
	else
		err = hostfacts_redact(doc, salt, len, e);
	free(salt);
	return err;
}

/* For people and for "diff": one value a line. */
static int print_indented(json_t *doc)
{
	if (json_dumpf(doc, stdout, JSON_INDENT(INDENT)))
		fputs("error: the document could not be written whole\n", stderr);
	else
		putchar('\n');
	json_decref(doc);
	return 0;
}

int verb_read(const struct facts_args *args)
{
	struct tool_host host;
	struct ece_error e;
	json_t *doc = NULL;
	bool empty;
	int err = tool_host_open(args->sim, args->host, &host, &e);

	/* A simulated host is looked at while its made-up programs run. */
	if (!err && host.open)
		err = simfleet_host_start_workload(host.open, &e);
	if (!err)
		err = hostfacts_read(host.os, args->sim != NULL, &doc, &e);
	tool_host_close(&host);
	if (!err && args->redact)
		err = args->salt ? redact_with(doc, args->salt, &e) : redact_randomly(doc, &e);
	if (err) {
		json_decref(doc);
		return fail(&e);
	}
	contradictions_warn(doc);
	empty = !json_array_size(json_object_get(doc, "cards"));
	if (args->json ? output_json(doc) : print_indented(doc))
		return TOOL_EXIT_ERROR;
	if (empty)
		fputs("error: this host has no ConnectX NIC\n", stderr);
	return empty ? TOOL_EXIT_UNREACHABLE : TOOL_EXIT_OK;
}
