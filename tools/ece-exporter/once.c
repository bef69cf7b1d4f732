// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/report.h"
#include "tools/ece-exporter/source.h"
#include "tools/ece-exporter/textfile.h"
#include "tools/ece-exporter/verbs.h"

static int make_page(const struct exporter_args *args, char **text, size_t *len, struct ece_error *e)
{
	struct source *source;
	int ret = source_new(args, &source, e);

	if (ret)
		return ret;
	ret = source_gather(source, e);
	ret = ret ? ret : source_page(source, args->format, text, len, e);
	source_free(source);
	return ret;
}

static int end(int ret, const struct ece_error *e)
{
	if (ret)
		report_error(e);
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}

int exporter_once(const struct exporter_args *args)
{
	struct ece_error e;
	size_t len;
	char *text;
	int ret = make_page(args, &text, &len, &e);

	if (ret)
		return end(ret, &e);
	/* Whether it all got out is looked at when the tool ends. */
	fwrite(text, 1, len, stdout);
	if (args->format == EXPORT_JSON)
		fputc('\n', stdout);
	free(text);
	return TOOL_EXIT_OK;
}

int exporter_textfile(const struct exporter_args *args)
{
	struct ece_error e;
	size_t len;
	char *text;
	int ret = make_page(args, &text, &len, &e);

	if (ret)
		return end(ret, &e);
	ret = textfile_write(args->textfile, text, len, &e);
	free(text);
	return end(ret, &e);
}
