// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* With the real ssh-keygen; skipped by name where there is none. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/spawn_output.h"
#include "lib/sign/keygen.h"
#include "lib/sign/signers.h"

#define NOW 1796000000

struct place {
	char dir[64], alice[96], mallory[96], allowed[96];
	struct signers *signers;
};

static void make_key(const char *path)
{
	const char *const argv[] = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path, NULL};
	struct ece_error e;
	char *text;
	size_t len;

	if (spawn_output(argv, NULL, 60 * CLOCK_SECOND_NS, 4096, &text, &len, &e))
		skip();
	free(text);
}

/* "alice" may sign runs with this key. */
static void allow(const struct place *p, const char *options, const char *key)
{
	char pub[128], line[512];
	FILE *in, *out;

	snprintf(pub, sizeof(pub), "%s.pub", key);
	in = fopen(pub, "r");
	assert_non_null(in);
	assert_non_null(fgets(line, sizeof(line), in));
	fclose(in);
	out = fopen(p->allowed, "w");
	assert_non_null(out);
	fprintf(out, "alice@example.com %s %s", options, line);
	fclose(out);
	chmod(p->allowed, 0644);
}

static int setup(void **state)
{
	static struct place place;
	struct place *p = &place;
	struct ece_error e;

	*p = (struct place){0};
	strcpy(p->dir, "/tmp/ece-sign.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->alice, sizeof(p->alice), "%.63s/alice", p->dir);
	snprintf(p->mallory, sizeof(p->mallory), "%.63s/mallory", p->dir);
	snprintf(p->allowed, sizeof(p->allowed), "%.63s/allowed_signers", p->dir);
	make_key(p->alice);
	make_key(p->mallory);
	allow(p, "namespaces=\"run@ecekit,fleet@ecekit\"", p->alice);
	assert_int_equal(signers_new(p->allowed, &p->signers, &e), 0);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;
	char path[160];

	signers_free(p->signers);
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s%s", i / 2 ? p->mallory : p->alice, i % 2 ? ".pub" : "");
		unlink(path);
	}
	unlink(p->allowed);
	rmdir(p->dir);
	return 0;
}

/* A run of three requests, signed; @proof is of the one with this index. */
static void sign_run(const char *key, const char *purpose, uint32_t index, sign_digest *leaves,
		     struct sign_proof *proof)
{
	struct sign_statement s = {
		.store = "5b2e",
		.epoch = 1,
		.number = 7,
		.run = "r1",
		.leaves = 3,
		.not_after = NOW + 10,
	};
	struct sign_tree *tree;
	struct ece_error e;
	char *signature;

	for (uint32_t i = 0; i < 3; i++)
		memset(leaves[i], (int)i + 1, SIGN_DIGEST);
	assert_int_equal(sign_tree_make(leaves, 3, &tree, &e), 0);
	memcpy(s.root, sign_tree_root(tree), SIGN_DIGEST);
	*proof = (struct sign_proof){.index = index};
	proof->path_len = sign_tree_path(tree, index, proof->path);
	sign_tree_free(tree);
	assert_true(sign_statement_write(&s, proof->statement) > 0);
	assert_int_equal(keygen_sign(key, purpose, proof->statement, strlen(proof->statement), &signature, &e), 0);
	strcpy(proof->signature, signature);
	free(signature);
}

static void test_a_signed_run_is_taken_request_by_request(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	for (uint32_t i = 0; i < 3; i++) {
		sign_run(p->alice, SIGN_FOR_RUN, i, leaves, &proof);
		assert_int_equal(signers_check(p->signers, &proof, leaves[i], NOW, &s, &e), 0);
		assert_string_equal(s.run, "r1");
		assert_int_equal(s.number, 7);
		assert_int_equal(signers_check(p->signers, &proof, leaves[(i + 1) % 3], NOW, &s, &e), -EKEYREJECTED);
	}
}

