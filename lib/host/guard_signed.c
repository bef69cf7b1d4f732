// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Is what an APPLY asks for signed by somebody who may, for this host (docs/signing.md)? */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/host/job.h"
#include "lib/sign/signers.h"

static const char *name_of(const struct guard_job *job)
{
	return job->guard.name ? job->guard.name : job->host;
}

/* From what the request asks for and from our own name, never from what it says to be. */
static bool make_leaf(const struct guard_job *job, const struct guard_set *sets, size_t count, sign_digest digest)
{
	const struct guard_order *order = &job->order;
	const struct sign_leaf leaf = {
		.host = name_of(job),
		.run = order->run,
		.lease_ms = order->lease_ms,
		.keep_on_loss = order->keep_on_loss,
		.adopt = order->adopt,
	};
	struct sha256 hash;
	bool ok = sign_leaf_begin(&hash, &leaf);

	for (size_t i = 0; i < count && ok; i++) {
		const struct sign_value value = {
			.guid = sets[i].card.guid,
			.psid = sets[i].card.psid,
			.param = ece_param_at(sets[i].param)->name,
			.from = sets[i].from,
			.to = sets[i].to,
		};

		ok = sign_leaf_value(&hash, &value);
	}
	sign_leaf_end(&hash, digest);
	return ok;
}

/* Hosts know a run of several changes as RUN/CHANGE. */
static bool is_of_run(const struct guard_order *order, const struct sign_statement *statement)
{
	size_t len = strlen(statement->run);

	return !strcmp(order->token.store, statement->store) && !strncmp(order->run, statement->run, len) &&
	       (!order->run[len] || order->run[len] == '/');
}

static int check_newest(struct guard_job *job, const struct sign_statement *statement, struct ece_error *e)
{
	struct token seen = {0};
	int ret = journal_signed_get(job->guard.journal, job->host, statement->store, &seen, e);

	job->signed_by = (struct token){.epoch = statement->epoch, .number = statement->number};
	memcpy(job->signed_by.store, statement->store, sizeof(job->signed_by.store));
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	if (token_compare(&job->signed_by, &seen) != TOKEN_OLDER)
		return 0;
	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
		      "run %s was signed before one that this host has obeyed since (epoch %" PRIu32 ", number %" PRIu64
		      ")",
		      statement->run, seen.epoch, seen.number);
	return 1;
}

static int check(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	struct sign_statement statement;
	struct ece_error why;
	sign_digest leaf;

	if (!job->order.proof) {
		ece_error_set(&job->error, -EKEYREJECTED, ECE_ERROR_DENIED,
			      "this host writes only what is signed: 'ece-apply FILE --sign KEY'");
		return 1;
	}
	if (!make_leaf(job, sets, count, leaf)) {
		ece_error_set(&job->error, -EINVAL, ECE_ERROR_PROTOCOL, "a name in the request is no text of one line");
		return 1;
	}
	if (signers_check(job->guard.signers, job->order.proof, leaf, (int64_t)(clock_wall() / CLOCK_SECOND_NS),
			  &statement, &why)) {
		ece_error_set(&job->error, why.code, why.kind, "%.400s (this host is \"%.60s\")", why.text,
			      name_of(job));
		return 1;
	}
	if (!is_of_run(&job->order, &statement)) {
		ece_error_set(&job->error, -EKEYREJECTED, ECE_ERROR_DENIED,
			      "what is signed is run %s of the store %s, not this one", statement.run, statement.store);
		return 1;
	}
	return check_newest(job, &statement, e);
}

int signed_check(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	int ret;

	if (job->order.op != PROTOCOL_APPLY || job->order.local || !job->guard.signers)
		return 0;
	ret = signers_required(job->guard.signers, &job->error);
	if (ret > 0)
		ret = check(job, sets, count, e);
	else if (ret < 0)
		ret = 1;
	if (ret > 0)
		job_refuse(job);
	return ret;
}
