// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/simfleet/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "devx/base/be.h"

const char *bench_dir_new(void)
{
	char *dir = strdup("/tmp/ece-sim-XXXXXX");

	if (!mkdtemp(dir))
		fail_msg("cannot make a directory in /tmp");
	return dir;
}

void bench_dir_remove(const char *dir)
{
	static const char *const files[] = {"hosts", "cards", "journal.db", "journal.db-wal", "journal.db-shm"};
	char path[256];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/sim/%s", dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/sim", dir);
	rmdir(path);
	rmdir(dir);
	free((char *)(uintptr_t)dir);
}

static void show(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	print_error("%s: %s\n", e->place, e->text);
}

static struct fleet *parse(const char *text)
{
	struct ece_error_sink sink = {.add = show};
	struct fleet_input input = {.text = text, .len = strlen(text), .file = "bench"};
	struct fleet *fleet = NULL;

	if (fleet_parse(&input, &sink, &fleet))
		fail_msg("the bench's fleet file is faulty");
	return fleet;
}

#define PROFILES "\"profiles\":{\"p\":{\"set\":{\"" RATE "\":\"20 Mb/s\"}}}"

struct fleet *bench_fleet(unsigned int hosts, unsigned int cards, const char *faults)
{
	char text[2048];

	snprintf(text, sizeof(text),
		 "{\"version\":1," PROFILES ",\"assign\":[{\"hosts\":"
		 "\"h[1-%u]\",\"profile\":\"p\"}],\"transport\":{\"kind\":\"sim\",\"seed\":1,\"cards\":[{\"hosts\":"
		 "\"h[1-%u]\",\"type\":\"cx7\",\"count\":%u}]%s%s}}",
		 hosts, hosts, cards, *faults ? "," : "", faults);
	return parse(text);
}

struct fleet *bench_rack(unsigned int hosts, const char *members)
{
	char text[2048];

	snprintf(text, sizeof(text),
		 "{\"version\":1," PROFILES ",\"inventory\":[{\"hosts\":\"h[1-%u]\",\"labels\":{\"rack\":\"r1\"}}],"
		 "\"assign\":[{\"hosts\":{\"rack\":\"r1\"},\"profile\":\"p\"}],\"transport\":{\"kind\":\"sim\","
		 "\"seed\":1,\"cards\":[{\"type\":\"cx7\",\"count\":2}],%s}}",
		 hosts, members);
	return parse(text);
}

struct simfleet *bench_open(const char *dir, const struct fleet *fleet)
{
	struct simfleet *sim = NULL;
	struct ece_error e;

	if (simfleet_open(dir, fleet, NULL, &sim, &e))
		fail_msg("%s", e.text);
	return sim;
}

#define TOKEN "\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":1}"
#define SETS                                                                                                 \
	"\"set\":[{\"param\":\"" RATE "\",\"from\":5,\"to\":20},{\"param\":\"" SR "\",\"from\":0,\"to\":1}," \
	"{\"param\":\"" ALPHA "\",\"from\":6553,\"to\":7000}]"

/* The identity of a card is its place in the file; its GUID is that behind a vendor prefix. */
char *bench_apply(const struct simfleet *sim, size_t host, const char *id, const char *run)
{
	char *line = malloc(8192);
	const struct fw_state *state;
	int n = sprintf(line,
			"{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\"," TOKEN
			",\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[",
			id, run);

	for (size_t i = 0; (state = simfleet_card(sim, host, i)); i++)
		n += sprintf(line + n, "%s{\"guid\":\"0c42a103%08x\",\"psid\":\"MT_0000000838\"," SETS "}",
			     i ? "," : "", (unsigned int)state->identity);
	sprintf(line + n, "]}");
	return line;
}

char *bench_op(const char *op, const char *id, const char *run)
{
	char *line = malloc(1024);

	sprintf(line, "{\"version\":1,\"op\":\"%s\",\"id\":\"%s\",\"run\":\"%s\"," TOKEN "}", op, id, run);
	return line;
}

char *bench_read(const char *id)
{
	char *line = malloc(1024);

	sprintf(line,
		"{\"version\":1,\"op\":\"read\",\"id\":\"%s\",\"params\":[\"" RATE "\",\"" SR "\",\"" ALPHA "\"]}", id);
	return line;
}

/*
 * Reaction point block: rpg_ai_rate is the word at 0x24 (mlx5_ifc.h, cong_control_r_roce_ecn_rp). ROCE_ACCL:
 * selective_repeat_forced_en is bit 6 of the word at 0x04 (mstflint, roce_accl). ALPHA is the second parameter of the
 * model's ZTR-RTT.
 */
struct bench_bytes bench_bytes(const struct fw_state *state)
{
	return (struct bench_bytes){
		.rate = ece_be32(state->cong[1] + 0x24),
		.sr = ece_be32(state->roce_accl + 0x04) >> 6 & 1,
		.alpha = state->ppcc_param[1],
	};
}

bool bench_all(const struct simfleet *sim, size_t host, bool changed)
{
	const struct fw_state *state;

	for (size_t i = 0; (state = simfleet_card(sim, host, i)); i++) {
		struct bench_bytes b = bench_bytes(state);

		if (b.rate != (changed ? 20 : 5) || b.sr != changed || b.alpha != (changed ? 7000 : 6553))
			return false;
	}
	return true;
}
