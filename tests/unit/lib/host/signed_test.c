// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A host that takes only signed runs: what it takes then, and what an attacker with the store in his hands gets from it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/spawn_output.h"
#include "lib/sign/keygen.h"
#include "lib/sign/signers.h"
#include "tests/unit/lib/host/bench.h"

#define HOST  "gpu017"
#define OTHER "gpu018"

static char keys[64], key[96], allowed[96];

/* What is signed of a run; the host's own request is the second of two. */
struct wish {
	const char *host; /* that the leaf is of */
	const char *store, *run;
	uint64_t number;
	int64_t not_after;
};

static const struct wish usual = {.host = HOST, .store = "s", .run = "R1", .number = 1, .not_after = INT32_MAX};

static int make_keys(void **state)
{
	const char *argv[] = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key, NULL};
	char pub[128], line[256], *text;
	struct ece_error e;
	size_t len;
	FILE *f;

	(void)state;
	strcpy(keys, "/tmp/ece-signed-XXXXXX");
	if (!mkdtemp(keys))
		return -1;
	snprintf(key, sizeof(key), "%s/key", keys);
	snprintf(pub, sizeof(pub), "%s.pub", key);
	snprintf(allowed, sizeof(allowed), "%s/allowed", keys);
	if (spawn_output(argv, NULL, 60 * CLOCK_SECOND_NS, 4096, &text, &len, &e))
		return -1;
	free(text);
	f = fopen(pub, "r");
	if (!f || !fgets(line, sizeof(line), f))
		return -1;
	fclose(f);
	f = fopen(allowed, "w");
	if (!f)
		return -1;
	fprintf(f, "alice %s", line);
	fclose(f);
	return chmod(allowed, 0600);
}

static int drop_keys(void **state)
{
	char pub[128];

	(void)state;
	snprintf(pub, sizeof(pub), "%s.pub", key);
	unlink(pub);
	unlink(key);
	unlink(allowed);
	return rmdir(keys);
}

static int setup(void **state)
{
	struct ece_error e;

	bench_name = HOST;
	return signers_new(allowed, &bench_signers, &e) || bench_setup(state);
}

static int teardown(void **state)
{
	signers_free(bench_signers);
	bench_signers = NULL;
	bench_name = NULL;
	return bench_teardown(state);
}

static struct protocol_request *decode(const char *line)
{
	struct protocol_request *request;
	struct ece_error e;

	assert_int_equal(protocol_request_decode(line, strlen(line), &request, &e), 0);
	return request;
}

static void leaf_of(const struct protocol_request *request, const char *host, sign_digest digest)
{
	const struct sign_leaf leaf = {
		.host = host,
		.run = request->run,
		.lease_ms = request->lease_ms,
		.keep_on_loss = request->keep_on_loss,
		.adopt = request->adopt,
	};
	struct sha256 hash;

	assert_true(sign_leaf_begin(&hash, &leaf));
	for (size_t c = 0; c < request->card_count; c++)
		for (size_t i = 0; i < request->cards[c].set_count; i++) {
			const struct protocol_set *set = &request->cards[c].sets[i];
			const struct sign_value value = {
				.guid = request->cards[c].guid,
				.psid = request->cards[c].psid,
				.param = set->param->name,
				.from = set->from,
				.to = set->to,
			};

			assert_true(sign_leaf_value(&hash, &value));
		}
	sign_leaf_end(&hash, digest);
}

static struct sign_proof *prove(const struct protocol_request *request, const struct wish *wish)
{
	struct sign_statement s = {
		.epoch = 1,
		.number = wish->number,
		.leaves = 2,
		.not_after = wish->not_after,
	};
	struct sign_proof *proof = calloc(1, sizeof(*proof));
	sign_digest leaves[2] = {0};
	struct sign_tree *tree;
	struct ece_error e;
	char *signature;

	assert_non_null(proof);
	leaf_of(request, wish->host, leaves[1]);
	assert_int_equal(sign_tree_make(leaves, 2, &tree, &e), 0);
	memcpy(s.root, sign_tree_root(tree), SIGN_DIGEST);
	strcpy(s.store, wish->store);
	strcpy(s.run, wish->run);
	proof->index = 1;
	proof->path_len = sign_tree_path(tree, 1, proof->path);
	sign_tree_free(tree);
	assert_true(sign_statement_write(&s, proof->statement) > 0);
	assert_int_equal(keygen_sign(key, SIGN_FOR_RUN, proof->statement, strlen(proof->statement), &signature, &e), 0);
	strcpy(proof->signature, signature);
	free(signature);
	return proof;
}

/* The line with a proof of what it asks for. */
static char *sign(const char *line, const struct wish *wish)
{
	struct protocol_request *request = decode(line);
	struct ece_error e;
	char *text;
	size_t len;

	request->proof = prove(request, wish);
	assert_int_equal(protocol_request_encode(request, &text, &len, &e), 0);
	protocol_request_free(request);
	return text;
}

