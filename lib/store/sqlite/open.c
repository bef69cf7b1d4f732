// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Open and close the store. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/private_file.h"
#include "lib/store/sqlite/internal.h"

#define BUSY_MS         5000
#define SET_ASIDE_TRIES 1000

static int make_dir(const char *path, struct ece_error *e)
{
	char part[PATH_MAX];

	for (const char *slash = path; slash; slash = strchr(slash + 1, '/')) {
		const char *next = strchr(slash + 1, '/');
		size_t len = next ? (size_t)(next - path) : strlen(path);

		memcpy(part, path, len);
		part[len] = '\0';
		if (mkdir(part, 0700) && errno != EEXIST)
			return ece_error_set(e, -errno,
					     errno == EACCES || errno == EROFS ? ECE_ERROR_DENIED : ECE_ERROR_IO,
					     "%s: the state directory cannot be created: %s (%s)", path,
					     strerror(errno), part);
	}
	return 0;
}

static int check_dir(const char *dir, struct ece_error *e)
{
	struct stat st;
	int err = make_dir(dir, e);

	if (err)
		return err;
	if (stat(dir, &st))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "%s: %s", dir, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return ece_error_set(e, -ENOTDIR, ECE_ERROR_TYPE, "%s: the state directory is not a directory", dir);
	if (access(dir, W_OK | X_OK))
		return ece_error_set(e, -errno, ECE_ERROR_DENIED, "%s: the state directory cannot be written: %s", dir,
				     strerror(errno));
	return 0;
}

static int free_name(const char *path, char *name, size_t size)
{
	for (int n = 1; n <= SET_ASIDE_TRIES; n++) {
		snprintf(name, size, "%s.damaged-%d", path, n);
		if (access(name, F_OK) && errno == ENOENT)
			return 0;
	}
	return -EEXIST;
}

static int move_one(const char *path, const char *aside, const char *suffix)
{
	char from[PATH_MAX + 8], to[PATH_MAX + 32];

	snprintf(from, sizeof(from), "%s%s", path, suffix);
	snprintf(to, sizeof(to), "%s%s", aside, suffix);
	return rename(from, to) && errno != ENOENT ? -errno : 0;
}

/* The file itself last: SQLite removes the log that it finds beside a new one. All of them move, or none. */
static int move_all(const char *path, const char *aside)
{
	static const char *const suffixes[] = {"-wal", "-shm", ""};
	int ret = 0;

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]) && !ret; i++) {
		ret = move_one(path, aside, suffixes[i]);
		for (size_t done = i; ret && done > 0; done--)
			move_one(aside, path, suffixes[done - 1]);
	}
	return ret;
}

static void close_file(struct sqlite_store *store)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(store->sql[i]);
		store->sql[i] = NULL;
	}
	sqlite3_close(store->db);
	store->db = NULL;
}

int sqlite_set_aside(struct sqlite_store *store, struct ece_error *e)
{
	char aside[PATH_MAX], why[ECE_ERROR_TEXT_MAX];
	int moved, err = e->code;

	/* Somebody who works with it right now would go on writing to the file under its new name. */
	if (sqlite_lock_file(store, "setting a damaged file aside", NULL))
		return err;
	snprintf(why, sizeof(why), "%.250s", e->text);
	close_file(store);
	moved = free_name(store->path, aside, sizeof(aside));
	moved = moved ? moved : move_all(store->path, aside);
	sqlite_unlock(&store->store);
	if (moved)
		return ece_error_set(e, err, ECE_ERROR_DAMAGED,
				     "%s; it could not be moved aside (%s): move it and its -wal by hand", why,
				     strerror(-moved));
	return ece_error_set(
		e, err, ECE_ERROR_DAMAGED,
		"%s; it is kept as %s; the next start begins a new store, which knows nothing of older runs", why,
		aside);
}

/* SQLite takes an empty file for a new one. It is one only where no controller has been: the lock file tells. */
static int check_emptied(const struct sqlite_store *store, struct ece_error *e)
{
	char lock[PATH_MAX];
	struct stat st;

	snprintf(lock, sizeof(lock), "%s/lock", store->dir);
	if (stat(store->path, &st) || st.st_size || access(lock, F_OK))
		return 0;
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: the file is empty, and it was not before",
			     store->path);
}

static int open_file(struct sqlite_store *store, int flags, const char *vfs, struct ece_error *e)
{
	int rc = sqlite3_open_v2(store->path, &store->db, flags, vfs);

	if (rc != SQLITE_OK)
		return sqlite_error(store, rc, "cannot be opened", e);
	sqlite3_extended_result_codes(store->db, 1);
	sqlite3_busy_timeout(store->db, BUSY_MS);
	return 0;
}

