// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/web_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND_NS 1000000000

static int64_t ns_of(const struct timespec *ts)
{
	return (int64_t)ts->tv_sec * SECOND_NS + ts->tv_nsec;
}

static void note(struct web_file *file, const struct stat *st, int error)
{
	file->error = error;
	if (error)
		return;
	file->dev = st->st_dev;
	file->ino = st->st_ino;
	file->size = st->st_size;
	file->mtime_ns = ns_of(&st->st_mtim);
	file->ctime_ns = ns_of(&st->st_ctim);
}

static bool same(const struct web_file *a, const struct web_file *b)
{
	return a->error == b->error && a->dev == b->dev && a->ino == b->ino && a->size == b->size &&
	       a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}

bool web_files_changed(const struct web_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		struct web_file now = {0};
		struct stat st = {0};

		note(&now, &st, stat(files->files[i].path, &st) ? errno : 0);
		if (!same(&now, &files->files[i]))
			return true;
	}
	return false;
}

void web_files_done(struct web_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->files[i].path);
	*files = (struct web_files){0};
}

static int failed(const char *path, int err, struct ece_error *e)
{
	return ece_error_set(e, err, err == -ENOMEM ? ECE_ERROR_MEMORY : ECE_ERROR_IO, "cannot read \"%s\": %s", path,
			     strerror(-err));
}

static ssize_t read_all(int fd, char *text, size_t size)
{
	size_t len = 0;
	ssize_t n = 1;

	while (n && len < size) {
		n = read(fd, text + len, size - len);
		if (n < 0 && errno != EINTR)
			return -errno;
		len += n > 0 ? (size_t)n : 0;
		n = n < 0 ? 1 : n;
	}
	return (ssize_t)len;
}

/* One byte more than allowed is asked for: more than @max is then told from exactly @max. */
static int take(int fd, const char *path, size_t max, char **text, size_t *len, struct ece_error *e)
{
	char *buf = malloc(max + 2);
	ssize_t n = buf ? read_all(fd, buf, max + 1) : -ENOMEM;

	if (n < 0 || (size_t)n > max) {
		free(buf);
		return n < 0 ? failed(path, (int)n, e) :
			       ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "\"%s\" is larger than %zu bytes", path, max);
	}
	buf[n] = '\0';
	*text = buf;
	*len = (size_t)n;
	return 0;
}

int web_file_read(const char *path, size_t max, struct web_files *files, char **text, size_t *len, struct ece_error *e)
{
	struct web_file *file = &files->files[files->count];
	struct stat st = {0};
	int fd, ret;

	if (files->count == WEB_FILES_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more than %d files", WEB_FILES_MAX);
	*file = (struct web_file){.path = strdup(path)};
	if (!file->path)
		return failed(path, -ENOMEM, e);
	files->count++;
	/* A pipe without a writer must not hold anybody up. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ret = fd < 0 || fstat(fd, &st) ? -errno : 0;
	note(file, &st, -ret);
	if (ret)
		failed(path, ret, e);
	else if (!S_ISREG(st.st_mode))
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "\"%s\" is no file", path);
	else
		ret = take(fd, path, max, text, len, e);
	if (fd >= 0)
		close(fd);
	return ret;
}