static void expect(const char *line, enum protocol_result result, const char *why)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	if (why && !strstr(answer->error.text, why))
		fail_msg("\"%s\" is not in \"%s\"", why, answer->error.text);
	protocol_answer_free(answer);
}

static void expect_refused(char *line, const char *why)
{
	struct token token;
	struct ece_error e;

	expect(line, PROTOCOL_REFUSED, why);
	bench_check_old();
	/* not even the token of what is not signed is obeyed */
	assert_int_equal(journal_token_get(bench_journal, "", &token, &e), -ENOENT);
	journal_rollback(bench_journal);
	free(line);
}

static void test_what_is_signed_is_written(void **state)
{
	char *line = sign(bench_apply("a1", "R1", 1), &usual);

	(void)state;
	expect(line, PROTOCOL_HELD, NULL);
	bench_check_new();
	expect(line, PROTOCOL_HELD, NULL); /* from the journal */
	free(line);
	expect(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED, NULL);
	expect(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED, NULL);
}

static void test_what_is_not_signed_is_not(void **state)
{
	(void)state;
	expect_refused(strdup(bench_apply("a1", "R1", 1)), "writes only what is signed");
}

/* Nothing is asked for where nobody has said who may sign. */
static void test_without_a_list_nothing_need_be_signed(void **state)
{
	(void)state;
	signers_free(bench_signers);
	bench_signers = NULL;
	expect(bench_apply("a1", "R1", 1), PROTOCOL_HELD, NULL);
}

static void test_a_list_that_is_not_believed_lets_nobody_in(void **state)
{
	(void)state;
	chmod(allowed, 0666);
	expect_refused(sign(bench_apply("a1", "R1", 1), &usual), "not believed");
	chmod(allowed, 0600);
}

static void test_the_request_for_another_host_is_refused(void **state)
{
	struct wish wish = usual;

	(void)state;
	wish.host = OTHER;
	expect_refused(sign(bench_apply("a1", "R1", 1), &wish), "does not cover this request");
}

/* The same proof with another request. */
static void swap_refused(const char *signed_line, const char *sent_line)
{
	char *whole = sign(signed_line, &usual), *text;
	struct protocol_request *from = decode(whole), *to = decode(sent_line);
	struct ece_error e;
	size_t len;

	to->proof = from->proof;
	from->proof = NULL;
	assert_int_equal(protocol_request_encode(to, &text, &len, &e), 0);
	protocol_request_free(from);
	protocol_request_free(to);
	free(whole);
	expect_refused(text, "does not cover this request");
}

static char *change(const char *line, const char *from, const char *to)
{
	static char changed[2048];
	const char *at = strstr(line, from);

	assert_non_null(at);
	snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(at - line), line, to, at + strlen(from));
	return changed;
}

static void test_a_proof_is_of_its_request_alone(void **state)
{
	char line[2048];

	(void)state;
	strcpy(line, bench_apply("a1", "R1", 1));
	swap_refused(line, change(line, "\"to\":20", "\"to\":21"));
	swap_refused(line, change(line, "\"from\":5", "\"from\":6"));
	swap_refused(line, change(line, RATE, "dcqcn.rp.hai_rate"));
	swap_refused(line, change(line, "00000000000000a1", "00000000000000a3"));
	swap_refused(line, change(line, "MT_0000000838", "MT_0000000839"));
	swap_refused(line, change(line, "\"lease_ms\":600000", "\"lease_ms\":600001"));
	swap_refused(line, change(line, "\"undo\"", "\"keep\""));
	swap_refused(line, change(line, "\"lease_ms\"", "\"adopt\":true,\"lease_ms\""));
	swap_refused(line, change(line, "\"run\":\"R1\"", "\"run\":\"R1/more\""));
	swap_refused(line, bench_apply_one("a1", "R1", 0));
}

/* The root does not tell runs and stores apart: the statement does. */
static void test_a_statement_is_of_its_run_and_store(void **state)
{
	struct wish wish = usual;

	(void)state;
	wish.run = "R";
	expect_refused(sign(bench_apply("a1", "R1", 1), &wish), "not this one");
	wish = usual;
	wish.run = "R1/x";
	expect_refused(sign(bench_apply("a1", "R1", 1), &wish), "not this one");
	wish = usual;
	wish.store = "t";
	expect_refused(sign(bench_apply("a1", "R1", 1), &wish), "not this one");
}

static void test_each_change_of_a_run_is_covered(void **state)
{
	char *line = sign(bench_apply("a1", "R1/rest", 1), &usual);

	(void)state;
	expect(line, PROTOCOL_HELD, NULL);
	free(line);
}

static void test_a_time_that_is_over_is_over(void **state)
{
	struct wish wish = usual;

	(void)state;
	wish.not_after = time(NULL) - 2;
	expect_refused(sign(bench_apply("a1", "R1", 1), &wish), "its time is over");
}

