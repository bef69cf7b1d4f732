// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/report.h"
#include "tools/ece-counters/json_parts.h"
#include "tools/ece-counters/queues_view.h"

static json_t *process_json(const struct queues_view *view, uint32_t pid)
{
	return pid ? build_text(processes_name(view->processes, pid)) : json_null();
}

static json_t *pair_json(const struct queues_view *view, const struct ece_rdma_qp *qp)
{
	const char *type = ece_rdma_qp_type_name(qp->type), *state = ece_rdma_qp_state_name(qp->state);

	return json_pack("{s:I, s:o, s:s?, s:o, s:s?, s:o, s:o, s:o, s:o}", "qpn", (json_int_t)qp->qpn, "port",
			 build_number_or_null(qp->port, qp->port), "type", type, "subtype",
			 build_text_or_null(qp->subtype), "state", state, "remote_qpn",
			 build_number_or_null(qp->has_remote, qp->remote_qpn), "pid",
			 build_number_or_null(qp->pid, qp->pid), "process", process_json(view, qp->pid), "kernel",
			 build_text_or_null(qp->kernel_owner));
}

static json_t *set_json(const struct queues_view *view, const struct ece_rdma_bound *set)
{
	static const char *const modes[] = {"none", "auto", "manual"};
	json_t *numbers = json_array(), *counters = json_object();

	for (size_t i = 0; i < set->qpn_count; i++)
		build_append(&numbers, json_integer(set->qpns[i]));
	for (size_t i = 0; i < set->counter_count; i++)
		build_set(&counters, set->counters[i].name, json_amount(set->counters[i].value));
	return json_pack("{s:I, s:I, s:s?, s:s?, s:o, s:o, s:o, s:o, s:o}", "id", (json_int_t)set->id, "port",
			 (json_int_t)set->port, "mode", set->mode <= ECE_RDMA_BIND_MANUAL ? modes[set->mode] : NULL,
			 "type", set->by_type ? ece_rdma_qp_type_name(set->type) : NULL, "pid",
			 build_number_or_null(set->by_pid && set->pid, set->pid), "process",
			 process_json(view, set->by_pid ? set->pid : 0), "kernel",
			 build_text_or_null(set->kernel_owner), "qpns", numbers, "counters", counters);
}

static json_t *binding_json(const struct queues_binding *binding)
{
	const struct ece_rdma_binding *how = &binding->binding;
	bool automatic = how->mode == ECE_RDMA_BIND_AUTO;

	if (binding->error.code)
		return json_pack("{s:I, s:o}", "port", (json_int_t)binding->port, "error",
				 report_json(&binding->error));
	return json_pack("{s:I, s:o, s:b, s:b, s:b, s:o}", "port", (json_int_t)binding->port, "error", json_null(),
			 "auto", automatic, "by_type", automatic && how->mask & ECE_RDMA_BIND_BY_TYPE, "by_pid",
			 automatic && how->mask & ECE_RDMA_BIND_BY_PID, "optional",
			 how->optional_known ? json_boolean(how->optional) : json_null());
}

json_t *queues_json(const struct queues_view *view)
{
	const struct sheet_device *of = view->of;
	const struct scrape_device *device = of->reading_count ? of->readings[of->reading_count - 1] : NULL;
	json_t *pairs = json_array(), *sets = json_array(), *bindings = json_array();

	for (size_t i = 0; device && i < device->qp_count; i++)
		build_append(&pairs, pair_json(view, &device->qps[i]));
	for (size_t i = 0; device && i < device->bound_count; i++)
		build_append(&sets, set_json(view, &device->bound[i]));
	for (size_t i = 0; i < view->binding_count; i++)
		if (!strcmp(view->bindings[i].device, of->name))
			build_append(&bindings, binding_json(&view->bindings[i]));
	return json_pack("{s:s, s:b, s:b, s:o, s:o, s:o, s:o}", "device", of->name, "gone", of->gone, "late", of->late,
			 "faults", device ? faults_json(device) : json_array(), "qps", pairs, "sets", sets, "bindings",
			 bindings);
}
