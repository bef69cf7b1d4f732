// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/push.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define GREETING "ece-push 1 "
#define FAILURE  "fail "

/* By the e_machine of ELF: both kinds that agents are built for. */
static const struct {
	uint16_t number;
	const char *name;
} machines[] = {{EM_X86_64, "x86_64"}, {EM_AARCH64, "aarch64"}};

/* What is no program of a known machine, a script perhaps, is left to the host to judge. */
static const char *machine_of(const char *data, size_t len)
{
	Elf64_Half number;

	if (len < sizeof(Elf64_Ehdr) || memcmp(data, ELFMAG, SELFMAG) != 0)
		return NULL;
	memcpy(&number, data + offsetof(Elf64_Ehdr, e_machine), sizeof(number));
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i].number == number)
			return machines[i].name;
	return NULL;
}

static void sum(struct push_file *file)
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, file->data, file->len);
	sha256_end(&hash, digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(file->sum + 2 * i, 3, "%02x", digest[i]);
}

static int map(int fd, const char *path, struct push_file *file, struct ece_error *e)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read \"%s\": %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode) || st.st_size <= 0 || st.st_size > PUSH_FILE_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT,
				     "\"%s\" is no program to bring along: no file, empty, or more than %u bytes", path,
				     PUSH_FILE_MAX);
	file->data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (file->data == MAP_FAILED) {
		file->data = NULL;
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read \"%s\": %s", path, strerror(errno));
	}
	file->len = (size_t)st.st_size;
	return 0;
}

static int open_file(const char *dir, const char *path, struct push_file *file, struct ece_error *e)
{
	char full[PATH_MAX];
	int fd, err;

	snprintf(full, sizeof(full), "%s%s%s", dir && *path != '/' ? dir : "", dir && *path != '/' ? "/" : "", path);
	fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read \"%s\", which is to be brought along: %s",
				     full, strerror(errno));
	err = map(fd, full, file, e);
	close(fd);
	if (err)
		return err;
	sum(file);
	file->machine = machine_of(file->data, file->len);
	return 0;
}

int push_open(const char *dir, const char *agent, const char *guard, struct push_source **opened, struct ece_error *e)
{
	struct push_source *source = calloc(1, sizeof(*source));
	int err;

	if (!source)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an agent");
	source->files[0].name = "agent";
	source->files[1].name = "guard";
	err = open_file(dir, agent, &source->files[0], e);
	err = err ? err : open_file(dir, guard, &source->files[1], e);
	if (err) {
		push_close(source);
		return err;
	}
	*opened = source;
	return 0;
}

void push_close(struct push_source *source)
{
	for (size_t i = 0; source && i < PUSH_FILES; i++)
		if (source->files[i].data)
			munmap(source->files[i].data, source->files[i].len);
	free(source);
}

static enum push_result tell(struct push *push, enum push_stage stage)
{
	push->stage = stage;
	push->text = push->line;
	push->len = strlen(push->line);
	return PUSH_GOES_ON;
}

static enum push_result offer(struct push *push)
{
	const struct push_file *file = &push->source->files[push->at];

	if (push->at == PUSH_FILES) {
		snprintf(push->line, sizeof(push->line), "run\n");
		return tell(push, PUSH_RUNS);
	}
	snprintf(push->line, sizeof(push->line), "file %s %s %zu\n", file->name, file->sum, file->len);
	return tell(push, PUSH_OFFERED);
}

/* Before anything is sent to it. */
static enum push_result begin(struct push *push, const char *machine, char *why, size_t size)
{
	size_t len = strcspn(machine, " ");

	for (size_t i = 0; i < PUSH_FILES; i++) {
		const struct push_file *file = &push->source->files[i];

		if (!file->machine || (strlen(file->machine) == len && !strncmp(file->machine, machine, len)))
			continue;
		snprintf(why, size, "its machine is %.*s, and the %s to bring along is for %s",
			 len < 20 ? (int)len : 20, machine, file->name, file->machine);
		return PUSH_FAILED;
	}
	return offer(push);
}

static enum push_result send_file(struct push *push)
{
	const struct push_file *file = &push->source->files[push->at];

	push->stage = PUSH_SENDS;
	push->text = file->data;
	push->len = file->len;
	return PUSH_GOES_ON;
}

enum push_result push_take(struct push *push, const char *line, char *why, size_t size)
{
	if (push->stage == PUSH_BEGINS && !strncmp(line, GREETING, sizeof(GREETING) - 1))
		return begin(push, line + sizeof(GREETING) - 1, why, size);
	if (push->stage == PUSH_OFFERED && !strcmp(line, "want"))
		return send_file(push);
	if ((push->stage == PUSH_OFFERED || push->stage == PUSH_SENDS) && !strcmp(line, "have")) {
		push->at++;
		return offer(push);
	}
	if (push->stage == PUSH_RUNS && !strcmp(line, "running"))
		return PUSH_DONE;
	if (!strncmp(line, FAILURE, sizeof(FAILURE) - 1))
		snprintf(why, size, "the agent could not be brought to it: %.200s", line + sizeof(FAILURE) - 1);
	else
		snprintf(why, size,
			 "something else than our script answers there: \"%.60s\"; does a login script of "
			 "the host print?",
			 line);
	return PUSH_FAILED;
}
