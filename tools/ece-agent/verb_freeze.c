// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Freeze and unfreeze this host by hand. */
#include <jansson.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/base/copy_text.h"
#include "lib/base/utc.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-agent/reach.h"
#include "tools/ece-agent/verbs.h"

static void name_user(char who[PROTOCOL_WHO_MAX])
{
	const char *login = getlogin();
	const struct passwd *user = getpwuid(getuid());

	if (!login)
		login = user ? user->pw_name : "somebody";
	snprintf(who, PROTOCOL_WHO_MAX, "%.40s at the host", login);
}

static int print_json(const struct protocol_answer *answer)
{
	const struct protocol_freeze *frozen = &answer->frozen;
	bool is = frozen->fleet || frozen->by_hand;
	char since[UTC_TEXT_MAX];

	return output_json(json_pack("{s:b, s:b, s:b, s:b, s:s?, s:s?, s:s?}", "simulated", answer->simulated, "frozen",
				     is, "by_hand", frozen->by_hand, "by_fleet", frozen->fleet, "since",
				     is ? utc_format((int64_t)frozen->since_s, since) : NULL, "who",
				     is ? frozen->who : NULL, "why", is ? frozen->why : NULL));
}

static void print_text(const struct protocol_answer *answer)
{
	const struct protocol_freeze *frozen = &answer->frozen;
	char since[UTC_TEXT_MAX];

	if (!frozen->fleet && !frozen->by_hand) {
		printf("not frozen\n");
		return;
	}
	printf("frozen since %s by %s%s%s%s%s\n", utc_format((int64_t)frozen->since_s, since), frozen->who,
	       frozen->why[0] ? " (" : "", frozen->why, frozen->why[0] ? ")" : "",
	       frozen->fleet && frozen->by_hand ? ", and by the fleet" : "");
}

static int tell(const struct agent_args *args, const struct protocol_answer *answer)
{
	if (answer->result == PROTOCOL_REFUSED) {
		report_error(&answer->error);
		return TOOL_EXIT_INVALID;
	}
	if (args->json)
		return print_json(answer) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
	print_text(answer);
	return TOOL_EXIT_OK;
}

int verb_freeze(const struct agent_args *args, bool freezes)
{
	struct protocol_request request = {
		.op = freezes ? PROTOCOL_FREEZE : PROTOCOL_UNFREEZE,
		.id = "freeze",
		.force = args->force,
	};
	struct protocol_answer *answer;
	struct reached reached;
	struct ece_error e;
	int ret;

	name_user(request.who);
	copy_text(request.why, sizeof(request.why), args->why ? args->why : "");
	ret = reach_open(args, true, &reached, &e);
	ret = ret ? ret : reach_ask(&reached, &request, &answer, &e);
	reach_close(&reached);
	if (ret) {
		report_error(&e);
		return TOOL_EXIT_ERROR;
	}
	ret = tell(args, answer);
	protocol_answer_free(answer);
	return ret;
}
