// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/signing.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/sign/signers.h"
#include "tools/common/file.h"

#define SIGN_FOR_S (UINT64_C(7) * 24 * 3600) /* without a fleet file that says it */

/* @file.sig, by a list of signers. */
static int check_by(const struct signers *signers, const char *file, const char *purpose, const char *text, size_t len,
		    struct ece_error *e)
{
	char path[PATH_MAX + 8], *signature;
	struct ece_error why;
	size_t signature_len;
	int err;

	snprintf(path, sizeof(path), "%s.sig", file);
	err = file_read(path, SIGN_SIGNATURE_MAX - 1, &signature, &signature_len, &why);
	if (err)
		return ece_error_set(
			e, err, ECE_ERROR_DENIED,
			"a signature is required here: %.200s; 'ssh-keygen -Y sign -f KEY -n %s FILE' makes "
			"one",
			why.text, purpose);
	err = signers_verify(signers, purpose, text, len, signature, NULL, &why);
	free(signature);
	if (!err)
		return 0;
	ece_error_set(e, err, why.kind, "%s", why.text);
	ece_error_place(e, "%s", path);
	return err;
}

/* By the list of this machine, or of --allowed-signers. */
static int check_here(const struct apply_args *args, const char *file, const char *purpose, const char *text,
		      size_t len, bool must, struct ece_error *e)
{
	struct signers *signers;
	int ret = signers_new(args->allowed_signers, &signers, e);

	if (ret)
		return ret;
	ret = must ? 1 : signers_required(signers, e);
	if (ret > 0)
		ret = check_by(signers, file, purpose, text, len, e);
	signers_free(signers);
	return ret;
}

int signing_file(const struct apply_args *args, const char *text, size_t len, struct ece_error *e)
{
	return check_here(args, args->word, SIGN_FOR_FLEET, text, len, false, e);
}

/* A list beside the fleet file. */
static int signers_of_file(const struct fleet *fleet, struct signers **signers, struct ece_error *e)
{
	const char *name = fleet->signing.allowed_signers, *slash = strrchr(fleet->file, '/');
	char path[PATH_MAX];
	int dir = slash && *name != '/' ? (int)(slash - fleet->file) + 1 : 0;

	if (snprintf(path, sizeof(path), "%.*s%s", dir, fleet->file, name) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the name of the allowed signers is too long");
	return signers_new(path, signers, e);
}

static int check_by_file(const struct fleet *fleet, const char *file, const char *purpose, const char *text, size_t len,
			 struct ece_error *e)
{
	struct signers *signers = NULL;
	int ret = signers_of_file(fleet, &signers, e);

	if (ret || !signers)
		return ret;
	ret = check_by(signers, file, purpose, text, len, e);
	signers_free(signers);
	return ret;
}

int signing_file_by(const struct apply_args *args, const struct fleet *fleet, const char *text, size_t len,
		    struct ece_error *e)
{
	return fleet->signing.allowed_signers ? check_by_file(fleet, args->word, SIGN_FOR_FLEET, text, len, e) : 0;
}

int signing_plan(const struct apply_args *args, const struct fleet *fleet, const char *text, size_t len,
		 struct ece_error *e)
{
	if (!args->require_signature)
		return 0;
	if (fleet->signing.allowed_signers && !args->allowed_signers)
		return check_by_file(fleet, args->plan, SIGN_FOR_PLAN, text, len, e);
	return check_here(args, args->plan, SIGN_FOR_PLAN, text, len, true, e);
}

static int list_for(struct session *session, const struct fleet *fleet, struct ece_error *e)
{
	if (session->args->allowed_signers)
		return signers_new(session->args->allowed_signers, &session->signers, e);
	return fleet && fleet->signing.allowed_signers ? signers_of_file(fleet, &session->signers, e) : 0;
}

bool signing_wanted(struct session *session, const struct fleet *fleet)
{
	const struct apply_args *args = session->args;

	if (args->sign || args->check || args->plan_out || !fleet->signing.allowed_signers)
		return true;
	outcome_error(&session->outcome, -EKEYREJECTED, ECE_ERROR_DENIED,
		      "the fleet file has \"signing\", so its runs are signed: --sign KEY, or --check to look only");
	session->outcome.result = CONTROL_INVALID;
	return false;
}

int signing_begin(struct session *session, const struct fleet *fleet, struct ece_error *e)
{
	const struct apply_args *args = session->args;
	uint64_t valid_s = args->sign_for_s;
	int err;

	if (!args->sign)
		return 0;
	err = list_for(session, fleet, e);
	if (err)
		return err;
	if (!valid_s)
		valid_s = fleet ? fleet->signing.valid_ns / CLOCK_SECOND_NS : SIGN_FOR_S;
	control_sign(session->control, args->sign, valid_s, session->signers);
	return 0;
}
