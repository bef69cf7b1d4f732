// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <jansson.h>
#include <stdio.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-guard/boot_wait.h"
#include "tools/ece-guard/guarded.h"
#include "tools/ece-guard/verbs.h"

static void print_json(const struct guarded *guarded, const struct guard_boot *boot, const struct report *report)
{
	json_t *root = json_pack("{s:b, s:b, s:b, s:I, s:I, s:I, s:I, s:O}", "simulated", guarded->agent.simulated,
				 "ready", boot->ready, "rebooted", boot->rebooted, "right", (json_int_t)boot->right,
				 "restored", (json_int_t)boot->restored, "wrong", (json_int_t)boot->wrong,
				 "dropped_runs", (json_int_t)boot->dropped, "errors", report->errors);

	output_json(root);
}

static void print_text(const struct guarded *guarded, const struct guard_boot *boot)
{
	if (guarded->agent.simulated)
		printf("Simulated host %s: no real card is read or written.\n", guarded->name);
	printf("%s\n", boot->ready ? "ready" : "not ready");
	printf("  confirmed values that were there  %zu\n", boot->right);
	printf("  put back and read back            %zu\n", boot->restored);
	printf("  not as confirmed                  %zu\n", boot->wrong);
	printf("  unconfirmed runs dropped          %zu\n", boot->dropped);
}

int verb_boot(const struct guard_args *args)
{
	struct guarded guarded;
	struct guard_boot boot = {0};
	struct report report;
	struct ece_error e;
	int ret = guarded_open(args->sim ? args->sim : args->state, args->host, false, &guarded, &e);

	report_init(&report);
	ret = ret ? ret : boot_wait(&guarded, clock_now() + args->wait_ns, &boot, &report.sink, &e);
	if (ret)
		report_add(&report, &e);
	if (args->json)
		print_json(&guarded, &boot, &report);
	else if (!ret)
		print_text(&guarded, &boot);
	report_done(&report);
	guarded_close(&guarded);
	return ret || !boot.ready ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
