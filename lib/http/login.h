/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Users and their passwords. A bcrypt hash takes a tenth of a second to check, so a thread does that, one after the
 * other; what came out is remembered, and no more than a few wait.
 */
#ifndef ECE_LIB_HTTP_LOGIN_H
#define ECE_LIB_HTTP_LOGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/http/web_config.h"

#define LOGIN_WAITING_MAX 16  /* different logins that wait to be checked */
#define LOGIN_GOOD_MAX    256 /* remembered; the oldest one makes room */
#define LOGIN_BAD_MAX     64  /* the same, apart, so that guesses do not push out who may come in */
#define LOGIN_TEXT_MAX    512 /* bytes of a user name or a password */

enum login_answer {
	LOGIN_GOOD,
	LOGIN_BAD,
	LOGIN_WAIT, /* being checked: ask again after login_settle() */
	LOGIN_BUSY, /* too many are: come back later */
};

struct logins;

/**
 * logins_new - start the thread
 * @wake: an eventfd that is written to when a check has ended; stays the caller's
 *
 * Returns 0 or a negative errno with @e filled. logins_free() waits for the check that is under way; NULL is accepted.
 */
int logins_new(int wake, struct logins **logins, struct ece_error *e);
void logins_free(struct logins *logins);

/**
 * logins_forget - nothing that was found out holds any longer: there are other users
 */
void logins_forget(struct logins *logins);

/**
 * logins_ask - may this client come in?
 * @header: value of "Authorization", or NULL
 *
 * A user that does not exist takes as long as one that does.
 */
enum login_answer logins_ask(struct logins *logins, const struct web_config *config, const char *header);

/**
 * logins_settle - remember what the thread has found out
 *
 * Returns whether there was anything.
 */
bool logins_settle(struct logins *logins);

#endif
