// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/host/bench.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

char bench_dir[64];
struct journal *bench_journal;
uint64_t bench_now;
const char *bench_vfs;
struct signers *bench_signers;
const char *bench_name;

int bench_setup(void **state)
{
	struct ece_error e;

	(void)state;
	fake_reset();
	bench_now = 1000;
	strcpy(bench_dir, "/tmp/ece-host-XXXXXX");
	if (!mkdtemp(bench_dir))
		return -1;
	return journal_open(bench_dir, bench_vfs, &bench_journal, &e);
}

static int empty(const char *name)
{
	char path[512];
	struct dirent *entry;
	DIR *dir = opendir(name);

	while (dir && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "%s/%s", name, entry->d_name);
		unlink(path);
	}
	closedir(dir);
	return rmdir(name);
}

int bench_teardown(void **state)
{
	char cards[128];

	(void)state;
	journal_close(bench_journal);
	bench_journal = NULL;
	snprintf(cards, sizeof(cards), "%s/cards", bench_dir);
	if (!access(cards, F_OK))
		empty(cards);
	return empty(bench_dir);
}

struct guard bench_guard(void)
{
	return (struct guard){
		.os = &fake_os, .journal = bench_journal, .host = "", .signers = bench_signers, .name = bench_name};
}

void bench_restart(void)
{
	struct ece_error e;

	journal_close(bench_journal);
	bench_journal = NULL;
	assert_int_equal(journal_open(bench_dir, bench_vfs, &bench_journal, &e), 0);
}

struct protocol_answer *bench_ask(const char *line)
{
	struct agent agent = {.guard = bench_guard()};
	struct protocol_answer *answer;
	struct ece_error e;
	char *text;
	size_t len;

	if (agent_serve(&agent, line, strlen(line), bench_now, &text, &len, &e))
		return NULL;
	assert_int_equal(len, strlen(text));
	assert_int_equal(protocol_answer_decode(text, len, &answer, &e), 0);
	free(text);
	return answer;
}

#define SETS                                                                                                 \
	"\"set\":[{\"param\":\"" RATE "\",\"from\":5,\"to\":20},{\"param\":\"" SR "\",\"from\":0,\"to\":1}," \
	"{\"param\":\"" ALPHA "\",\"from\":6553,\"to\":7000}]"

const char *bench_apply(const char *id, const char *run, unsigned int number)
{
	static char line[2048];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":%u},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":["
		 "{\"guid\":\"00000000000000a1\",\"psid\":\"MT_0000000838\"," SETS "},"
		 "{\"guid\":\"00000000000000b2\",\"psid\":\"MT_0000000838\"," SETS "}]}",
		 id, run, number);
	return line;
}

const char *bench_apply_one(const char *id, const char *run, unsigned int nic)
{
	static char line[2048];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":["
		 "{\"guid\":\"00000000000000%s\",\"psid\":\"MT_0000000838\"," SETS "}]}",
		 id, run, nic ? "b2" : "a1");
	return line;
}

const char *bench_apply_keep(const char *id, const char *run, unsigned int number)
{
	static char line[2048];
	char *at;

	strcpy(line, bench_apply(id, run, number));
	at = strstr(line, "\"on_loss\":\"undo\"");
	memcpy(at, "\"on_loss\":\"keep\"", 16);
	return line;
}

const char *bench_op(const char *op, const char *id, const char *run, unsigned int number)
{
	static char line[512];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"%s\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":%u}}",
		 op, id, run, number);
	return line;
}

const char *bench_state(const char *run, unsigned int nic, const char *param)
{
	struct journal_change *changes;
	const char *name = "";
	struct ece_error e;
	size_t count;

	assert_int_equal(journal_changes(bench_journal, "", run, &changes, &count, &e), 0);
	for (size_t i = 0; i < count; i++)
		if (changes[i].card.guid == fake_nics[nic].guid && !strcmp(changes[i].param->name, param))
			name = journal_state_name(changes[i].state);
	free(changes);
	journal_rollback(bench_journal);
	return name;
}

static void check(uint64_t rate, uint64_t sr, uint64_t alpha)
{
	for (unsigned int i = 0; i < FAKE_NICS; i++) {
		assert_int_equal(fake_find(i, RATE)->raw, rate);
		assert_int_equal(fake_find(i, SR)->raw, sr);
		assert_int_equal(fake_find(i, ALPHA)->raw, alpha);
	}
}

void bench_check_old(void)
{
	check(5, 0, 6553);
}

void bench_check_new(void)
{
	check(20, 1, 7000);
}
