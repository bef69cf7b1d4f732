// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdlib.h>

#include "tools/common/json_build.h"
#include "tools/ece-qp/fleet_view.h"

#define FLEET_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

const char *fleet_state_word(enum control_qps_state state)
{
	static const char *const words[] = {
		[CONTROL_QPS_TOLD] = "told",
		[CONTROL_QPS_UNREACHABLE] = "unreachable",
		[CONTROL_QPS_FAILED] = "failed",
		[CONTROL_QPS_OLD] = "older_agent",
	};

	return words[state];
}

static json_t *group_json(const struct fleet_count *c, const struct fleet_count_group *group)
{
	static const struct qp_want none;
	char *names = fleet_count_names(c->fleet, group->hosts, group->host_count);
	json_t *object = json_pack("{s:s?, s:I, s:I, s:I}", "hosts", names, "host_count", (json_int_t)group->host_count,
				   "nics", (json_int_t)group->nics, "nics_untold", (json_int_t)group->untold);
	json_t *kinds = json_array();

	for (uint32_t i = 0; i < group->census.kind_count; i++) {
		json_t *kind = kind_json(&group->census.kinds[i], &none);

		/* who they are is told for those that lack something */
		json_object_del(kind, "examples");
		json_object_del(kind, "lacks");
		build_append(&kinds, kind);
	}
	build_set(&object, "count", json_integer(group->census.count));
	build_set(&object, "kinds", kinds);
	build_set(&object, "others", json_integer(group->census.others));
	build_set(&object, "left", json_integer(group->census.left));
	build_set(&object, "unlisted_processes", group->unlisted < 0 ? json_null() : json_integer(group->unlisted));
	free(names);
	return object;
}

static json_t *groups_json(const struct fleet_count *c)
{
	bool *grouped = calloc(c->fleet->host_count + 1, sizeof(*grouped));
	json_t *list = grouped ? json_array() : NULL;

	for (uint32_t i = 0; list && i < c->fleet->host_count; i++) {
		struct fleet_count_group group;

		if (grouped[i] || !c->hosts[i].asked || c->hosts[i].state != CONTROL_QPS_TOLD)
			continue;
		if (fleet_count_group(c, i, grouped, &group)) {
			build_append(&list, NULL);
			break;
		}
		build_append(&list, group_json(c, &group));
		free(group.hosts);
	}
	free(grouped);
	return list;
}

static json_t *wanted_json(const struct fleet_count *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->want_count; i++) {
		json_t *object = want_json(&c->wants[i].want);

		build_set(&object, "nics", json_integer((json_int_t)c->wants[i].nics));
		build_set(&object, "judged", judged_json(&c->wants[i].judged, &c->wants[i].want));
		build_append(&list, object);
	}
	return list;
}

static json_t *lacking_json(const struct fleet_count *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->lacking_count; i++) {
		const struct fleet_lacking *lacking = &c->lacking[i];
		const struct qp_want *want = &c->wants[lacking->want].want;
		json_t *object = kind_json(&lacking->kind, want);

		build_set(&object, "host", json_string(c->fleet->hosts[lacking->host].name));
		build_set(&object, "nic", build_text(lacking->nic));
		build_set(&object, "origin", json_string(want->origin));
		build_append(&list, object);
	}
	return list;
}

static json_t *not_told_json(const struct fleet_count *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->fleet->host_count; i++) {
		const struct fleet_host_count *host = &c->hosts[i];

		if (host->asked && host->state != CONTROL_QPS_TOLD && host->why)
			build_append(&list, json_pack("{s:s, s:s, s:o}", "host", c->fleet->hosts[i].name, "state",
						      fleet_state_word(host->state), "why", build_text(host->why)));
	}
	return list;
}

json_t *fleet_json(const struct fleet_count *c, bool simulated)
{
	json_t *object =
		json_pack("{s:i, s:b, s:I, s:I, s:I, s:I, s:I}", "version", FLEET_VERSION, "simulated", simulated,
			  "hosts", (json_int_t)c->hosts_asked, "told", (json_int_t)c->told, "nics", (json_int_t)c->nics,
			  "nics_untold", (json_int_t)c->untold, "count", (json_int_t)c->count);

	build_set(&object, "groups", groups_json(c));
	build_set(&object, "wanted", wanted_json(c));
	build_set(&object, "lacking", lacking_json(c));
	build_set(&object, "lacking_more", json_integer((json_int_t)c->lacking_more));
	build_set(&object, "not_told", not_told_json(c));
	return object;
}