static void test_time_is_over_also_for_what_is_remembered(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	sign_run(p->alice, SIGN_FOR_RUN, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW + 10, &s, &e), 0);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW + 11, &s, &e), -EKEYEXPIRED);
	assert_int_equal(e.kind, ECE_ERROR_STALE);
}

static void test_who_may_not_sign_is_refused(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	sign_run(p->mallory, SIGN_FOR_RUN, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), -EKEYREJECTED);
	assert_int_equal(e.kind, ECE_ERROR_DENIED);
}

/* What was signed as a fleet file is no run, though the same person may sign both. */
static void test_a_signature_for_another_purpose_is_none(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	sign_run(p->alice, SIGN_FOR_FLEET, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), -EKEYREJECTED);
}

static void test_a_list_may_keep_a_purpose_from_a_signer(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	allow(p, "namespaces=\"fleet@ecekit\"", p->alice);
	sign_run(p->alice, SIGN_FOR_RUN, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), -EKEYREJECTED);
}

/* Whoever is taken off the list is off at once, though the statement was verified before. */
static void test_a_change_of_the_list_counts_at_once(void **state)
{
	struct place *p = *state;
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;

	sign_run(p->alice, SIGN_FOR_RUN, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), 0);
	allow(p, "", p->mallory);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), -EKEYREJECTED);
}

static void test_another_statement_or_rubbish_is_refused(void **state)
{
	struct place *p = *state;
	struct sign_proof proof, bad;
	struct sign_statement s;
	sign_digest leaves[3];
	struct ece_error e;

	sign_run(p->alice, SIGN_FOR_RUN, 1, leaves, &proof);
	bad = proof;
	bad.statement[strlen(bad.statement) - 2] ^= 1;
	assert_int_equal(signers_check(p->signers, &bad, leaves[1], NOW, &s, &e), -EKEYREJECTED);
	bad = proof;
	strcpy(bad.signature, "rubbish\n");
	assert_int_equal(signers_check(p->signers, &bad, leaves[1], NOW, &s, &e), -EKEYREJECTED);
	bad = proof;
	bad.signature[0] = '\0';
	assert_int_equal(signers_check(p->signers, &bad, leaves[1], NOW, &s, &e), -EKEYREJECTED);
	bad = proof;
	bad.path_len = SIGN_PATH_MAX + 1;
	assert_int_equal(signers_check(p->signers, &bad, leaves[1], NOW, &s, &e), -EKEYREJECTED);
	bad = proof;
	bad.statement[0] = '\0';
	assert_int_equal(signers_check(p->signers, &bad, leaves[1], NOW, &s, &e), -EPROTO);
}

/* The child is asked once for a run: without the program in PATH, what is remembered still goes. */
static void test_a_run_is_verified_once(void **state)
{
	struct place *p = *state;
	char *path = strdup(getenv("PATH"));
	struct sign_statement s;
	struct sign_proof proof;
	sign_digest leaves[3];
	struct ece_error e;
	int again, other;

	sign_run(p->alice, SIGN_FOR_RUN, 1, leaves, &proof);
	assert_int_equal(signers_check(p->signers, &proof, leaves[1], NOW, &s, &e), 0);
	setenv("PATH", "/nonexistent", 1);
	again = signers_check(p->signers, &proof, leaves[1], NOW, &s, &e);
	proof.signature[40] ^= 1;
	other = signers_check(p->signers, &proof, leaves[1], NOW, &s, &e);
	setenv("PATH", path, 1);
	free(path);
	assert_int_equal(again, 0);
	assert_int_equal(other, -ENOENT);
}

static void test_a_list_that_others_write_is_not_believed(void **state)
{
	struct place *p = *state;
	struct ece_error e;

	assert_int_equal(signers_required(p->signers, &e), 1);
	chmod(p->allowed, 0664);
	assert_int_equal(signers_required(p->signers, &e), -EACCES);
	assert_non_null(strstr(e.text, "chmod go-w"));
	chmod(p->allowed, 0646);
	assert_int_equal(signers_required(p->signers, &e), -EACCES);
	unlink(p->allowed);
	assert_int_equal(mkdir(p->allowed, 0700), 0);
	assert_int_equal(signers_required(p->signers, &e), -EFBIG);
	rmdir(p->allowed);
}

