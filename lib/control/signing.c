// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Signing a run, and what its requests bring along of that (docs/signing.md). */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/copy_text.h"
#include "lib/control/internal.h"
#include "lib/sign/keygen.h"

/* Of one run: the signature, and the tree that it covers. */
struct signing {
	char statement[SIGN_STATEMENT_MAX], signature[SIGN_SIGNATURE_MAX];
	struct sign_tree *tree;
};

void signing_free(struct signing *signing)
{
	if (!signing)
		return;
	sign_tree_free(signing->tree);
	free(signing);
}

void control_sign(struct control *control, const char *key, uint64_t valid_s, const struct signers *signers)
{
	control->sign.key = key;
	control->sign.valid_s = valid_s;
	control->sign.signers = signers;
}

static bool add_card(struct sha256 *hash, const struct protocol_card *card)
{
	bool ok = true;

	for (size_t i = 0; i < card->set_count && ok; i++) {
		const struct sign_value value = {
			.guid = card->guid,
			.psid = card->psid,
			.param = card->sets[i].param->name,
			.from = card->sets[i].from,
			.to = card->sets[i].to,
		};

		ok = sign_leaf_value(hash, &value);
	}
	return ok;
}

/* Of the apply of one position, as run_submit() will send it. */
static int make_leaf(struct run *run, uint32_t position, sign_digest digest, struct ece_error *e)
{
	struct protocol_request request = {0};
	struct sign_leaf leaf = {.host = run->frozen->lines[position].host};
	struct sha256 hash;
	bool ok;
	int err = request_of_apply(run, position, &request, e);

	if (err)
		return err;
	leaf.run = request.run;
	leaf.lease_ms = request.lease_ms;
	leaf.keep_on_loss = request.keep_on_loss;
	leaf.adopt = request.adopt;
	ok = sign_leaf_begin(&hash, &leaf);
	for (size_t i = 0; i < request.card_count && ok; i++)
		ok = add_card(&hash, &request.cards[i]);
	sign_leaf_end(&hash, digest);
	frozen_cards_free(&request);
	return ok ? 0 :
		    ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a name of the host %s is no text of one line",
				  run->frozen->lines[position].host);
}

static int make_tree(struct run *run, struct sign_tree **tree, struct ece_error *e)
{
	uint32_t count = (uint32_t)run->frozen->plan.order_count;
	sign_digest *leaves = calloc(count + 1, sizeof(*leaves));
	int err = 0;

	if (!leaves)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what is signed");
	for (uint32_t i = 0; i < count && !err; i++)
		err = make_leaf(run, i, leaves[i], e);
	err = err ? err : sign_tree_make(leaves, count, tree, e);
	free(leaves);
	return err;
}

static void state(const struct run *run, const struct sign_tree *tree, struct sign_statement *s)
{
	struct sha256 hash;

	*s = (struct sign_statement){
		.epoch = run->record.token.epoch,
		.number = run->record.token.number,
		.leaves = (uint32_t)run->frozen->plan.order_count,
		.not_after = (int64_t)time(NULL) + (int64_t)run->control->sign.valid_s,
	};
	copy_text(s->store, sizeof(s->store), run->record.token.store);
	copy_text(s->run, sizeof(s->run), run->record.id);
	memcpy(s->root, sign_tree_root(tree), SIGN_DIGEST);
	sha256_init(&hash);
	sha256_add(&hash, run->frozen->text, run->frozen->len);
	sha256_end(&hash, s->plan);
}

/* Found out here rather than on the first host. */
static int check_own(const struct control *control, const char *statement, const char *signature, struct ece_error *e)
{
	struct ece_error why;
	int err = control->sign.signers ? signers_verify(control->sign.signers, SIGN_FOR_RUN, statement,
							 strlen(statement), signature, NULL, &why) :
					  0;

	return err ? ece_error_set(e, err, why.kind, "hosts would not take what %.120s signs: %.300s",
				   control->sign.key, why.text) :
		     0;
}

static int keep(struct run *run, const struct signing *signing, struct ece_error *e)
{
	json_t *json = json_pack("{s:s, s:s}", "statement", signing->statement, "signature", signing->signature);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int err;

	json_decref(json);
	if (!text)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a signature");
	err = store_evidence_put(run->control->store, run->record.id, STORE_SIGNED, 0, -1, 0, 0, text, e);
	free(text);
	return err ? err : store_commit(run->control->store, e);
}

static int sign(struct run *run, struct signing *signing, struct ece_error *e)
{
	const struct control *control = run->control;
	struct sign_statement statement;
	char *signature;
	int err = make_tree(run, &signing->tree, e);

	if (err)
		return err;
	state(run, signing->tree, &statement);
	if (sign_statement_write(&statement, signing->statement) < 0)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "the name of the run or of the store is no name");
	err = keygen_sign(control->sign.key, SIGN_FOR_RUN, signing->statement, strlen(signing->statement), &signature,
			  e);
	if (err)
		return err;
	copy_text(signing->signature, sizeof(signing->signature), signature);
	free(signature);
	err = check_own(control, signing->statement, signing->signature, e);
	return err ? err : keep(run, signing, e);
}

int signing_make(struct run *run, struct ece_error *e)
{
	struct signing *signing = calloc(1, sizeof(*signing));
	int err;

	if (!signing)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a signature");
	err = sign(run, signing, e);
	if (err) {
		signing_free(signing);
		return err;
	}
	signing_free(run->signing);
	run->signing = signing;
	run->signing_known = true;
	return 0;
}

static int load(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
		const char *text)
{
	struct signing *signing = ctx;
	const char *statement, *signature;
	json_t *json;

	(void)step, (void)gate, (void)sample, (void)round;
	if (kind != STORE_SIGNED)
		return 0;
	json = json_loads(text, 0, NULL);
	if (!json_unpack(json, "{s:s, s:s}", "statement", &statement, "signature", &signature)) {
		copy_text(signing->statement, sizeof(signing->statement), statement);
		copy_text(signing->signature, sizeof(signing->signature), signature);
	}
	json_decref(json);
	return 0;
}

/* What is damaged in the store proves nothing to a host, which says so. */
static int find(struct run *run, struct ece_error *e)
{
	struct signing *signing = calloc(1, sizeof(*signing));
	int err;

	if (!signing)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a signature");
	err = store_evidence_each(run->control->store, run->record.id, load, signing, e);
	if (!err && signing->statement[0])
		err = make_tree(run, &signing->tree, e);
	run->signing_known = !err;
	if (!signing->tree) {
		signing_free(signing);
		return err;
	}
	run->signing = signing;
	return 0;
}

int signing_prove(struct run *run, uint32_t position, struct protocol_request *request, struct ece_error *e)
{
	struct sign_proof *proof;
	int err = run->signing_known ? 0 : find(run, e);

	if (err || !run->signing)
		return err;
	proof = calloc(1, sizeof(*proof));
	if (!proof)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a proof");
	memcpy(proof->statement, run->signing->statement, sizeof(proof->statement));
	memcpy(proof->signature, run->signing->signature, sizeof(proof->signature));
	proof->index = position;
	proof->path_len = sign_tree_path(run->signing->tree, position, proof->path);
	request->proof = proof;
	return 0;
}
