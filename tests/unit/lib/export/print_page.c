// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* print_page prometheus|openmetrics|json: the page of the round made by hand, with all that there is, for foreign eyes. */
#include <stdio.h>
#include <string.h>

#include "lib/export/page.h"
#include "tests/unit/lib/export/round.h"

static int format_of(const char *word, enum export_format *format)
{
	static const char *const words[] = {
		[EXPORT_PROMETHEUS] = "prometheus",
		[EXPORT_OPENMETRICS] = "openmetrics",
		[EXPORT_JSON] = "json",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i], word)) {
			*format = (enum export_format)i;
			return 0;
		}
	return -1;
}

/* All counters of the table, at numbers that a double does not have. */
static struct scrape_counter every[1024];

static void count_all(struct round *round)
{
	struct scrape_port *port = &round->ports[ROUND_CARD];

	for (port->count = 0; port->count < counter_count(); port->count++) {
		struct scrape_counter *counter = &every[port->count];

		counter->row = counter_at(port->count);
		counter->source = counter->row->source;
		counter->reading = (struct counter_reading){9007199254740993 + port->count, COUNTER_PRESENT};
		counter->total = counter->reading.value;
	}
	port->counters = every;
}

int main(int argc, char **argv)
{
	const struct export_own own = {"ece_exporter_connections_total", "Connections.", true, 7};
	struct export_options options = {.all = true, .node_names = true, .simulated = true, .version = "1.2.3"};
	static struct round round;
	struct export_view view = {.round = &round.round, .own = &own, .own_count = 1};
	enum export_format format;
	struct export_page page;
	struct ece_error e;
	int code;

	if (argc != 2 || format_of(argv[1], &format) || counter_count() > sizeof(every) / sizeof(every[0]))
		return 2;
	round_make(&round);
	count_all(&round);
	code = export_page(&view, &options, format, &page, &e);
	if (!code)
		fwrite(page.text, 1, page.len, stdout);
	export_page_done(&page);
	round_done(&round);
	return code ? 1 : 0;
}
