// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every write of the reference run (6 hosts, 2 cards each, 3 parameters) passes plan, channel, agent, journal, NIC,
 * backend, seam and mailbox. Each of them is counted at its own door, put there by the linker; taking one out of the way
 * of a value, or going past it, changes a number here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/backend/backend.h"
#include "devx/base/be.h"
#include "devx/nic/nic.h"
#include "devx/os/os.h"
#include "devx/sim/fw/fw.h"
#include "lib/channel/sim.h"
#include "lib/control/control.h"
#include "lib/host/agent.h"
#include "lib/host/journal.h"
#include "lib/plan/plan.h"
#include "lib/simfleet/simfleet.h"
#include "lib/store/store.h"
#include "tests/unit/lib/simfleet/bench.h"

#define HOSTS  6
#define CARDS  12
#define VALUES 36

/* Commands and their kinds: Linux mlx5_ifc.h; registers: mstflint's register_access_table.adb. */
#define OP_ACCESS_REG         0x805
#define OP_MODIFY_CONG_PARAMS 0x825
#define REG_ROCE_ACCL         0x402c
#define REG_PPCC              0x506e

/* Writes of one value family, however they are carried. */
struct families {
	unsigned int roce_accl, cong, ppcc;
};

static struct {
	unsigned int planned;
	unsigned int applies_sent;
	unsigned int agent_lines;
	unsigned int journal_intents, journal_written, journal_commits;
	unsigned int nic_calls, nic_values;
	struct families backend, seam, mailbox;
} count;

/* A write by its mailbox; reads are not counted. */
static void count_command(struct families *families, const uint8_t *in)
{
	uint32_t opcode = ece_be32(in) >> 16, op_mod = ece_be32(in + 4) & 0xffff, reg = ece_be32(in + 8) & 0xffff;

	if (opcode == OP_MODIFY_CONG_PARAMS)
		families->cong++;
	else if (opcode == OP_ACCESS_REG && op_mod == 0 && reg == REG_ROCE_ACCL)
		families->roce_accl++;
	else if (opcode == OP_ACCESS_REG && op_mod == 0 && reg == REG_PPCC)
		families->ppcc++;
}

int __real_agent_begin(const struct agent *agent, const char *line, size_t len, uint64_t now_ns,
		       struct agent_task **task, struct ece_error *e);
int __wrap_agent_begin(const struct agent *agent, const char *line, size_t len, uint64_t now_ns,
		       struct agent_task **task, struct ece_error *e);
int __wrap_agent_begin(const struct agent *agent, const char *line, size_t len, uint64_t now_ns,
		       struct agent_task **task, struct ece_error *e)
{
	if (strstr(line, "\"op\":\"apply\""))
		count.agent_lines++;
	return __real_agent_begin(agent, line, len, now_ns, task, e);
}

int __real_journal_change_put(struct journal *journal, const char *host, const char *run,
			      const struct journal_change *change, struct ece_error *e);
int __wrap_journal_change_put(struct journal *journal, const char *host, const char *run,
			      const struct journal_change *change, struct ece_error *e);
int __wrap_journal_change_put(struct journal *journal, const char *host, const char *run,
			      const struct journal_change *change, struct ece_error *e)
{
	count.journal_intents += change->state == JOURNAL_INTENT;
	count.journal_written += change->state == JOURNAL_WRITTEN;
	return __real_journal_change_put(journal, host, run, change, e);
}

int __real_journal_commit(struct journal *journal, struct ece_error *e);
int __wrap_journal_commit(struct journal *journal, struct ece_error *e);
int __wrap_journal_commit(struct journal *journal, struct ece_error *e)
{
	count.journal_commits++;
	return __real_journal_commit(journal, e);
}

int __real_ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n);
int __wrap_ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n);
int __wrap_ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	count.nic_calls++;
	count.nic_values += (unsigned int)n;
	return __real_ece_nic_write(nic, writes, n);
}

const struct ece_backend *__real_ece_backend(enum ece_backend_id id);
const struct ece_backend *__wrap_ece_backend(enum ece_backend_id id);

static struct ece_backend counted[ECE_BACKEND_COUNT];

#define COUNTED_COMMAND(name, id)                                                                        \
	static struct ece_result name(struct ece_doors *doors, const void *in, size_t in_len, void *out, \
				      size_t out_len)                                                    \
	{                                                                                                \
		count_command(&count.backend, in);                                                       \
		return __real_ece_backend(id)->command(doors, in, in_len, out, out_len);                 \
	}

COUNTED_COMMAND(command_devx, ECE_BACKEND_DEVX)
COUNTED_COMMAND(command_fwctl, ECE_BACKEND_FWCTL)

static struct ece_result write_debugfs(struct ece_doors *doors, const char *file, uint32_t value)
{
	count.backend.cong++;
	return __real_ece_backend(ECE_BACKEND_DEBUGFS)->write_value(doors, file, value);
}

const struct ece_backend *__wrap_ece_backend(enum ece_backend_id id)
{
	const struct ece_backend *real = __real_ece_backend(id);

	if (!real)
		return NULL;
	counted[id] = *real;
	if (id == ECE_BACKEND_DEVX)
		counted[id].command = command_devx;
	else if (id == ECE_BACKEND_FWCTL)
		counted[id].command = command_fwctl;
	else
		counted[id].write_value = write_debugfs;
	return &counted[id];
}

