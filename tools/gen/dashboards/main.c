// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dashboards fleet|host|nic: prints a dashboard for Grafana, made from the counter table.
 *
 * Kept in configs/grafana, where a test compares the two.
 */
#include <stdio.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/gen/dashboards/dashboard.h"

static const struct {
	const char *name;
	const struct dashboard *dashboard;
} dashboards[] = {
	{"fleet", &dashboard_fleet},
	{"host", &dashboard_host},
	{"nic", &dashboard_nic},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(dashboards) / sizeof(dashboards[0]); i++) {
		if (!strcmp(argv[1], dashboards[i].name)) {
			json_t *json = dashboard_json(dashboards[i].dashboard);
			int err = json_dumpf(json, stdout, JSON_INDENT(2));

			json_decref(json);
			putchar('\n');
			return output_end(err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK);
		}
	}
	fputs("usage: dashboards fleet | host | nic\n", stderr);
	return TOOL_EXIT_USAGE;
}
