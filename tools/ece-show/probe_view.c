// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Every backend on every parameter. Parameters to which all backends answer alike are one group. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-show/views.h"

#define PER_PARAM (ECE_BACKEND_COUNT - 1) /* answers; those of one parameter stand together */
#define REASON_AT 28                      /* the column where a reason starts */
#define NAMES_MAX 4096

static bool alike(const struct ece_probe *a, const struct ece_probe *b)
{
	for (size_t i = 0; i < PER_PARAM; i++)
		if (a[i].reads != b[i].reads || a[i].writes != b[i].writes || strcmp(a[i].why, b[i].why) != 0)
			return false;
	return true;
}

/* Was the group of this parameter printed with an earlier one? */
static bool seen(const struct nic_probes *nic, size_t at)
{
	for (size_t i = 0; i < at; i += PER_PARAM)
		if (alike(&nic->probes[i], &nic->probes[at]))
			return true;
	return false;
}

/* The names of a group; of a family that was named already only what follows it, behind a point. */
static void names(const struct nic_probes *nic, size_t at, char list[NAMES_MAX])
{
	const char *last = "";
	size_t used = 0;

	list[0] = '\0';
	for (size_t i = at; i < nic->count && used < NAMES_MAX; i += PER_PARAM) {
		const char *name = nic->probes[i].param->name;
		size_t family = (size_t)(strrchr(name, '.') - name) + 1;
		bool same = !strncmp(name, last, family) && !strchr(last + family, '.');

		if (!alike(&nic->probes[i], &nic->probes[at]))
			continue;
		used += (size_t)snprintf(list + used, NAMES_MAX - used, "%s%s%s", used ? ", " : "", same ? "." : "",
					 same ? name + family : name);
		last = name;
	}
}

/* What no card has and its doors have nothing to do with each other. */
static bool tells_nothing(const struct ece_probe *probe)
{
	return (probe->param->home == ECE_HOME_POLICY) != (probe->backend == ECE_BACKEND_POLICY);
}

static void answer(const struct term *term, const struct ece_probe *probe)
{
	fprintf(term->out, "    %-9s%-7s%-*s", ece_backend_name(probe->backend), probe->reads ? "reads" : "-",
		probe->why[0] ? REASON_AT - 20 : 0, probe->writes ? "writes" : "-");
	if (probe->why[0])
		text_wrap(term->out, probe->why, REASON_AT, view_width(term));
	fputc('\n', term->out);
}

void probes_text(const struct term *term, const struct nic_probes *nic)
{
	char list[NAMES_MAX];

	for (size_t i = 0; i < nic->count; i += PER_PARAM) {
		if (seen(nic, i))
			continue;
		names(nic, i, list);
		fprintf(term->out, "%s%*s", i ? "\n" : "", VIEW_INDENT, "");
		text_wrap(term->out, list, VIEW_INDENT, view_width(term));
		fputc('\n', term->out);
		for (size_t k = 0; k < PER_PARAM; k++)
			if (!tells_nothing(&nic->probes[i + k]))
				answer(term, &nic->probes[i + k]);
	}
}

static json_t *probe_json(const struct ece_probe *probe)
{
	return json_pack("{s:s, s:b, s:b, s:s?}", "backend", ece_backend_name(probe->backend), "reads", probe->reads,
			 "writes", probe->writes, "why", probe->why[0] ? probe->why : NULL);
}

json_t *probes_json(const struct nic_probes *nic)
{
	json_t *object = json_object();

	for (size_t i = 0; i < nic->count; i += PER_PARAM) {
		json_t *list = json_array();

		for (size_t k = 0; k < PER_PARAM; k++)
			build_append(&list, probe_json(&nic->probes[i + k]));
		build_set(&object, nic->probes[i].param->name, list);
	}
	return object;
}