static void close_store(struct store *self)
{
	struct sqlite_store *store = sqlite_store_of(self);
	if (store->db)
		sqlite_end(store, -ECANCELED, NULL);
	close_file(store);
	sqlite_unlock(self);
	free(store);
}

static const char *name_of(const struct store *store)
{
	return ((const struct sqlite_store *)store)->path;
}

/* clang-format off */
static const struct store_ops ops = {
	.close = close_store,
	.name = name_of,
	.lock = sqlite_lock,
	.unlock = sqlite_unlock,
	.lock_holder = sqlite_lock_holder,
	.holder = sqlite_holder,
	.run_create = sqlite_run_create,
	.run_find = sqlite_run_find,
	.run_reopen = sqlite_run_reopen,
	.run_list = sqlite_run_list,
	.run_plan = sqlite_run_plan,
	.run_finish = sqlite_run_finish,
	.generation_next = sqlite_generation_next,
	.event_append = sqlite_event_append,
	.event_each = sqlite_event_each,
	.commit = sqlite_commit,
	.evidence_put = sqlite_evidence_put,
	.evidence_each = sqlite_evidence_each,
	.word_put = sqlite_word_put,
	.word_take = sqlite_word_take,
	.word_taken = sqlite_word_taken,
	.word_withdraw = sqlite_word_withdraw,
	.frozen = sqlite_frozen,
	.freeze = sqlite_freeze,
	.unfreeze = sqlite_unfreeze,
	.freeze_order = sqlite_freeze_order,
	.identity = sqlite_identity,
	.epoch_raise = sqlite_epoch_raise,
	.owed_put = sqlite_owed_put,
	.owed_clear = sqlite_owed_clear,
	.owed_list = sqlite_owed_list,
	.note_put = sqlite_note_put,
	.note_get = sqlite_note_get,
	.note_each = sqlite_note_each,
	.note_swap = sqlite_note_swap,
};
/* clang-format on */

static int new_store(const char *dir, struct sqlite_store **out, struct ece_error *e)
{
	struct sqlite_store *store;

	if (strlen(dir) >= sizeof(store->dir)) {
		ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the name of the state directory is too long");
		return -ENAMETOOLONG;
	}
	store = calloc(1, sizeof(*store));
	if (!store) {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		return -ENOMEM;
	}
	store->store.ops = &ops;
	store->lock_fd = -1;
	snprintf(store->dir, sizeof(store->dir), "%s", dir);
	snprintf(store->path, sizeof(store->path), "%s/store.db", dir);
	*out = store;
	return 0;
}

static int open_to_write(struct sqlite_store *store, const char *vfs, struct ece_error *e)
{
	int err = check_dir(store->dir, e);

	if (!err)
		err = check_emptied(store, e);
	if (!err) {
		private_file(store->path);
		err = open_file(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs, e);
	}
	if (!err)
		err = sqlite_set_up(store, e);
	if (err && e->kind == ECE_ERROR_DAMAGED)
		err = sqlite_set_aside(store, e);
	return err;
}

static int open_to_read(struct sqlite_store *store, const char *vfs, struct ece_error *e)
{
	int err = check_emptied(store, e);

	if (!err && access(store->path, F_OK))
		return ece_error_set(e, -errno, errno == ENOENT ? ECE_ERROR_UNKNOWN_NAME : ECE_ERROR_IO, "%s: %s",
				     store->path, strerror(errno));
	if (!err)
		err = open_file(store, SQLITE_OPEN_READONLY, vfs, e);
	return err ? err : sqlite_check_version(store, e);
}

static int begin(const char *dir, const char *vfs,
		 int (*open)(struct sqlite_store *store, const char *vfs, struct ece_error *e), struct store **out,
		 struct ece_error *e)
{
	struct ece_error own;
	struct sqlite_store *store;
	int err;

	e = e ? e : &own;
	err = new_store(dir, &store, e);
	if (err)
		return err;
	err = open(store, vfs, e);
	if (err) {
		store_close(&store->store);
		return err;
	}
	*out = &store->store;
	return 0;
}

int store_open(const char *dir, const char *vfs, struct store **out, struct ece_error *e)
{
	return begin(dir, vfs, open_to_write, out, e);
}

int store_look(const char *dir, const char *vfs, struct store **out, struct ece_error *e)
{
	return begin(dir, vfs, open_to_read, out, e);
}
