// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/control/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd.h"

static const char default_rollout[] =
	"{ \"steps\": [ { \"to\": 1 }, { \"to\": \"100%\" } ], \"soak\": \"10s\", \"parallel\": 4 }";

int bench_setup(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));
	const char *tmp = getenv("TEST_TMPDIR");

	if (!b)
		return -1;
	snprintf(b->dir, sizeof(b->dir), "%s/control.XXXXXX", tmp ? tmp : "/tmp");
	*state = b;
	return mkdtemp(b->dir) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

int bench_teardown(void **state)
{
	struct bench *b = *state;

	plan_free(b->plan);
	control_free(b->control);
	store_close(b->store);
	fleet_free(b->fleet);
	fake_fleet_end(&b->hosts);
	nftw(b->dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(b);
	return 0;
}

static void fail_on_fault(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fail_msg("%s: %s", e->place, e->text);
}

static void parse(struct bench *b, size_t count, const char *rollout, const char *more)
{
	struct ece_error_sink sink = {.add = fail_on_fault};
	char text[4096];
	struct fleet_input input = {.text = text, .file = "fleet.json"};

	input.len = (size_t)snprintf(text, sizeof(text),
				     "{ \"version\": 1,\n"
				     "  \"profiles\": { \"roce\": { \"set\": { \"dcqcn.rp.ai_rate\": \"20 Mb/s\", "
				     "\"ztr_rtt.ALPHA\": 0.08 } } },\n"
				     "  \"assign\": [ { \"hosts\": \"h[01-%02zu]\", \"profile\": \"roce\" } ],\n"
				     "  \"rollouts\": { \"default\": %s },\n"
				     "%s"
				     "  \"transport\": { \"kind\": \"sim\" } }\n",
				     count, rollout[0] ? rollout : default_rollout, more);
	assert_true(input.len < sizeof(text));
	assert_int_equal(fleet_parse(&input, &sink, &b->fleet), 0);
}

static void on_moved(void *ctx, const struct plan *plan, const struct rollout *run, uint64_t now_ns)
{
	struct bench *b = ctx;

	(void)plan;
	(void)now_ns;
	b->moves++;
	if (b->moved)
		b->moved(b, run);
}

static void on_judged(void *ctx, const struct control_verdict *verdict)
{
	struct bench *b = ctx;
	size_t len = strlen(b->judged);

	snprintf(b->judged + len, sizeof(b->judged) - len, "%u %s %s %s\n", verdict->step + 1, verdict->gate,
		 gate_result_name(verdict->said.result), verdict->said.why);
}

static void on_sampled(void *ctx, const struct control_sampled *sampled)
{
	struct bench *b = ctx;

	b->samples++;
	b->last_sampled = *sampled;
	if (b->sampled)
		b->sampled(b, sampled);
}

static void on_trouble(void *ctx, const char *host, const char *why)
{
	struct bench *b = ctx;
	size_t len = strlen(b->trouble);

	snprintf(b->trouble + len, sizeof(b->trouble) - len, "%s: %s\n", host, why);
}

static void on_submit(struct fake_fleet *hosts, const struct protocol_request *request)
{
	struct bench *b = hosts->ctx;

	if (request->op == PROTOCOL_READ || request->op == PROTOCOL_COUNTERS || request->op == PROTOCOL_RENEW)
		return;
	if (b->look)
		b->look(b, request);
	if (b->stop_after && !--b->stop_after)
		control_stop(b->control);
}

static int open_etcd(const char *url, const char *prefix, struct store **store, struct ece_error *e)
{
	const struct store_etcd where = {
		.connection = {.endpoints = &url, .endpoint_count = 1}, .prefix = prefix, .ttl_ns = 10000000000};

	return store_open_etcd(&where, store, e);
}

struct store *bench_store(const struct bench *b)
{
	const char *url = getenv("ECE_TEST_ETCD");
	struct store *store = NULL;
	struct ece_error e = {0};

	/* the directory of a test is also the prefix of its keys */
	if (url ? open_etcd(url, b->dir, &store, &e) : store_open(b->dir, NULL, &store, &e))
		fail_msg("%s", e.text);
	return store;
}

void bench_needs_file(void)
{
	if (getenv("ECE_TEST_ETCD"))
		skip();
}

static void open_control(struct bench *b)
{
	struct control_watch watch = {
		.moved = on_moved, .trouble = on_trouble, .judged = on_judged, .sampled = on_sampled, .ctx = b};

	b->store = bench_store(b);
	if (control_new(b->store, &b->hosts.channel, &watch, &b->control, &b->e))
		fail_msg("%s", b->e.text);
}

void bench_begin(struct bench *b, size_t count, const char *rollout)
{
	bench_begin_with(b, count, rollout, "");
}

void bench_begin_with(struct bench *b, size_t count, const char *rollout, const char *more)
{
	parse(b, count, rollout, more);
	fake_fleet_begin(&b->hosts, count);
	b->hosts.ctx = b;
	b->hosts.on_submit = on_submit;
	open_control(b);
}

void bench_restart(struct bench *b)
{
	plan_free(b->plan);
	b->plan = NULL;
	control_free(b->control);
	store_close(b->store);
	b->store = NULL;
	fake_fleet_disconnect(&b->hosts);
	b->trouble[0] = '\0';
	b->judged[0] = '\0';
	open_control(b);
}

int bench_plan(struct bench *b)
{
	struct ece_error_sink sink = {.add = fail_on_fault};

	if (control_read(b->control, b->fleet, NULL, &b->facts, &b->fact_count, &b->e))
		fail_msg("%s", b->e.text);
	plan_free(b->plan);
	b->plan = NULL;
	return plan_make(&(struct plan_input){.fleet = b->fleet, .hosts = b->facts, .host_count = b->fact_count}, &sink,
			 &b->plan);
}

int bench_apply(struct bench *b)
{
	assert_int_equal(bench_plan(b), 0);
	return control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e);
}

int bench_resume(struct bench *b)
{
	return control_resume(b->control, NULL, &b->result, &b->e);
}

int bench_undo(struct bench *b)
{
	return control_undo(b->control, NULL, &b->result, &b->e);
}

size_t bench_count(const struct bench *b, uint64_t rate)
{
	size_t count = 0;

	for (size_t i = 0; i < b->hosts.host_count; i++)
		count += b->hosts.hosts[i].rate == rate;
	return count;
}
