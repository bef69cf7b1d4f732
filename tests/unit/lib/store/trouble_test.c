// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A store that is newer, damaged, full, locked or not writable says so before anything else happens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/store/bench.h"

static void path_in(const char *dir, const char *name, char *path, size_t size)
{
	assert_true((size_t)snprintf(path, size, "%s/%s", dir, name) < size);
}

static void write_file(const char *dir, const char *name, long offset, const char *text)
{
	char path[512];
	int fd;

	path_in(dir, name, path, sizeof(path));
	fd = open(path, O_WRONLY | O_CREAT, 0644);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, text, strlen(text), offset), strlen(text));
	close(fd);
}

static bool exists(const char *dir, const char *name)
{
	char path[512];

	path_in(dir, name, path, sizeof(path));
	return !access(path, F_OK);
}

static void assert_says(const struct ece_error *e, const char *what)
{
	if (!strstr(e->text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, e->text);
}

static void a_newer_store_is_refused_and_left_alone(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	store_close(store);
	bench_sql(*state, "PRAGMA user_version = 7");
	assert_int_equal(store_open(*state, NULL, &store, &e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
	assert_says(&e, "version 7");
	assert_says(&e, "knows 4");
	assert_false(exists(*state, "store.db.damaged-1"));
	bench_sql(*state, "PRAGMA user_version = 4");
	store_close(bench_open(*state));
}

static void big_store(const char *dir)
{
	struct store *store = bench_open(dir);
	struct store_run run = {.id = "big"};
	struct ece_error e = {0};
	char *plan = calloc(1, 100000);

	assert_non_null(plan);
	assert_int_equal(store_run_create(store, &run, plan, 100000, &e), 0);
	bench_run(store, "a");
	free(plan);
	store_close(store);
}

static void a_damaged_store_is_set_aside_and_said(void **state)
{
	struct store *store = NULL;
	struct store_run run;
	struct ece_error e = {0};

	big_store(*state);
	/* The tables' own pages. */
	for (long page = 1; page < 8; page++)
		write_file(*state, "store.db", page * 4096, "this is no page of a B-tree");
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	assert_says(&e, "store.db.damaged-1");
	assert_true(exists(*state, "store.db.damaged-1"));
	assert_false(exists(*state, "store.db"));
	store = bench_open(*state);
	assert_int_equal(store_run_find(store, NULL, false, &run, &e), -ENOENT);
	store_close(store);
}

static void empty_store(const char *dir)
{
	char path[512];

	path_in(dir, "store.db", path, sizeof(path));
	assert_int_equal(truncate(path, 0), 0);
}

static void an_emptied_store_is_not_taken_for_a_new_one(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	store_close(store);
	/* Whoever made it was killed before anything was in it. */
	empty_store(*state);
	store = bench_open(*state);
	assert_int_equal(store_lock(store, "test", &e), 0);
	store_unlock(store);
	store_close(store);
	empty_store(*state);
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	assert_says(&e, "the file is empty");
	assert_true(exists(*state, "store.db.damaged-1"));
	store_close(bench_open(*state));
}

/* A new store beside an old log would lose the log: it moves with the file, or both stay. */
static void the_log_of_a_damaged_store_is_never_removed(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char taken[512];

	assert_int_equal(store_lock(store, "test", &e), 0);
	store_close(store);
	empty_store(*state);
	write_file(*state, "store.db-wal", 0, "evidence");
	path_in(*state, "store.db.damaged-1-wal", taken, sizeof(taken));
	assert_int_equal(mkdir(taken, 0700), 0);
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_says(&e, "could not be moved aside (Is a directory)");
	assert_true(exists(*state, "store.db"));
	assert_true(exists(*state, "store.db-wal"));
	assert_int_equal(rmdir(taken), 0);
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_says(&e, "store.db.damaged-1");
	assert_false(exists(*state, "store.db"));
	assert_true(exists(*state, "store.db.damaged-1-wal"));
}

static void the_second_damaged_store_gets_another_name(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	for (int n = 1; n <= 2; n++) {
		write_file(*state, "store.db", 0,
			   "a text, and as long as the header of a database is, more or less; "
			   "it goes on for another line, since SQLite takes 100 bytes");
		assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
		assert_says(&e, n == 1 ? "damaged-1" : "damaged-2");
	}
	assert_true(exists(*state, "store.db.damaged-2"));
}

static void another_database_is_not_taken_for_a_store(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	bench_sql(*state, "CREATE TABLE mine(a)");
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_says(&e, "not a store");
}

static void an_event_that_nobody_writes_is_damage(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};

	bench_run(store, "a");
	store_close(store);
	bench_sql(*state, "INSERT INTO event VALUES(1, 1, 1000, 99, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
	store = bench_open(*state);
	assert_int_equal(store_event_each(store, "a", NULL, NULL, &e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	store_close(store);
}

static void hold_lock(const char *dir)
{
	struct store *store = bench_open(dir);
	struct ece_error e = {0};

	assert_int_equal(store_lock(store, "pid 4711 on host-1", &e), 0);
}

static void the_lock_names_its_holder_and_dies_with_it(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	pid_t other = bench_hold(hold_lock, *state);
	char who[64];

	assert_int_equal(store_lock(store, "me", &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_says(&e, "pid 4711 on host-1");
	e = (struct ece_error){0};
	assert_int_equal(store_lock_holder(store, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_says(&e, "pid 4711 on host-1");
	assert_true(store_holder(store, who, sizeof(who)));
	assert_string_equal(who, "pid 4711 on host-1");
	bench_release(other);
	assert_false(store_holder(store, who, sizeof(who)));
	assert_string_equal(who, "");
	assert_int_equal(store_lock_holder(store, &e), 0);
	assert_int_equal(store_lock(store, "me", &e), 0);
	assert_int_equal(store_lock_holder(store, &e), 0);
	assert_int_equal(store_lock(store, "me", &e), 0);
	store_unlock(store);
	store_close(store);
}

/* Whoever works with the file would go on writing to it under its new name. */
static void a_damaged_store_in_use_is_not_moved(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};
	pid_t other;

	big_store(*state);
	other = bench_hold(hold_lock, *state);
	for (long page = 1; page < 8; page++)
		write_file(*state, "store.db", page * 4096, "this is no page of a B-tree");
	assert_int_equal(store_open(*state, NULL, &store, &e), -EUCLEAN);
	assert_true(exists(*state, "store.db"));
	assert_false(exists(*state, "store.db.damaged-1"));
	bench_release(other);
}

static int full(void)
{
	errno = ENOSPC;
	return -1;
}

/* SQLite's own way to stand between it and the kernel. */
static void fill_disk(bool fill)
{
	static const char *const calls[] = {"write", "pwrite", "pwrite64", "fallocate", "ftruncate"};
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		vfs->xSetSystemCall(vfs, calls[i], fill ? (sqlite3_syscall_ptr)full : NULL);
}

static void a_full_disk_is_said_before_the_first_host_is_touched(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	int err;

	fill_disk(true);
	err = store_lock(store, "me", &e);
	fill_disk(false);
	assert_int_equal(err, -ENOSPC);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	assert_says(&e, "store.db");
	assert_says(&e, "make room");
	/* The lock is free again, and the store works once there is room. */
	assert_int_equal(store_lock(store, "me", &e), 0);
	bench_run(store, "a");
	store_close(store);
}

static void a_full_disk_keeps_a_store_from_being_made(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};
	int err;

	fill_disk(true);
	err = store_open(*state, NULL, &store, &e);
	fill_disk(false);
	assert_int_equal(err, -ENOSPC);
	store_close(bench_open(*state));
}

static void a_failed_commit_leaves_the_old_state(void **state)
{
	struct store *store = bench_open(*state);
	struct rollout_event event = bench_event(0);
	struct ece_error e = {0};

	bench_run(store, "a");
	assert_int_equal(store_event_append(store, "a", 1000, &event, &e), 0);
	assert_int_equal(fault_arm("fail@1"), 0);
	assert_int_equal(store_commit(store, &e), -EIO);
	assert_int_equal(fault_arm("count"), 0);
	assert_int_equal(bench_events(store, "a"), 0);
	assert_int_equal(store_event_append(store, "a", 1000, &event, &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	assert_int_equal(bench_events(store, "a"), 1);
	store_close(store);
}

/* The superuser writes everywhere, as long as the kernel lets it. */
static void drop_rights(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	if (syscall(SYS_capset, &header, none))
		_exit(1);
}

static void open_without_rights(const char *dir)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	drop_rights();
	if (store_open(dir, NULL, &store, &e) != -EACCES || e.kind != ECE_ERROR_DENIED || !strstr(e.text, dir))
		_exit(2);
}

static void a_directory_that_cannot_be_written_is_said(void **state)
{
	assert_int_equal(chmod(*state, 0555), 0);
	bench_child(open_without_rights, *state);
	assert_int_equal(chmod(*state, 0755), 0);
}

static void a_directory_that_is_a_file_is_said(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};
	char path[512];

	write_file(*state, "file", 0, "x");
	path_in(*state, "file", path, sizeof(path));
	assert_int_equal(store_open(path, NULL, &store, &e), -ENOTDIR);
	path_in(*state, "file/below", path, sizeof(path));
	assert_int_equal(store_open(path, NULL, &store, &e), -ENOTDIR);
	assert_says(&e, path);
}

static void missing_directories_are_made(void **state)
{
	struct stat st;
	char path[512];

	path_in(*state, "a/b/c", path, sizeof(path));
	store_close(bench_open(path));
	assert_true(exists(path, "store.db"));
	/* What was before the values of a fleet is nobody else's, whatever the umask. */
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_newer_store_is_refused_and_left_alone),
		CASE(a_damaged_store_is_set_aside_and_said),
		CASE(an_emptied_store_is_not_taken_for_a_new_one),
		CASE(the_log_of_a_damaged_store_is_never_removed),
		CASE(the_second_damaged_store_gets_another_name),
		CASE(another_database_is_not_taken_for_a_store),
		CASE(an_event_that_nobody_writes_is_damage),
		CASE(the_lock_names_its_holder_and_dies_with_it),
		CASE(a_damaged_store_in_use_is_not_moved),
		CASE(a_full_disk_is_said_before_the_first_host_is_touched),
		CASE(a_full_disk_keeps_a_store_from_being_made),
		CASE(a_failed_commit_leaves_the_old_state),
		CASE(a_directory_that_cannot_be_written_is_said),
		CASE(a_directory_that_is_a_file_is_said),
		CASE(missing_directories_are_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
