// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/status_hooks.h"

#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/ece-apply/words.h"

static int one_text(void *ctx, const struct control_untold *u)
{
	(void)ctx;
	printf("  webhook: %s: ", u->server);
	if (u->lost)
		printf("%zu message%s did not get there", u->lost, plural(u->lost));
	if (u->waiting)
		printf("%s%zu message%s wait%s for the next run", u->lost ? ", " : "", u->waiting, plural(u->waiting),
		       u->waiting == 1 ? "s" : "");
	printf("%s%s\n", u->why[0] ? ": " : "", u->why);
	return 0;
}

void status_hooks_text(struct control *control)
{
	struct ece_error e;

	control_untold(control, one_text, NULL, &e);
}

static int one_json(void *ctx, const struct control_untold *u)
{
	json_t **list = ctx;

	build_append(list, json_pack("{s:o, s:I, s:I, s:o}", "server", build_text(u->server), "waiting",
				     (json_int_t)u->waiting, "lost", (json_int_t)u->lost, "why", build_text(u->why)));
	return 0;
}

json_t *status_hooks_json(struct control *control)
{
	json_t *list = json_array();
	struct ece_error e;

	control_untold(control, one_json, &list, &e);
	return list;
}
