// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "lib/counters/counter.h"
#include "tools/gen/pages.h"

#define OF_PRIORITY "prio0_"

/* Of counters that each priority has, the first stands for all. */
static bool is_told(const struct counter *counter)
{
	const char *priority = strstr(counter->name, "_prio");

	return !priority || strstr(counter->name, OF_PRIORITY);
}

static void name(const struct counter *counter, FILE *out)
{
	const char *priority = strstr(counter->name, OF_PRIORITY);

	if (priority)
		fprintf(out, "`%.*sprioN_%s`", (int)(priority - counter->name), counter->name,
			priority + strlen(OF_PRIORITY));
	else
		fprintf(out, "`%s`", counter->name);
}

static void row(const struct counter *counter, FILE *out)
{
	fputs("| ", out);
	name(counter, out);
	fprintf(out, " | %s | %s | %u | %s | %s | ", counter_class_name(counter->class),
		counter_unit_name(counter->unit), counter->width, counter->meaning,
		counter->since ? counter->since : "");
	if (counter->substitute)
		fprintf(out, "`%s` ", counter->substitute);
	fputs("|\n", out);
}

static void table(enum counter_source source, const char *title, const char *about, FILE *out)
{
	const struct counter *counter;

	fprintf(out,
		"\n## %s\n\n%s\n\n| counter | class | unit | bits | meaning | only with | else |\n"
		"|---|---|---|---|---|---|---|\n",
		title, about);
	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (counter->source == source && is_told(counter))
			row(counter, out);
}

void pages_counters(FILE *out)
{
	fputs("<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->\n"
	      "<!-- Made from the counter table (lib/counters); see CONTRIBUTING.md. -->\n"
	      "# Counters\n\n"
	      "What gates of a rollout can watch ([rollout.md](rollout.md)) and `ece-show --counters` prints. Names "
	      "are the "
	      "kernel's.\n\n"
	      "| class | a gate on it |\n|---|---|\n"
	      "| hard | any growth beyond the baseline is harm; the built-in gate `hard` watches all of these |\n"
	      "| baseline | judged against what the same hosts did before |\n"
	      "| inform | expected to move when congestion control is changed; only watched where the fleet file names "
	      "it |\n"
	      "| never | says something about applications, not about the network; refused as a gate |\n\n"
	      "A counter of 32 bits goes round; that is corrected once, and a window in which it may have gone round "
	      "more "
	      "often is\ninconclusive. Counters of bytes are bytes here, also where the kernel tells words. None can "
	      "be set "
	      "to zero: they start over\nwith the machine, its driver, or a reset of the firmware.\n",
	      out);
	table(COUNTER_RDMA, "Of the RDMA port, over rdma netlink",
	      "One request (`STAT_GET`) asks the driver once for all of them, past the cache of sysfs. Those of 32 "
	      "bits are "
	      "of queue\npairs by verbs: queue pairs that were made by DevX do not move them. They belong to a "
	      "function, so "
	      "a physical one does\nnot count for its virtual ones; over a bond the kernel adds up those of "
	      "congestion.",
	      out);
	table(COUNTER_PORT, "Of the RDMA port, in sysfs",
	      "`/sys/class/infiniband/DEVICE/ports/N/counters`: RDMA traffic of this function, and no other Ethernet.",
	      out);
	table(COUNTER_ETHTOOL, "Of the network interface, by ethtool",
	      "`ethtool -S`. N is a priority, 0 to 7; these count all traffic of the port, of every function.", out);
}
