/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Answers of the commands that a fleet file names. An answer is kept in the folder "execs" of the state directory, with
 * its time, and used again while it is young enough; never a day longer, and never without saying so.
 */
#ifndef ECE_TOOLS_ECE_APPLY_EXEC_ANSWER_H
#define ECE_TOOLS_ECE_APPLY_EXEC_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/fleet/fleet.h"

#define EXEC_TIMEOUT_S 60
#define EXEC_AGE_MAX   32 /* of exec_age_text() */

struct exec_answer {
	char *text;
	size_t len;
	int64_t at; /* seconds since 1970 */
	bool kept;  /* it was not asked for now */
};

/**
 * exec_answer_get - what a command says: kept and young enough, or asked for now
 * @dir: where it runs
 * @state_dir: where answers are kept
 * @now: seconds since 1970
 *
 * Returns 0 and an answer to exec_answer_free(); or a negative errno with @e filled, which also says how old the answer
 * is that was kept, if there is one.
 */
int exec_answer_get(const struct fleet_exec *exec, const char *dir, const char *state_dir, int64_t now,
		    struct exec_answer *answer, struct ece_error *e);

/**
 * exec_answer_keep - keep an answer that turned out to be good; one that was kept already stays as it is
 *
 * Returns 0, or a negative errno with @e filled.
 */
int exec_answer_keep(const struct fleet_exec *exec, const char *dir, const char *state_dir,
		     const struct exec_answer *answer, struct ece_error *e);

void exec_answer_free(struct exec_answer *answer);

/**
 * exec_age_text - "45s", "12m 30s", "3h", "2d 5h"; not of less than nothing
 *
 * Returns @buf.
 */
const char *exec_age_text(int64_t seconds, char buf[EXEC_AGE_MAX]);

#endif
