// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/state_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODE       0700
#define PROBE_SIZE 4096

static const char *env(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] ? value : NULL;
}

static int set(char dir[PATH_MAX], const char *base, const char *rest, struct ece_error *e)
{
	int n = snprintf(dir, PATH_MAX, "%s%s", base, rest);

	if (n < 0 || n >= PATH_MAX)
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the path of the state directory is too long");
	return 0;
}

int state_dir_find(const char *option, char dir[PATH_MAX], struct ece_error *e)
{
	if (option && option[0])
		return set(dir, option, "", e);
	if (env(STATE_DIR_ENV))
		return set(dir, env(STATE_DIR_ENV), "", e);
	if (geteuid() == 0)
		return set(dir, STATE_DIR_ROOT, "", e);
	if (env("XDG_STATE_HOME"))
		return set(dir, env("XDG_STATE_HOME"), "/ece", e);
	if (env("HOME"))
		return set(dir, env("HOME"), "/.local/state/ece", e);
	return ece_error_set(e, -ENOENT, ECE_ERROR_IO,
			     "no place for the state: give --state DIR, or set " STATE_DIR_ENV);
}

static int cannot(int err, const char *what, const char *dir, struct ece_error *e)
{
	enum ece_error_kind kind = err == -EACCES || err == -EPERM || err == -EROFS ? ECE_ERROR_DENIED : ECE_ERROR_IO;

	return ece_error_set(e, err, kind, "the state directory \"%s\" %s: %s; give another one with --state DIR", dir,
			     what, strerror(-err));
}

static int make_parents(const char *dir, struct ece_error *e)
{
	char path[PATH_MAX];
	size_t len = strnlen(dir, PATH_MAX - 1);

	memcpy(path, dir, len);
	path[len] = '\0';
	for (size_t i = 1; i <= len; i++) {
		char c = path[i];

		if (c != '/' && c != '\0')
			continue;
		path[i] = '\0';
		if (mkdir(path, MODE) < 0 && errno != EEXIST)
			return cannot(-errno, "cannot be made", dir, e);
		path[i] = c;
	}
	return 0;
}

/* The file has no name, so nothing is left behind whatever happens. */
static int probe(const char *dir)
{
	static const char block[PROBE_SIZE];
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), err = 0;

	if (fd < 0)
		/* Some network file systems have no files without names */
		return errno == EOPNOTSUPP || errno == EISDIR ? 0 : -errno;
	if (write(fd, block, sizeof(block)) != (ssize_t)sizeof(block))
		err = errno ? -errno : -ENOSPC;
	else if (fsync(fd) < 0)
		err = -errno;
	close(fd);
	return err;
}

/* Whoever may write there may put another journal in its place. */
static int check_mode(const char *dir, struct ece_error *e)
{
	struct stat st;

	if (stat(dir, &st))
		return cannot(-errno, "cannot be looked at", dir, e);
	if (!(st.st_mode & S_IWOTH))
		return 0;
	return ece_error_set(
		e, -EACCES, ECE_ERROR_DENIED,
		"everybody may write to the state directory \"%.200s\": take that away (chmod o-w), or give "
		"another one with --state DIR",
		dir);
}

int state_dir_make(const char *dir, struct ece_error *e)
{
	int err = make_parents(dir, e);

	err = err ? err : check_mode(dir, e);

	if (err)
		return err;
	errno = 0;
	err = probe(dir);
	return err ? cannot(err, "cannot be written", dir, e) : 0;
}
