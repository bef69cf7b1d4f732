// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
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

json_t *probes_json(const struct nic_probes *nic)
{
	json_t *object = json_object();

	for (size_t i = 0; i < nic->count; i++) {
		const struct ece_probe *probe = &nic->probes[i];
		json_t *list = json_object_get(object, probe->param->name);

		if (!list) {
			list = json_array();
			json_object_set_new(object, probe->param->name, list);
		}
		json_array_append_new(list, json_pack("{s:s, s:b, s:b, s:s?}", "backend",
						      ece_backend_name(probe->backend), "reads", probe->reads, "writes",
						      probe->writes, "why", probe->why[0] ? probe->why : NULL));
	}
	return object;
}
