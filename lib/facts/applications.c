// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Settings of applications on this host that decide on ECE, and where one contradicts the policy of a NIC. Only variables
 * of the table (lib/settings) are looked at; what else is in a file or an environment is never kept.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/qp/qp.h"
#include "ece/offer.h"
#include "lib/facts/internal.h"
#include "lib/settings/scan.h"

#define TEXT_MAX  (256U << 10) /* bytes of a file or an environment; a larger one is "unread" */
#define OPENS_MAX 65536        /* a process and a device that it has open */

/* In the order in which NCCL and UCX are told; an environment wins over all of them. */
static const char *const files[] = {"environment", "nccl.conf", "ucx/ucx.conf"};

/* A NIC whose policy could be read. */
struct ruled {
	const char *pci;
	struct settings_wish wish;
};

/* A process that has the RDMA device of a NIC open. */
struct opens {
	struct ece_qp_user user;
	const char *pci;
};

struct applications {
	struct sheet *sheet;
	struct ruled *nics;
	size_t nic_count;
	char *text; /* TEXT_MAX bytes */
	json_t *of_files, *of_processes, *unread;
	struct opens *opens;
	size_t opens_count;
	/* Where the text is from: a file, or a process, of which only the NICs count that it has open. */
	const char *file;
	const struct opens *by;
	size_t by_count;
};

static bool raw_of(const json_t *parameters, const char *name, uint32_t *raw)
{
	const json_t *value = json_object_get(json_object_get(parameters, name), "raw");

	if (json_is_integer(value))
		*raw = (uint32_t)json_integer_value(value);
	return json_is_integer(value);
}

static void take_nic(struct applications *a, const json_t *nic)
{
	const json_t *parameters = json_object_get(nic, "parameters");
	struct ruled *ruled = &a->nics[a->nic_count];

	*ruled = (struct ruled){
		.pci = json_string_value(json_object_get(json_object_get(nic, "pci"), "address")),
		.wish = {.allow = ECE_OPTIONS_ALL},
	};
	if (ruled->pci && raw_of(parameters, "ece.allow", &ruled->wish.allow) &&
	    raw_of(parameters, "ece.require", &ruled->wish.require))
		a->nic_count++;
}

static void take_nics(struct applications *a, const json_t *cards)
{
	const json_t *card, *nic;
	size_t i, k;

	json_array_foreach(cards, i, card)
	{
		json_array_foreach(json_object_get(card, "nics"), k, nic) take_nic(a, nic);
	}
}

static bool concerns(const struct applications *a, const char *pci)
{
	for (size_t i = 0; i < a->by_count; i++)
		if (!strcmp(a->by[i].pci, pci))
			return true;
	return !a->by;
}

static json_t *contradictions(struct applications *a, const struct settings_found *found)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->nic_count; i++) {
		char why[SETTINGS_WHY_MAX];

		if (concerns(a, a->nics[i].pci) &&
		    settings_contradicts(found->variable, found->value, &a->nics[i].wish, why))
			facts_add(a->sheet, list,
				  json_pack("{s:s, s:o}", "nic", a->nics[i].pci, "text", facts_text(why)));
	}
	return list;
}

/* Where something is from: a file, a process, or all that the kernel could tell of processes. */
static json_t *origin(struct applications *a)
{
	json_t *object = json_object();
	char path[ECE_OS_NAME_MAX];

	if (a->file) {
		snprintf(path, sizeof(path), "/etc/%s", a->file);
		facts_put(a->sheet, object, "file", json_string(path));
	}
	if (a->by) {
		facts_put(a->sheet, object, "pid", json_integer(a->by->user.pid));
		facts_put(a->sheet, object, "comm", facts_text(a->by->user.comm));
	}
	return object;
}

static int take_setting(void *arg, const struct settings_found *found)
{
	struct applications *a = arg;
	json_t *object = origin(a);

	if (a->file) {
		facts_put(a->sheet, object, "line", json_integer(found->line));
		facts_put(a->sheet, object, "section", facts_text(found->section));
	}
	facts_put(a->sheet, object, "program", json_string(settings_program_name(found->variable->program)));
	facts_put(a->sheet, object, "variable", json_string(found->variable->name));
	facts_put(a->sheet, object, "value", json_string(found->value));
	facts_put(a->sheet, object, "contradicts", contradictions(a, found));
	facts_add(a->sheet, a->by ? a->of_processes : a->of_files, object);
	return 0;
}

