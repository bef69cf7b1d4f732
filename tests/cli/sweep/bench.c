// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/cli/sweep/bench.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/sim/fw/state.h"

static char root[PATH_MAX / 4], base[PATH_MAX / 2], copy[PATH_MAX / 2], kept[PATH_MAX / 2], said[65536];
static bool drifted; /* sweep_drift() was at some cards of the copy */
static const char *apply_path, *agent_path, *sim_path, *fleet_path;

static const char *need_env(const char *name)
{
	const char *value = getenv(name);

	if (!value)
		fail_msg("%s is not set", name);
	return value;
}

/* The files of a state directory and of its "sim"; nothing else is there. */
static void each_file(const char *dir, void (*fn)(const char *dir, const char *name))
{
	struct dirent *entry;
	DIR *open = opendir(dir);

	while (open && (entry = readdir(open)))
		if (entry->d_name[0] != '.' && entry->d_type == DT_REG)
			fn(dir, entry->d_name);
	if (open)
		closedir(open);
}

static void remove_file(const char *dir, const char *name)
{
	char path[PATH_MAX + NAME_MAX + 2];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	unlink(path);
}

static void remove_state(const char *dir)
{
	char sub[PATH_MAX];

	snprintf(sub, sizeof(sub), "%s/sim", dir);
	each_file(sub, remove_file);
	rmdir(sub);
	each_file(dir, remove_file);
	rmdir(dir);
}

static const char *copy_from, *copy_to;

static void copy_file(const char *dir, const char *name)
{
	static char data[1 << 20];
	char from[PATH_MAX], to[PATH_MAX];
	ssize_t n;
	int in, out;

	snprintf(from, sizeof(from), "%s/%s", dir, name);
	snprintf(to, sizeof(to), "%s%s/%s", copy_to, dir + strlen(copy_from), name);
	in = open(from, O_RDONLY);
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	while ((n = read(in, data, sizeof(data))) > 0)
		if (write(out, data, (size_t)n) != n)
			fail_msg("cannot copy %s", from);
	close(in);
	close(out);
}

static void copy_state(const char *from, const char *to)
{
	char sub[PATH_MAX];

	copy_from = from;
	copy_to = to;
	remove_state(to);
	mkdir(to, 0700);
	snprintf(sub, sizeof(sub), "%s/sim", to);
	mkdir(sub, 0700);
	each_file(from, copy_file);
	snprintf(sub, sizeof(sub), "%s/sim", from);
	each_file(sub, copy_file);
}

void sweep_fresh(void)
{
	copy_state(base, copy);
}

void sweep_keep(void)
{
	copy_state(copy, kept);
}

void sweep_back(void)
{
	copy_state(kept, copy);
}

void sweep_lose(void)
{
	char dir[PATH_MAX];

	copy_from = base;
	copy_to = copy;
	snprintf(dir, sizeof(dir), "%s/sim", base);
	copy_file(dir, "cards");
}

void sweep_empty(void)
{
	remove_state(copy);
}

static void run_child(const char *fault, const char *const *argv, const char *input)
{
	char log[PATH_MAX];
	int in[2], out;

	snprintf(log, sizeof(log), "%s/log", root);
	out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (out < 0 || pipe(in))
		_exit(126);
	/* A request of this test fits into a pipe. */
	if (*input && write(in[1], input, strlen(input)) < 0)
		_exit(126);
	close(in[1]);
	dup2(in[0], 0);
	dup2(out, 1);
	dup2(out, 2);
	if (fault)
		setenv("ECE_FAULT", fault, 1);
	else
		unsetenv("ECE_FAULT");
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static void read_log(void)
{
	char log[PATH_MAX];
	size_t n;
	FILE *file;

	snprintf(log, sizeof(log), "%s/log", root);
	file = fopen(log, "r");
	n = file ? fread(said, 1, sizeof(said) - 1, file) : 0;
	said[n] = '\0';
	if (file)
		fclose(file);
}

static int run(const char *fault, const char *const *argv, const char *input)
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid)
		run_child(fault, argv, input);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	read_log();
	if (WIFSIGNALED(status))
		return -WTERMSIG(status);
	return WEXITSTATUS(status);
}

static int apply_over(const char *dir, const char *fault, const char *const *words)
{
	const char *argv[16];
	size_t n = 0;

	argv[n++] = apply_path;
	for (; *words; words++)
		argv[n++] = strcmp(*words, "FILE") ? *words : fleet_path;
	argv[n++] = "--state";
	argv[n++] = dir;
	argv[n] = NULL;
	return run(fault, argv, "");
}

