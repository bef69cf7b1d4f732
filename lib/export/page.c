// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/export/page.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/export/internal.h"

static void tell(struct export_making *making)
{
	export_host(making);
	export_devices(making);
	export_ports(making);
	export_counter_states(making);
	export_counters(making);
	export_unlisted(making);
	export_optional(making);
	export_algorithms(making);
	export_owners(making);
	if (making->options->node_names)
		export_node_names(making);
	export_tell_parameters(making);
	export_tell_fleet(making);
	export_own(making);
}

static int fail(int code, size_t max, struct ece_error *e)
{
	if (code == -E2BIG)
		return ece_error_set(e, code, ECE_ERROR_LIMIT,
				     "the page of metrics is larger than %zu bytes: ask for fewer counters or devices",
				     max);
	return ece_error_set(e, code, ECE_ERROR_MEMORY, "no memory for a page of metrics");
}

int export_page(const struct export_view *view, const struct export_options *options, enum export_format format,
		struct export_page *page, struct ece_error *e)
{
	size_t max = options->page_max ? options->page_max : EXPORT_PAGE_MAX;
	struct export_making making = {.view = view, .options = options};
	struct export_writer *writer = &making.writer;

	*page = (struct export_page){0};
	export_writer_begin(writer, format, max);
	if (!writer->code)
		writer->code = export_sort_out(&making);
	tell(&making);
	export_writer_end(writer);
	arena_done(&making.arena);
	if (writer->code) {
		free(writer->text);
		return fail(writer->code, max, e);
	}
	*page = (struct export_page){.text = writer->text, .len = writer->len, .series = writer->series};
	return 0;
}

void export_page_done(struct export_page *page)
{
	free(page->text);
	*page = (struct export_page){0};
}

const char *export_content_type(enum export_format format)
{
	static const char *const types[] = {
		[EXPORT_PROMETHEUS] = "text/plain; version=0.0.4; charset=utf-8",
		[EXPORT_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
		[EXPORT_JSON] = "application/json",
	};

	return types[format];
}