/* A file that is named and gone requires all the same; only the usual place may have none. */
static void test_a_named_list_must_be_there(void **state)
{
	struct place *p = *state;
	struct signers *usual;
	struct ece_error e;

	unlink(p->allowed);
	assert_int_equal(signers_required(p->signers, &e), -ENODATA);
	if (!access(SIGNERS_FILE, F_OK))
		skip();
	assert_int_equal(signers_new(NULL, &usual, &e), 0);
	assert_int_equal(signers_required(usual, &e), 0);
	signers_free(usual);
}

/* In a root of its own: 0 as it has to be, 77 when this process may have none. */
static int look_at_a_link_to_nothing(const char *root)
{
	struct signers *usual;
	struct ece_error e;

	if (chroot(root) || chdir("/"))
		return 77;
	if (mkdir("/etc", 0755) || mkdir("/etc/ece", 0755) || signers_new(NULL, &usual, &e))
		return 1;
	if (signers_required(usual, &e) != 0)
		return 2;
	if (symlink("/mnt/allowed_signers", SIGNERS_FILE))
		return 3;
	return signers_required(usual, &e) == -ENODATA ? 0 : 4;
}

/* The usual place is a link into a file system that is not mounted. */
static void test_a_link_to_nothing_requires_all_the_same(void **state)
{
	char root[] = "/tmp/root.XXXXXX", path[64];
	int status;
	pid_t pid;

	(void)state;
	assert_non_null(mkdtemp(root));
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		_exit(look_at_a_link_to_nothing(root));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	snprintf(path, sizeof(path), "%s" SIGNERS_FILE, root);
	unlink(path);
	for (char *end; (end = strrchr(path, '/')) != path && end - path >= (ptrdiff_t)strlen(root);) {
		*end = '\0';
		rmdir(path);
	}
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_a_document_is_verified_with_its_signer(void **state)
{
	struct place *p = *state;
	char who[KEYGEN_WHO_MAX], *signature, *large;
	const size_t len = 1 << 20; /* more than a pipe holds */
	struct ece_error e;

	large = malloc(len);
	assert_non_null(large);
	memset(large, 'x', len);
	assert_int_equal(keygen_sign(p->alice, SIGN_FOR_FLEET, large, len, &signature, &e), 0);
	assert_int_equal(signers_verify(p->signers, SIGN_FOR_FLEET, large, len, signature, who, &e), 0);
	assert_string_equal(who, "alice@example.com");
	large[len - 1] = 'y';
	assert_int_equal(signers_verify(p->signers, SIGN_FOR_FLEET, large, len, signature, who, &e), -EKEYREJECTED);
	free(signature);
	free(large);
}

static void test_a_key_that_is_none_says_so(void **state)
{
	struct place *p = *state;
	struct ece_error e;
	char *signature;

	assert_int_equal(keygen_sign(p->allowed, SIGN_FOR_RUN, "x", 1, &signature, &e), -EIO);
	assert_non_null(strstr(e.text, p->allowed));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(test_a_signed_run_is_taken_request_by_request),
		CASE(test_time_is_over_also_for_what_is_remembered),
		CASE(test_who_may_not_sign_is_refused),
		CASE(test_a_signature_for_another_purpose_is_none),
		CASE(test_a_list_may_keep_a_purpose_from_a_signer),
		CASE(test_a_change_of_the_list_counts_at_once),
		CASE(test_another_statement_or_rubbish_is_refused),
		CASE(test_a_run_is_verified_once),
		CASE(test_a_list_that_others_write_is_not_believed),
		CASE(test_a_named_list_must_be_there),
		CASE(test_a_link_to_nothing_requires_all_the_same),
		CASE(test_a_document_is_verified_with_its_signer),
		CASE(test_a_key_that_is_none_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