static void take_unread(struct applications *a, const char *why)
{
	json_t *object = origin(a);

	facts_put(a->sheet, object, "why", facts_text(why));
	facts_add(a->sheet, a->unread, object);
}

/* What is not there, or no more, has no settings. */
static void take_text(struct applications *a, enum ece_os_root root, const char *path, enum settings_form form)
{
	const struct ece_os *os = a->sheet->os;
	int len = os->ops->read(os->ctx, root, path, a->text, TEXT_MAX);

	if (len >= 0)
		settings_scan(form, a->text, (size_t)len, take_setting, a);
	else if (len != -ENOENT && len != -ESRCH)
		take_unread(a, ece_errno_text(-len));
}

static void add_opens(struct applications *a, const struct ece_qp_user *list, size_t count, const char *pci)
{
	struct opens *grown;

	if (count > OPENS_MAX - a->opens_count) {
		take_unread(a, "more processes have RDMA devices open than this program looks at");
		return;
	}
	grown = realloc(a->opens, (a->opens_count + count + 1) * sizeof(*grown));
	if (!grown) {
		a->sheet->failed = true;
		return;
	}
	a->opens = grown;
	for (size_t i = 0; i < count; i++)
		if (list[i].pid)
			a->opens[a->opens_count++] = (struct opens){list[i], pci};
}

/* Kernels before 5.13 do not tell; a function without an RDMA device has no users. */
static void find_users(struct applications *a, const struct ece_nic_info *info)
{
	struct ece_qp_user *list = NULL;
	struct ece_qps *qps = NULL;
	struct ece_error e;
	size_t count = 0;

	if (!info->rdma[0] || ece_qps_open(a->sheet->os, info, &qps, &e))
		return;
	if (ece_qps_users(qps, &list, &count, &e))
		take_unread(a, e.text);
	else
		add_opens(a, list, count, info->pci);
	free(list);
	ece_qps_close(qps);
}

static int by_pid(const void *a, const void *b)
{
	uint32_t x = ((const struct opens *)a)->user.pid, y = ((const struct opens *)b)->user.pid;

	return (x > y) - (x < y);
}

static void take_processes(struct applications *a)
{
	size_t first = 0, next;

	if (a->opens_count)
		qsort(a->opens, a->opens_count, sizeof(*a->opens), by_pid);
	for (; first < a->opens_count; first = next) {
		char path[32];

		for (next = first + 1; next < a->opens_count && !by_pid(&a->opens[first], &a->opens[next]);)
			next++;
		a->by = &a->opens[first];
		a->by_count = next - first;
		snprintf(path, sizeof(path), "%u/environ", a->by->user.pid);
		take_text(a, ECE_OS_PROCESSES, path, SETTINGS_ENVIRON);
	}
	a->by = NULL;
	a->by_count = 0;
}

static void take_files(struct applications *a)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		a->file = files[i];
		take_text(a, ECE_OS_ETC, files[i], SETTINGS_LINES);
	}
	a->file = NULL;
}

json_t *facts_applications(struct sheet *sheet, const json_t *cards, const struct ece_nic_info *list, size_t count)
{
	struct applications a = {
		.sheet = sheet,
		.nics = calloc(count + 1, sizeof(*a.nics)),
		.text = malloc(TEXT_MAX),
		.of_files = json_array(),
		.of_processes = json_array(),
		.unread = json_array(),
	};
	json_t *object = json_object();

	if (a.nics && a.text) {
		take_nics(&a, cards);
		take_files(&a);
		for (size_t i = 0; i < count; i++)
			find_users(&a, &list[i]);
		take_processes(&a);
	} else {
		sheet->failed = true;
	}
	facts_put(sheet, object, "files", a.of_files);
	facts_put(sheet, object, "processes", a.of_processes);
	facts_put(sheet, object, "unread", a.unread);
	free(a.nics);
	free(a.text);
	free(a.opens);
	return object;
}
