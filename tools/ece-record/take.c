// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "devx/nic/nic.h"
#include "lib/record/record.h"
#include "lib/record/survey.h"
#include "tools/common/exit_code.h"
#include "tools/common/host.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-record/verbs.h"
#include "tools/common/nic_select.h"

struct take {
	const struct record_args *args;
	struct tool_host host;
	struct ece_nic_info *nics;
	size_t nic_count;
	FILE *out;
	struct record *record;
};

static int find_nics(struct take *take, const struct ece_os *os, struct ece_error *e)
{
	int err = ece_nic_list(os, &take->nics, &take->nic_count, e);

	return err ? err : select_nics(os, take->nics, &take->nic_count, take->args->cards, take->args->card_count, e);
}

/* A recording is never written over another file. */
static int open_file(struct take *take, struct ece_error *e)
{
	int fd = open(take->args->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int err = fd < 0 ? -errno : 0;

	if (fd >= 0) {
		take->out = fdopen(fd, "w");
		if (take->out)
			return 0;
		err = -errno;
		close(fd);
	}
	if (err == -EEXIST)
		return ece_error_set(e, err, ECE_ERROR_IO, "%s is there already; a recording goes into a new file",
				     take->args->file);
	return ece_error_set(e, err, ECE_ERROR_IO, "cannot make %s: %s", take->args->file, strerror(-err));
}

static int put_line(void *ctx, const char *line, size_t len)
{
	FILE *out = ctx;

	if (fwrite(line, 1, len, out) != len || putc('\n', out) == EOF)
		return errno ? -errno : -EIO;
	return 0;
}

static int record_nics(struct take *take, struct ece_error *e)
{
	const char *title = take->args->sim ? "software ConnectX, simulated kernel" : "a real host";
	int err = record_new(take->host.os, title, put_line, take->out, &take->record, e);

	if (!err)
		err = find_nics(take, record_os(take->record), e);
	for (size_t i = 0; !err && i < take->nic_count; i++) {
		if (ece_nic_may_read(&take->nics[i]))
			err = record_survey(record_os(take->record), &take->nics[i], e);
		else
			fprintf(stderr, "note: %s is left alone: %s\n", take->nics[i].pci, take->nics[i].why);
	}
	if (!err)
		err = record_error(take->record, e);
	if (fclose(take->out) && !err)
		err = ece_error_set(e, -errno, ECE_ERROR_IO, "cannot write %s: %s", take->args->file, strerror(errno));
	take->out = NULL;
	return err;
}

static void say(const struct take *take)
{
	size_t lines = record_lines(take->record);

	if (take->args->json) {
		output_json(json_pack("{s:i, s:b, s:s, s:I, s:I}", "version", 1, "simulated", take->args->sim != NULL,
				      "file", take->args->file, "cards", (json_int_t)take->nic_count, "lines",
				      (json_int_t)lines));
		return;
	}
	if (take->args->sim)
		printf("Simulated host %s: no real card was read.\n", take->args->host);
	printf("%zu lines about %zu NIC%s in %s\n", lines, take->nic_count, take->nic_count == 1 ? "" : "s",
	       take->args->file);
	printf("Addresses, GUIDs and names are replaced; look through it before you hand it on.\n");
}

int verb_take(const struct record_args *args)
{
	struct take take = {.args = args};
	struct ece_error e;
	int exit_code = TOOL_EXIT_OK, err = tool_host_open(args->sim, args->host, &take.host, &e);

	/* once without the recorder, so that a wrong name leaves no file */
	if (!err)
		err = find_nics(&take, take.host.os, &e);
	if (!err && !take.nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		exit_code = TOOL_EXIT_UNREACHABLE;
	} else if (!err) {
		free(take.nics);
		take.nics = NULL;
		err = open_file(&take, &e);
		if (!err)
			err = record_nics(&take, &e);
	}
	if (err) {
		report_error(&e);
		exit_code = e.kind == ECE_ERROR_UNKNOWN_NAME ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
	} else if (!exit_code) {
		say(&take);
	}
	record_free(take.record);
	free(take.nics);
	tool_host_close(&take.host);
	return exit_code;
}