/* The token of a request is the store's to give out, so what was signed earlier comes with a newer one. */
static void test_an_earlier_run_is_not_written_after_a_later_one(void **state)
{
	struct wish later = usual, earlier = usual;
	char *line;

	(void)state;
	later.run = "R2";
	later.number = 5;
	line = sign(bench_apply("a2", "R2", 5), &later);
	expect(line, PROTOCOL_HELD, NULL);
	free(line);
	expect(bench_op("undo", "u2", "R2", 5), PROTOCOL_UNDONE, NULL);
	bench_restart();
	earlier.number = 4;
	line = sign(bench_apply("a1", "R1", 9), &earlier);
	expect(line, PROTOCOL_REFUSED, "signed before one that this host has obeyed");
	free(line);
	bench_check_old();
}

/* A controller that takes the run over has a newer token, and the proof from before. */
static void test_a_resumed_run_needs_no_other_signature(void **state)
{
	char *first = sign(bench_apply_one("a1", "R1", 0), &usual), *second;

	(void)state;
	expect(first, PROTOCOL_HELD, NULL);
	expect(bench_op("renew", "n1", "R1", 8), PROTOCOL_RENEWED, NULL);
	second = sign(bench_apply("a2", "R1", 8), &usual);
	expect(second, PROTOCOL_HELD, NULL);
	free(first);
	free(second);
}

/* What was written under a signature is undone without one, by whoever asks: only our old values come back. */
static void test_an_undo_needs_no_signature(void **state)
{
	char *line = sign(bench_apply("a1", "R1", 1), &usual);

	(void)state;
	expect(line, PROTOCOL_HELD, NULL);
	free(line);
	expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE, NULL);
	bench_check_old();
}

static void test_a_confirm_without_an_apply_confirms_nothing(void **state)
{
	(void)state;
	expect(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED, NULL);
	expect(bench_op("renew", "n1", "R1", 1), PROTOCOL_REFUSED, NULL);
	bench_check_old();
}

static void test_a_proof_that_is_none_is_refused(void **state)
{
	static const char *const proofs[] = {
		"1",
		"{}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"path\":[]}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"index\":16777216,\"path\":[]}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"index\":-1,\"path\":[]}",
		"{\"statement\":\"a\\u0007\",\"signature\":\"b\",\"index\":0,\"path\":[]}",
		"{\"statement\":\"a\",\"signature\":\"\\u001b[2J\",\"index\":0,\"path\":[]}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"index\":0,\"path\":[\"00\"]}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"index\":0,\"path\":[7]}",
		"{\"statement\":\"a\",\"signature\":\"b\",\"index\":0,\"path\":{}}",
	};
	char line[4096], with[4096];

	(void)state;
	strcpy(line, bench_apply("a1", "R1", 1));
	for (size_t i = 0; i < sizeof(proofs) / sizeof(proofs[0]); i++) {
		snprintf(with, sizeof(with), "%.*s,\"proof\":%s}", (int)strlen(line) - 1, line, proofs[i]);
		expect_refused(strdup(with), NULL);
	}
}

static void test_a_proof_has_limits(void **state)
{
	char *line = malloc(64 * 1024), *at;

	(void)state;
	assert_non_null(line);
	at = stpcpy(line, bench_apply("a1", "R1", 1)) - 1;
	at += sprintf(at, ",\"proof\":{\"statement\":\"a\",\"index\":0,\"path\":[],\"signature\":\"");
	memset(at, 'x', SIGN_SIGNATURE_MAX);
	strcpy(at + SIGN_SIGNATURE_MAX, "\"}}");
	expect_refused(line, "too long");
	line = malloc(64 * 1024);
	assert_non_null(line);
	at = stpcpy(line, bench_apply("a1", "R1", 1)) - 1;
	at += sprintf(at, ",\"proof\":{\"statement\":\"a\",\"signature\":\"b\",\"index\":0,\"path\":[0");
	for (int i = 0; i < SIGN_PATH_MAX; i++)
		at = stpcpy(at, ",0");
	strcpy(at, "]}}");
	expect_refused(line, NULL);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(test_what_is_signed_is_written),
		CASE(test_what_is_not_signed_is_not),
		CASE(test_without_a_list_nothing_need_be_signed),
		CASE(test_a_list_that_is_not_believed_lets_nobody_in),
		CASE(test_the_request_for_another_host_is_refused),
		CASE(test_a_proof_is_of_its_request_alone),
		CASE(test_a_statement_is_of_its_run_and_store),
		CASE(test_each_change_of_a_run_is_covered),
		CASE(test_a_time_that_is_over_is_over),
		CASE(test_an_earlier_run_is_not_written_after_a_later_one),
		CASE(test_a_resumed_run_needs_no_other_signature),
		CASE(test_an_undo_needs_no_signature),
		CASE(test_a_confirm_without_an_apply_confirms_nothing),
		CASE(test_a_proof_that_is_none_is_refused),
		CASE(test_a_proof_has_limits),
	};

	return cmocka_run_group_tests(tests, make_keys, drop_keys);
}
