// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "lib/counters/metric.h"
#include "tools/gen/pages.h"

#define DIGIT_OF "prio0"

/* Of counters that each priority has, the first stands for all. */
static bool is_told(const struct counter *counter)
{
	return counter->priority <= 0;
}

/* `rx_prioN_pause` */
static void name(const struct counter *counter, FILE *out)
{
	const char *digit = counter->priority < 0 ? NULL : strstr(counter->name, DIGIT_OF);

	if (digit)
		fprintf(out, "`%.*sprioN%s`", (int)(digit - counter->name), counter->name, digit + strlen(DIGIT_OF));
	else
		fprintf(out, "`%s`", counter->name);
}

static const char *shown(const struct counter *counter)
{
	static const char *const words[] = {
		[COUNTER_ASKED_FOR] = "", [COUNTER_ALWAYS] = "yes", [COUNTER_LOSSLESS] = "with PFC"};

	return words[counter->shown];
}

static void row(const struct counter *counter, FILE *out)
{
	char metric[COUNTER_METRIC_MAX];

	fputs("| ", out);
	name(counter, out);
	fprintf(out, " | `%s` | %s | %s | %s | %u%s | %s | %s | %s | ",
		counter_metric_name(counter, metric, sizeof(metric)), shown(counter),
		counter_class_name(counter->class), counter_unit_name(counter->unit), counter->width,
		counter->sticks ? ", sticks" : "", counter->feature, counter->meaning,
		counter->since ? counter->since : "");
	if (counter->substitute)
		fprintf(out, "`%s` ", counter->substitute);
	fputs("|\n", out);
}

static void table(enum counter_source source, const char *title, const char *about, FILE *out)
{
	const struct counter *counter;

	fprintf(out,
		"\n## %s\n\n%s\n\n| counter | in Prometheus | told | class | unit | bits | shows | meaning | only with "
		"| else |\n"
		"|---|---|---|---|---|---|---|---|---|---|\n",
		title, about);
	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (counter->source == source && is_told(counter))
			row(counter, out);
}

static void features(FILE *out)
{
	const char *feature, *meaning;

	fputs("\n| shows | |\n|---|---|\n", out);
	for (size_t i = 0; (feature = counter_feature_at(i, &meaning)); i++)
		fprintf(out, "| %s | %s |\n", feature, meaning);
}

static void drivers(FILE *out)
{
	const struct counter_alias *alias;

	fputs("\n## Names of other drivers\n\n"
	      "These are told under the names above. N is a priority. Ports of a switch (switchdev) have mlx5's names "
	      "with "
	      "`vport_` in\nfront. What is in neither list is passed on under the driver's own name.\n\n"
	      "| driver | counter | is |\n|---|---|---|\n",
	      out);
	for (size_t i = 0; (alias = counter_alias_at(i)); i++)
		fprintf(out, "| %s | `%s` | `%s` |\n", alias->driver, alias->theirs, alias->ours);
}

static void node_names(FILE *out)
{
	const struct counter *counter;

	fputs("\n## Names of node_exporter\n\n"
	      "What its infiniband collector calls the same; an option of the exporter tells these as well.\n\n"
	      "| counter | node_exporter |\n|---|---|\n",
	      out);
	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (counter->node_name)
			fprintf(out, "| `%s` | `" COUNTER_NODE "%s` |\n", counter->name, counter->node_name);
}

static const char top[] =
	"<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->\n"
	"<!-- Made from the counter table (lib/counters); see CONTRIBUTING.md. -->\n"
	"# Counters\n\n"
	"What gates of a rollout can watch ([rollout.md](rollout.md)), `ece-counters` shows as it moves, and "
	"Prometheus "
	"is told.\n`ece-counters --explain NAME` says all that is known of one. Names are the kernel's; those for "
	"Prometheus "
	"are in the second\ncolumn.\n\n"
	"| class | a gate on it |\n|---|---|\n"
	"| hard | any growth beyond the baseline is harm; the built-in gate `hard` watches all of these |\n"
	"| baseline | judged against what the same hosts did before |\n"
	"| inform | expected to move when congestion control is changed; only watched where the fleet file names it |\n"
	"| never | says something about applications, not about the network; refused as a gate |\n\n"
	"A counter of 32 bits goes round; that is corrected once, and a window in which it may have gone round more "
	"often is\ninconclusive. One that sticks stays at its highest value instead. Counters of bytes are bytes here, "
	"also "
	"where the kernel\ntells words. None can be set to zero: they start over with the machine, its driver, or a "
	"reset "
	"of the firmware.\n\n"
	"A name for Prometheus has base units: microseconds are told in seconds, words in bytes. Those of one priority "
	"have the\nlabel `priority`. The column \"told\" says what is told without asking for it; \"with PFC\": of a "
	"priority that has PFC, and of\nany other whose counter is not 0.\n\n"
	"Marks and notifications are congestion control at work. A busy receiver that has seen 21 G marked packets and "
	"sent 1 G CNPs\nis not by itself at fault: a card sends at most one notification per flow and interval. What "
	"says "
	"something is their\nproportion: marks without any CNP (the notification point is off), and CNPs that the "
	"sender "
	"ignored.\n";

void pages_counters(FILE *out)
{
	fputs(top, out);
	features(out);
	table(COUNTER_RDMA, "Of the RDMA port, over rdma netlink",
	      "One request (`STAT_GET`) asks the driver once for all of them, past the cache of sysfs. Those of 32 "
	      "bits are "
	      "of queue\npairs by verbs: queue pairs that were made by DevX do not move them. They belong to a "
	      "function, so "
	      "a physical one does\nnot count for its virtual ones; over a bond the kernel adds up those of "
	      "congestion.",
	      out);
	table(COUNTER_PORT, "Of the RDMA port, in sysfs",
	      "`/sys/class/infiniband/DEVICE/ports/N/counters`: RDMA traffic of this function, and no other Ethernet. "
	      "Each "
	      "file is a\ncommand to the firmware. What is not traffic is meant for InfiniBand links.",
	      out);
	table(COUNTER_ETHTOOL, "Of the network interface, by ethtool",
	      "`ethtool -S`. N is a priority, 0 to 7; these count all traffic of the port, of every function.", out);
	table(COUNTER_CONGESTION, "Of the card alone", "`QUERY_CONG_STATISTICS`, where a door of the card is open.",
	      out);
	drivers(out);
	node_names(out);
}
