// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/exec_answer.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/private_file.h"
#include "lib/base/sha256.h"
#include "lib/base/spawn_output.h"
#include "tools/common/file.h"

#define FOLDER       "execs"
#define KEPT_VERSION 1
/* An output as a JSON string is at most six times as long. */
#define KEPT_MAX (6ul * FLEET_FILE_MAX + 4096)

/* The same command elsewhere is another command. */
static void kept_name(const struct fleet_exec *exec, const char *dir, char name[2 * SHA256_BYTES + 1])
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, dir, strlen(dir) + 1);
	for (const char *const *word = exec->argv; *word; word++)
		sha256_add(&hash, *word, strlen(*word) + 1);
	sha256_end(&hash, digest);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(name + 2 * i, 3, "%02x", digest[i]);
}

static int kept_path(const struct fleet_exec *exec, const char *dir, const char *state_dir, const char *suffix,
		     char path[PATH_MAX])
{
	char name[2 * SHA256_BYTES + 1];

	kept_name(exec, dir, name);
	return snprintf(path, PATH_MAX, "%s/" FOLDER "/%s%s", state_dir, name, suffix) < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* A file that cannot be understood is no answer: the command is asked again. */
static bool kept_parse(const char *text, size_t len, struct exec_answer *answer)
{
	json_t *kept = json_loadb(text, len, 0, NULL);
	json_int_t version, at;
	const char *output;
	size_t output_len;
	bool good = !json_unpack(kept, "{s:I, s:I, s:s%}", "version", &version, "at", &at, "output", &output,
				 &output_len) &&
		    version == KEPT_VERSION;

	if (good) {
		*answer =
			(struct exec_answer){.text = malloc(output_len + 1), .len = output_len, .at = at, .kept = true};
		good = answer->text != NULL;
	}
	if (good)
		memcpy(answer->text, output, output_len + 1);
	json_decref(kept);
	return good;
}

static bool kept_read(const struct fleet_exec *exec, const char *dir, const char *state_dir, struct exec_answer *answer)
{
	char path[PATH_MAX];
	struct ece_error e;
	char *text;
	size_t len;
	bool good;

	if (kept_path(exec, dir, state_dir, "", path) || file_read(path, KEPT_MAX, &text, &len, &e))
		return false;
	good = kept_parse(text, len, answer);
	free(text);
	return good;
}

/* A clock that went back makes no answer younger. */
static bool young(const struct fleet_exec *exec, const struct exec_answer *answer, int64_t now)
{
	int64_t most = (int64_t)(exec->max_age_ns / CLOCK_SECOND_NS);

	return most && answer->at <= now && now - answer->at <= most;
}

static int refuse_kept(struct ece_error *e, int64_t age)
{
	char why[300], old[EXEC_AGE_MAX];
	int code = e->code;

	snprintf(why, sizeof(why), "%.299s", e->text);
	if (age < 0)
		return ece_error_set(e, code, e->kind,
				     "%s; its last answer is not used: it is of a time that is yet to come", why);
	return ece_error_set(e, code, e->kind, "%s; its last answer is not used: it is %s old", why,
			     exec_age_text(age, old));
}

int exec_answer_get(const struct fleet_exec *exec, const char *dir, const char *state_dir, int64_t now,
		    struct exec_answer *answer, struct ece_error *e)
{
	struct exec_answer kept = {0};
	bool has_kept = kept_read(exec, dir, state_dir, &kept);
	int err;

	if (has_kept && young(exec, &kept, now)) {
		*answer = kept;
		return 0;
	}
	*answer = (struct exec_answer){.at = now};
	err = spawn_output(exec->argv, dir, EXEC_TIMEOUT_S * CLOCK_SECOND_NS, FLEET_FILE_MAX, &answer->text,
			   &answer->len, e);
	if (err && has_kept)
		refuse_kept(e, now - kept.at);
	exec_answer_free(&kept);
	return err;
}

/* Old or new, never half: under another name first. */
static int write_whole(const char *path, const char *fresh, const json_t *kept)
{
	int err;

	unlink(fresh);
	private_file(fresh);
	if (json_dump_file(kept, fresh, JSON_COMPACT))
		return -EIO;
	err = rename(fresh, path) ? -errno : 0;
	if (err)
		unlink(fresh);
	return err;
}

int exec_answer_keep(const struct fleet_exec *exec, const char *dir, const char *state_dir,
		     const struct exec_answer *answer, struct ece_error *e)
{
	char path[PATH_MAX], fresh[PATH_MAX];
	json_t *kept;
	int err;

	if (answer->kept || !exec->max_age_ns)
		return 0;
	if (snprintf(path, sizeof(path), "%s/" FOLDER, state_dir) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_IO, "the path of the state directory is too long");
	err = mkdir(path, 0700) && errno != EEXIST ? -errno : 0;
	if (!err)
		err = kept_path(exec, dir, state_dir, "", path);
	if (!err)
		err = kept_path(exec, dir, state_dir, ".new", fresh);
	if (!err) {
		kept = json_pack("{s:i, s:I, s:s%}", "version", KEPT_VERSION, "at", (json_int_t)answer->at, "output",
				 answer->text, answer->len);
		err = kept ? write_whole(path, fresh, kept) : -ENOMEM;
		json_decref(kept);
	}
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot keep the answer of %.120s in \"%.200s\": %s",
				   exec->argv[0], path, strerror(-err)) :
		     0;
}

void exec_answer_free(struct exec_answer *answer)
{
	free(answer->text);
	*answer = (struct exec_answer){0};
}

const char *exec_age_text(int64_t seconds, char buf[EXEC_AGE_MAX])
{
	static const struct {
		int64_t seconds;
		char unit;
	} units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
	size_t i = 0;
	int64_t rest;
	int used;

	while (i < 3 && seconds < units[i].seconds)
		i++;
	used = snprintf(buf, EXEC_AGE_MAX, "%" PRId64 "%c", seconds / units[i].seconds, units[i].unit);
	rest = i < 3 ? seconds % units[i].seconds / units[i + 1].seconds : 0;
	if (rest)
		snprintf(buf + used, EXEC_AGE_MAX - (size_t)used, " %" PRId64 "%c", rest, units[i + 1].unit);
	return buf;
}
