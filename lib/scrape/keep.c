// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/scrape/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "devx/base/errno_text.h"
#include "lib/scrape/crew_internal.h"

#define SAVE_NS UINT64_C(60000000000)

void scrape_keep_parse(char *text, size_t len, struct scrape_keep *keep)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] == '\n')
			text[i] = '\0';
	text[len] = '\0';
	*keep = (struct scrape_keep){.text = text, .len = len};
}

static void read_all(int fd, size_t size, struct scrape_keep *keep)
{
	char *text = malloc(size + 1);
	size_t len = 0;
	ssize_t n = 1;

	while (text && len < size && n > 0) {
		n = read(fd, text + len, size - len);
		len += n > 0 ? (size_t)n : 0;
	}
	if (text)
		scrape_keep_parse(text, len, keep);
}

void scrape_keep_read(const char *path, struct scrape_keep *keep)
{
	struct stat st;
	int fd;

	*keep = (struct scrape_keep){.text = NULL};
	fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
	if (fd < 0)
		return;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= SCRAPE_KEEP_MAX)
		read_all(fd, (size_t)st.st_size, keep);
	close(fd);
}

void scrape_keep_done(struct scrape_keep *keep)
{
	free(keep->text);
	*keep = (struct scrape_keep){.text = NULL};
}

/* Of many devices most lines are another one's; a GUID tells that without reading the line. */
static bool may_be_of(const char *line, const struct scrape_reader *reader)
{
	char guid[17];

	snprintf(guid, sizeof(guid), "%016llx", (unsigned long long)reader->target.about.node_guid);
	return strstr(line, guid);
}

void scrape_keep_load(const struct scrape_keep *keep, struct scrape_reader *reader)
{
	for (size_t at = 0; at < keep->len; at += strlen(keep->text + at) + 1)
		if (may_be_of(keep->text + at, reader))
			(void)scrape_reader_load(reader, keep->text + at);
}

static int temporary(const char *path, char **name)
{
	return asprintf(name, "%s.new", path) < 0 ? -ENOMEM : 0;
}

int scrape_keep_open(const char *path, FILE **file)
{
	char *name;
	int err = temporary(path, &name), fd;

	*file = NULL;
	if (err)
		return err;
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	*file = fd < 0 ? NULL : fdopen(fd, "w");
	err = *file ? 0 : -errno;
	if (err && fd >= 0)
		close(fd);
	free(name);
	return err;
}

int scrape_keep_line(const struct scrape_reader *reader, char **line)
{
	int err;

	*line = NULL;
	err = reader->port_count ? scrape_reader_save(reader, line) : 0;
	if (!err && *line && strlen(*line) > SCRAPE_KEEP_LINE_MAX) {
		free(*line);
		*line = NULL;
	}
	return err;
}

int scrape_keep_add(FILE *file, const char *line)
{
	return fprintf(file, "%s\n", line) < 0 ? -EIO : 0;
}

int scrape_keep_close(const char *path, FILE *file, int err)
{
	char *name = NULL;

	if (!err)
		err = temporary(path, &name);
	/* After a crash of the machine all counters begin anew, so there is nothing to sync for */
	if (fclose(file) && !err)
		err = -errno;
	if (!err && rename(name, path))
		err = -errno;
	free(name);
	return err;
}

/* One that a card holds up is kept as it was before. */
static int save_member(FILE *file, struct crew_member *member)
{
	char *line;
	int err = member->busy ? 0 : scrape_keep_line(member->reader, &line);

	if (err)
		return err;
	if (!member->busy) {
		free(member->kept);
		member->kept = line;
	}
	return member->kept ? scrape_keep_add(file, member->kept) : 0;
}

static int save_all(struct scrape_crew *crew, const char *path)
{
	FILE *file;
	int err = scrape_keep_open(path, &file);

	if (err)
		return err;
	for (size_t i = 0; !err && i < crew->member_count; i++)
		err = save_member(file, crew->members[i]);
	return scrape_keep_close(path, file, err);
}

void crew_save(struct scrape_crew *crew, uint64_t now)
{
	const char *path = crew->options.keep;
	int err;

	if (!path || (now != UINT64_MAX && crew->kept_ns && now - crew->kept_ns < SAVE_NS))
		return;
	crew->kept_ns = now;
	/* The next one may go better, and until then the old one is true as far as it goes */
	err = save_all(crew, path);
	crew->keep_error = (struct ece_error){.code = 0};
	if (err)
		ece_error_set(&crew->keep_error, err, ECE_ERROR_IO,
			      "rounds of 32-bit counters cannot be kept in \"%s\", so a restart loses them: %s", path,
			      ece_errno_text(-err));
}
