// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/compare.h"
#include "tools/common/exit_code.h"
#include "tools/common/file.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-facts/command.h"
#include "tools/ece-facts/compare_view.h"
#include "tools/ece-facts/verbs.h"

_Static_assert(FACTS_FILES_MAX == HOSTFACTS_DOCUMENTS_MAX, "as many files as can be compared");

/* Documents are read one after the other; only names stay. */
struct documents {
	size_t n;
	struct hostfacts_comparison *comparison;
	const char **labels;
	json_t *files; /* their names as JSON has them */
	json_t *hosts; /* the names in them, null where there is none */
};

static int load(const char *file, json_t **doc, struct ece_error *e)
{
	json_error_t fault;
	size_t len;
	char *text;
	int err = file_read(file, FACTS_FILE_MAX, &text, &len, e);

	if (err)
		return err;
	*doc = json_loadb(text, len, JSON_REJECT_DUPLICATES, &fault);
	free(text);
	if (*doc)
		return 0;
	ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "no JSON: %s", fault.text);
	return ece_error_place(e, "%s:%d:%d", file, fault.line, fault.column);
}

static int take(struct documents *d, const char *file, struct ece_error *e)
{
	json_t *doc, *host;
	int err = load(file, &doc, e);

	if (err)
		return err;
	host = json_object_get(json_object_get(doc, "host"), "name");
	build_append(&d->hosts, json_is_string(host) ? json_incref(host) : json_null());
	build_append(&d->files, build_text(file));
	err = hostfacts_comparison_add(d->comparison, doc, e);
	json_decref(doc);
	return err ? ece_error_place(e, "%s", file) : 0;
}

static bool hosts_are_different(const struct documents *d)
{
	for (size_t i = 0; i < d->n; i++) {
		const char *name = json_string_value(json_array_get(d->hosts, i));

		for (size_t k = 0; name && k < i; k++)
			if (!strcmp(name, json_string_value(json_array_get(d->hosts, k))))
				return false;
		if (!name)
			return false;
	}
	return true;
}

/* Hosts go by their names; where those do not tell them apart, by the files. */
static int label_all(struct documents *d, struct ece_error *e)
{
	const json_t *names;

	if (!d->hosts || !d->files)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	names = hosts_are_different(d) ? d->hosts : d->files;
	for (size_t i = 0; i < d->n; i++)
		d->labels[i] = json_string_value(json_array_get(names, i));
	return 0;
}

static int read_and_compare(struct documents *d, const struct facts_args *args, json_t **result, struct ece_error *e)
{
	int err;

	d->n = args->file_count;
	d->labels = calloc(d->n, sizeof(char *));
	d->hosts = json_array();
	d->files = json_array();
	if (!d->labels)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	err = hostfacts_comparison_new(d->n, &d->comparison, e);
	for (size_t i = 0; !err && i < d->n; i++)
		err = take(d, args->files[i], e);
	if (!err)
		err = label_all(d, e);
	return err ? err : hostfacts_comparison_result(d->comparison, d->labels, result, e);
}

static void free_all(struct documents *d)
{
	hostfacts_comparison_free(d->comparison);
	free(d->labels);
	json_decref(d->hosts);
	json_decref(d->files);
}

/* What a file holds is the caller's fault; what this program lacks is not. */
static int fail(const struct ece_error *e)
{
	report_error(e);
	switch (e->kind) {
	case ECE_ERROR_SYNTAX:
	case ECE_ERROR_TYPE:
	case ECE_ERROR_LIMIT:
		return TOOL_EXIT_INVALID;
	default:
		return TOOL_EXIT_ERROR;
	}
}

int verb_compare(const struct facts_args *args)
{
	struct documents d = {.n = 0};
	struct ece_error e;
	json_t *result = NULL;
	bool alike;
	int err = read_and_compare(&d, args, &result, &e);

	free_all(&d);
	if (err)
		return fail(&e);
	alike = !json_array_size(json_object_get(result, "groups"));
	if (args->json) {
		if (output_json(result))
			return TOOL_EXIT_ERROR;
	} else {
		compare_text(result);
		json_decref(result);
	}
	return alike ? TOOL_EXIT_OK : FACTS_EXIT_DIFFERENCES;
}
