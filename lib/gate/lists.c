// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The hosts that a gate is about, as files for a command: a list of 100,000 names fits no argument. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/private_file.h"
#include "lib/gate/internal.h"

static const char *const list_names[] = {"treated", "untouched"};

static void list_path(const char *dir, size_t list, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 16, dir, list_names[list]);
}

static int write_list(const char *dir, size_t list, const char *const *hosts, size_t count)
{
	char path[PATH_MAX];
	int bad = 0;
	FILE *file;

	list_path(dir, list, path);
	private_file(path);
	file = fopen(path, "we");
	if (!file)
		return -errno;
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s\n", hosts[i]);
	bad = ferror(file);
	return fclose(file) || bad ? -EIO : 0;
}

int lists_write(const struct gate_exec *ask, char *dir, struct ece_error *e)
{
	int err;

	snprintf(dir, PATH_MAX, "%.*s/ece-gate.XXXXXX", PATH_MAX - 64, ask->tmp ? ask->tmp : P_tmpdir);
	if (!mkdtemp(dir)) {
		err = ece_error_set(e, -errno, ECE_ERROR_IO, "%s: cannot be made for the host lists of a gate: %s", dir,
				    strerror(errno));
		dir[0] = '\0';
		return err;
	}
	err = write_list(dir, 0, ask->treated, ask->treated_count);
	if (!err)
		err = write_list(dir, 1, ask->untouched, ask->untouched_count);
	if (!err)
		return 0;
	ece_error_set(e, err, ECE_ERROR_IO, "%s: the host lists of a gate cannot be written: %s", dir, strerror(-err));
	lists_remove(dir);
	return err;
}

void lists_remove(char *dir)
{
	char path[PATH_MAX];

	if (!dir[0])
		return;
	for (size_t i = 0; i < sizeof(list_names) / sizeof(list_names[0]); i++) {
		list_path(dir, i, path);
		unlink(path);
	}
	rmdir(dir);
	dir[0] = '\0';
}
