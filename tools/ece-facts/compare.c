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

struct documents {
	size_t n;
	const json_t **docs;
	const char **labels;
	json_t *files; /* their names as JSON has them */
	json_t *whole; /* a list that owns the documents */
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

static int load_all(struct documents *d, char *const *files, struct ece_error *e)
{
	for (size_t i = 0; i < d->n; i++) {
		json_t *doc;
		int err = load(files[i], &doc, e);

		if (err)
			return err;
		build_append(&d->whole, doc);
		build_append(&d->files, build_text(files[i]));
		d->docs[i] = doc;
	}
	if (d->whole && d->files)
		return 0;
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static const char *host_of(const json_t *doc)
{
	return json_string_value(json_object_get(json_object_get(doc, "host"), "name"));
}

static bool hosts_are_different(const struct documents *d)
{
	for (size_t i = 0; i < d->n; i++) {
		if (!host_of(d->docs[i]))
			return false;
		for (size_t k = 0; k < i; k++)
			if (!strcmp(host_of(d->docs[i]), host_of(d->docs[k])))
				return false;
	}
	return true;
}

/* Hosts go by their names; where those do not tell them apart, by the files. */
static void label_all(struct documents *d)
{
	bool by_host = hosts_are_different(d);

	for (size_t i = 0; i < d->n; i++)
		d->labels[i] = by_host ? host_of(d->docs[i]) : json_string_value(json_array_get(d->files, i));
}

static int read_and_compare(struct documents *d, const struct facts_args *args, json_t **result, struct ece_error *e)
{
	int err;

	d->n = args->file_count;
	d->docs = calloc(d->n, sizeof(json_t *));
	d->labels = calloc(d->n, sizeof(*d->labels));
	d->whole = json_array();
	d->files = json_array();
	if (!d->docs || !d->labels || !d->whole || !d->files)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	err = load_all(d, args->files, e);
	if (err)
		return err;
	label_all(d);
	return hostfacts_compare(d->docs, d->labels, d->n, result, e);
}

static void free_all(struct documents *d)
{
	free(d->docs);
	free(d->labels);
	json_decref(d->whole);
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
