// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply resume [RUN] */
#include "tools/ece-apply/say_word.h"
#include "tools/ece-apply/verbs.h"

int verb_resume(const struct apply_args *args)
{
	return say_verb(args, STORE_WORD_RESUME, resume_open);
}