int __real_sim_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int __wrap_sim_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int __wrap_sim_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	count.seam.cong += root == ECE_OS_DEBUGFS_MLX5;
	return __real_sim_write(ctx, root, path, data, len);
}

int __real_sim_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len);
int __wrap_sim_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len);
int __wrap_sim_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	count_command(&count.seam, in);
	return __real_sim_devx_command(devx, in, in_len, out, out_len);
}

int __real_sim_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			 void *out, size_t out_len);
int __wrap_sim_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			 void *out, size_t out_len);
int __wrap_sim_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			 void *out, size_t out_len)
{
	count_command(&count.seam, in);
	return __real_sim_fwctl_rpc(fwctl, scope, in, in_len, out, out_len);
}

uint64_t __real_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);
uint64_t __wrap_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);
uint64_t __wrap_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len)
{
	count_command(&count.mailbox, in);
	return __real_fw_exec(fw, now_ns, in, in_len, out, out_len);
}

/* A channel in front of the real one. */
struct counting_channel {
	struct channel channel;
	struct channel *real;
};

static int counting_submit(struct channel *channel, const char *host, const char *line, size_t len,
			   uint64_t deadline_ns, uint64_t cookie, struct ece_error *e)
{
	if (strstr(line, "\"op\":\"apply\""))
		count.applies_sent++;
	return channel_submit(((struct counting_channel *)channel)->real, host, line, len, deadline_ns, cookie, e);
}

static int counting_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
			 void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	return channel_poll(((struct counting_channel *)channel)->real, until_ns, wake_fd, hold, answer, ctx, e);
}

static uint64_t counting_now(struct channel *channel)
{
	return channel_now(((struct counting_channel *)channel)->real);
}

static const struct channel_ops counting_ops = {
	.submit = counting_submit,
	.poll = counting_poll,
	.now = counting_now,
};

static struct fleet *read_fleet(void)
{
	static char text[65536];
	struct fleet_input input = {.text = text, .file = "reference.json"};
	struct ece_error_sink sink = {0};
	struct fleet *fleet = NULL;
	FILE *file = fopen(getenv("LAYERS_FLEET"), "r");

	assert_non_null(file);
	input.len = fread(text, 1, sizeof(text), file);
	fclose(file);
	assert_int_equal(fleet_parse(&input, &sink, &fleet), 0);
	return fleet;
}

/* Reads, plans and carries out the fleet file over a simulated fleet in @dir. */
static enum control_result run_reference(const char *dir, const struct fleet *fleet, struct simfleet *sim)
{
	const struct channel_sim_options options = {0};
	struct counting_channel counting = {.channel = {&counting_ops}};
	const struct facts_host *hosts;
	enum control_result result;
	struct ece_error_sink sink = {0};
	struct control *control;
	struct ece_error e = {0};
	struct store *store;
	struct plan *plan;
	char run[RUN_ID_MAX];
	size_t n;

	assert_int_equal(channel_sim_new(sim, &options, &counting.real, &e), 0);
	assert_int_equal(store_open(dir, NULL, &store, &e), 0);
	assert_int_equal(control_new(store, &counting.channel, NULL, &control, &e), 0);
	assert_int_equal(control_read(control, fleet, NULL, &hosts, &n, &e), 0);
	assert_int_equal(plan_make(&(struct plan_input){.fleet = fleet, .hosts = hosts, .host_count = n}, &sink, &plan),
			 0);
	count.planned = (unsigned int)plan->change_count;
	assert_int_equal(control_run(control, fleet, plan, hosts, run, &result, &e), 0);
	plan_free(plan);
	control_free(control);
	store_close(store);
	channel_free(counting.real);
	return result;
}

static void check_families(const char *layer, const struct families *families)
{
	if (families->roce_accl != CARDS || families->cong != CARDS || families->ppcc != CARDS)
		fail_msg("%s: %u ROCE_ACCL, %u congestion and %u PPCC writes, not %u each", layer, families->roce_accl,
			 families->cong, families->ppcc, CARDS);
}

static void test_every_write_passes_every_layer(void **state)
{
	const char *dir = bench_dir_new();
	struct fleet *fleet = read_fleet();
	struct simfleet *sim = bench_open(dir, fleet);
	char path[256];

	(void)state;
	assert_int_equal(run_reference(dir, fleet, sim), CONTROL_APPLIED);
	assert_int_equal(count.planned, VALUES);
	assert_int_equal(count.applies_sent, HOSTS);
	assert_int_equal(count.agent_lines, HOSTS);
	assert_int_equal(count.journal_intents, VALUES);
	assert_int_equal(count.journal_written, VALUES);
	assert_true(count.journal_commits >= 4);
	assert_int_equal(count.nic_calls, CARDS);
	assert_int_equal(count.nic_values, VALUES);
	check_families("backend", &count.backend);
	check_families("seam", &count.seam);
	check_families("mailbox", &count.mailbox);
	for (size_t i = 0; i < HOSTS; i++)
		assert_true(bench_all(sim, i, true));
	simfleet_close(sim);
	fleet_free(fleet);
	snprintf(path, sizeof(path), "%s/store.db", dir);
	remove(path);
	bench_dir_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_write_passes_every_layer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
