// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/ece-show/views.h"

void probes_text(const struct term *term, const struct nic_probes *nic)
{
	const struct ece_param *last = NULL;
	struct table *table = table_new(5);

	for (size_t i = 0; i < nic->count; i++) {
		const struct ece_probe *probe = &nic->probes[i];

		table_add(table, "%s", probe->param == last ? "" : probe->param->name);
		table_add(table, "%s", ece_backend_name(probe->backend));
		table_add(table, "%s", probe->reads ? "reads" : "-");
		table_add(table, "%s", probe->writes ? "writes" : "-");
		table_add(table, "%s", probe->why);
		last = probe->param;
	}
	table_print(table, term->out, 4, 0);
	table_free(table);
}

static json_t *probe_json(const struct ece_probe *probe)
{
	return json_pack("{s:s, s:b, s:b, s:s?}", "backend", ece_backend_name(probe->backend), "reads", probe->reads,
			 "writes", probe->writes, "why", probe->why[0] ? probe->why : NULL);
}

/* The probes of one parameter stand together. */
json_t *probes_json(const struct nic_probes *nic)
{
	json_t *object = json_object();

	for (size_t i = 0; i < nic->count;) {
		const struct ece_param *param = nic->probes[i].param;
		json_t *list = json_array();

		for (; i < nic->count && nic->probes[i].param == param; i++)
			build_append(&list, probe_json(&nic->probes[i]));
		build_set(&object, param->name, list);
	}
	return object;
}