int sweep_apply(const char *fault, const char *const *words)
{
	return apply_over(copy, fault, words);
}

void sweep_drift(const char *hosts)
{
	const char *const argv[] = {sim_path, "fleet", "drift", hosts, "--state", copy, NULL};

	drifted = true;
	if (run(NULL, argv, ""))
		fail_msg("cannot make %s drift: %s", hosts, said);
}

int sweep_agent(const char *fault, const char *host, const char *input)
{
	const char *const argv[] = {agent_path, "--stdio", "--sim", copy, "--host", host, NULL};

	return run(fault, argv, input);
}

const char *sweep_said(void)
{
	return said;
}

unsigned int sweep_operations(void)
{
	const char *at = strstr(said, "operations: ");

	if (!at)
		fail_msg("no number of operations in: %s", said);
	return (unsigned int)strtoul(at + 12, NULL, 10);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

bool sweep_full(void)
{
	const char *full = getenv("ECE_TEST_FULL");

	return full && *full;
}

unsigned int sweep_stride(enum sweep_part part)
{
	if (sweep_full())
		return 1;
#ifdef SANITIZED
	(void)part;
	return 37;
#else
	return part == SWEEP_THIRDS ? 3 : 1;
#endif
}

unsigned int sweep_turn(void)
{
	static const time_t day = 86400;
	const char *turn = getenv("ECE_SWEEP_TURN");

	return turn && *turn ? (unsigned int)strtoul(turn, NULL, 10) : (unsigned int)(time(NULL) / day);
}

unsigned int sweep_first(unsigned int stride)
{
	unsigned int turn = sweep_turn();

	if (stride > 1)
		print_message("every operation whose number is %u more than a multiple of %u (ECE_SWEEP_TURN=%u)\n",
			      1 + turn % stride, stride, turn);
	return 1 + turn % stride;
}

/* Memory instead of a disk where there is one: the sweeps kill processes, not machines. */
void sweep_begin(void)
{
	static const char *const check[] = {"FILE", "--check", NULL};
	const char *tmp = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";

	apply_path = need_env("ECE_APPLY");
	agent_path = need_env("ECE_AGENT");
	sim_path = need_env("ECE_SIM");
	fleet_path = need_env("SWEEP_FLEET");
	snprintf(root, sizeof(root), "%s/ece-sweep-XXXXXX", tmp);
	if (!mkdtemp(root))
		fail_msg("cannot make a directory in %s", tmp);
	snprintf(base, sizeof(base), "%s/base", root);
	snprintf(copy, sizeof(copy), "%s/copy", root);
	snprintf(kept, sizeof(kept), "%s/kept", root);
	if (apply_over(base, NULL, check) != 2)
		fail_msg("the reference fleet cannot be planned: %s", said);
}

void sweep_end(void)
{
	remove_state(base);
	remove_state(copy);
	remove_state(kept);
	remove_file(root, "log");
	rmdir(root);
}

static sqlite3 *open_database(const char *name)
{
	char path[PATH_MAX];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/%s", copy, name);
	if (access(path, F_OK))
		return NULL;
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	return db;
}

const char *sweep_run(bool *open)
{
	static char id[128];
	sqlite3 *db = open_database("store.db");
	sqlite3_stmt *row;

	id[0] = '\0';
	*open = false;
	if (db && sqlite3_prepare_v2(db, "SELECT id, result FROM run ORDER BY rowid DESC LIMIT 1", -1, &row, NULL) ==
			  SQLITE_OK) {
		if (sqlite3_step(row) == SQLITE_ROW) {
			const char *result = (const char *)sqlite3_column_text(row, 1);

			snprintf(id, sizeof(id), "%s", (const char *)sqlite3_column_text(row, 0));
			*open = !result || !*result;
		}
		sqlite3_finalize(row);
	}
	sqlite3_close(db);
	return id;
}

long sweep_journal(const char *sql)
{
	sqlite3 *db = open_database("sim/journal.db");
	sqlite3_stmt *row;
	long n = -1;

	if (db && sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK) {
		if (sqlite3_step(row) == SQLITE_ROW)
			n = (long)sqlite3_column_int64(row, 0);
		sqlite3_finalize(row);
	}
	sqlite3_close(db);
	return n;
}

#define DRIFTED_RATE 3 /* of ece-sim fleet drift */

static const struct {
	const char *name;
	uint32_t old, new;
} params[SWEEP_PARAMS] = {
	{"dcqcn.rp.ai_rate", 5, 20},
	{"roce_accl.selective_repeat_forced_en", 0, 1},
	{"ztr_rtt.ALPHA", 6553, 7000},
};

/*
 * The cards' file: records behind a page, their size in the header's third word, each a type of 16 bytes and the state.
 * Reaction point block: rpg_ai_rate at 0x24 (mlx5_ifc.h). ROCE_ACCL: selective_repeat_forced_en is bit 6 of the word at
 * 0x04 (mstflint, roce_accl). ALPHA is the second parameter of the model's ZTR-RTT.
 */
static void read_cards(uint32_t values[][SWEEP_PARAMS])
{
	static unsigned char data[65536];
	char path[PATH_MAX];
	uint32_t size;
	int fd;

	snprintf(path, sizeof(path), "%s/sim/cards", copy);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_true(read(fd, data, sizeof(data)) > 4096);
	close(fd);
	memcpy(&size, data + 12, sizeof(size));
	for (unsigned int i = 0; i < SWEEP_HOSTS * SWEEP_CARDS; i++) {
		struct fw_state state;

		memcpy(&state, data + 4096 + i * size + 16, sizeof(state));
		assert_int_equal(state.identity, i + 1);
		values[i][0] = ece_be32(state.cong[1] + 0x24);
		values[i][1] = ece_be32(state.roce_accl + 0x04) >> 6 & 1;
		values[i][2] = state.ppcc_param[1];
	}
}

/* What a card may have under each word of the journal. */
unsigned int sweep_new(void)
{
	uint32_t values[SWEEP_HOSTS * SWEEP_CARDS][SWEEP_PARAMS];
	unsigned int n = 0;

	read_cards(values);
	for (unsigned int i = 0; i < SWEEP_HOSTS * SWEEP_CARDS; i++)
		for (unsigned int p = 0; p < SWEEP_PARAMS; p++) {
			if (values[i][p] != params[p].new &&values[i][p] != params[p].old)
				fail_msg("card %u, %s is %u, neither old nor new", i, params[p].name, values[i][p]);
			n += values[i][p] == params[p].new;
		}
	return n;
}

static bool allowed(const char *state, bool is_new)
{
	if (!strcmp(state, "written") || !strcmp(state, "confirmed"))
		return is_new;
	if (!strcmp(state, "undone") || !strcmp(state, "restored") || !strcmp(state, ""))
		return !is_new;
	return !strcmp(state, "intent") || !strcmp(state, "undoing");
}

/* Identity of card i is i + 1, its GUID is that behind 0c42a103. */
static void journal_state(sqlite3 *db, unsigned int card, unsigned int param, char state[32])
{
	static const char sql[] = "SELECT change.state, old, new FROM change JOIN run USING(host, run) WHERE guid = ?"
				  " AND param = ? ORDER BY run.seq DESC";
	sqlite3_stmt *row;

	state[0] = '\0';
	if (!db)
		return;
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
	sqlite3_bind_int64(row, 1, (int64_t)(UINT64_C(0x0c42a10300000000) + card + 1));
	sqlite3_bind_text(row, 2, params[param].name, -1, SQLITE_STATIC);
	if (sqlite3_step(row) == SQLITE_ROW) {
		snprintf(state, 32, "%s", (const char *)sqlite3_column_text(row, 0));
		/* a repair found what had drifted */
		if (param || !drifted || sqlite3_column_int64(row, 1) != DRIFTED_RATE)
			assert_int_equal(sqlite3_column_int64(row, 1), params[param].old);
		assert_int_equal(sqlite3_column_int64(row, 2), params[param].new);
	}
	sqlite3_finalize(row);
}

void sweep_judge(enum sweep_want want, const char *what, unsigned int n)
{
	uint32_t values[SWEEP_HOSTS * SWEEP_CARDS][SWEEP_PARAMS];
	sqlite3 *db = open_database("sim/journal.db");
	char state[32];

	read_cards(values);
	for (unsigned int i = 0; i < SWEEP_HOSTS * SWEEP_CARDS; i++)
		for (unsigned int p = 0; p < SWEEP_PARAMS; p++) {
			bool is_new = values[i][p] == params[p].new;

			if (!is_new && values[i][p] != params[p].old)
				fail_msg("%s %u: card %u, %s is %u, neither old nor new", what, n, i, params[p].name,
					 values[i][p]);
			if (want != SWEEP_OLD_OR_NEW && is_new != (want == SWEEP_NEW))
				fail_msg("%s %u: card %u, %s is still %u\n%s", what, n, i, params[p].name, values[i][p],
					 said);
			journal_state(db, i, p, state);
			if (!allowed(state, is_new))
				fail_msg("%s %u: card %u, %s is %u, but the journal says \"%s\"", what, n, i,
					 params[p].name, values[i][p], state);
		}
	sqlite3_close(db);
}
