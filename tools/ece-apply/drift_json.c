// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/ece-apply/drift_text.h"

/* Seconds since 1970, null where it is not known. */
static json_t *time_json(int64_t at)
{
	return at ? json_integer((json_int_t)at) : json_null();
}

static json_t *item_json(const struct drift_pass *pass, const struct drift_item *item)
{
	const struct facts_nic *nic = &pass->hosts[item->host].nics[item->nic];
	json_t *object = json_object();
	char guid[24];

	snprintf(guid, sizeof(guid), "0x%016" PRIx64, nic->guid);
	build_set(&object, "host", json_string(pass->fleet->hosts[item->host].name));
	build_set(&object, "pci", build_text(nic->pci));
	build_set(&object, "guid", json_string(guid));
	build_set(&object, "first_seen", time_json(item->first_seen));
	build_set(&object, "last_right", time_json(item->last_right));
	build_set(&object, "repairs", json_integer(item->repairs));
	build_set(&object, "not_fought_since", time_json(item->given_up));
	return object;
}

static void set_value(json_t **object, const char *key, const char *raw_key, const struct drift_item *item,
		      uint64_t raw)
{
	char text[PARAM_TEXT_VALUE_MAX];

	build_set(object, key, json_string(ece_param_format(ece_param_at(item->param), raw, text, sizeof(text))));
	build_set(object, raw_key, json_integer((json_int_t)raw));
}

static json_t *group_json(const struct drift_pass *pass, size_t number)
{
	const struct drift_group *group = &pass->drift->groups[number];
	const struct drift_item *item = group->item;
	json_t *object = json_object(), *items = json_array();

	build_set(&object, "hosts", json_string(group->hosts));
	build_set(&object, "host_count", json_integer((json_int_t)group->host_count));
	build_set(&object, "param", json_string(ece_param_at(item->param)->name));
	set_value(&object, "should", "should_raw", item, item->should);
	set_value(&object, "now", "now_raw", item, item->now);
	build_set(&object, "kind", json_string(drift_kind_name(item->kind)));
	build_set(&object, "do", json_string(fleet_drift_word(item->act)));
	build_set(&object, "barred", build_text_or_null(drift_bar_name(item->bar)));
	build_set(&object, "same_hosts", json_integer((json_int_t)pass->views[number].same_hosts));
	build_set(&object, "widespread", json_boolean(pass->views[number].widespread));
	for (size_t i = 0; i < group->count; i++)
		build_append(&items, item_json(pass, &pass->drift->items[group->first + i]));
	build_set(&object, "nics", items);
	return object;
}

static json_t *unread_json(const struct drift_unread *unread)
{
	bool whole = unread->param == DRIFT_NO_PARAM;
	json_t *object = json_object();

	build_set(&object, "hosts", json_string(unread->hosts));
	build_set(&object, "host_count", json_integer((json_int_t)unread->host_count));
	build_set(&object, "param", whole ? json_null() : json_string(ece_param_at(unread->param)->name));
	build_set(&object, "why", build_text(unread->why));
	return object;
}

static void set_count(json_t **object, const char *key, size_t n)
{
	build_set(object, key, json_integer((json_int_t)n));
}

static json_t *repair_json(const struct drift_pass *pass)
{
	json_t *object = json_object();

	set_count(&object, "hosts", pass->repaired);
	set_count(&object, "values", pass->repair_count);
	set_count(&object, "waiting", pass->waiting);
	set_count(&object, "owed", pass->owed);
	build_set(&object, "next_ms", pass->waiting ? json_integer((json_int_t)pass->wait_ms) : json_null());
	return object;
}

json_t *drift_json(const struct drift_pass *pass)
{
	const struct drift *drift = pass->drift;
	json_t *object = json_object(), *groups = json_array(), *unread = json_array();

	set_count(&object, "hosts", drift->host_count);
	set_count(&object, "judged", drift->judged_count);
	set_count(&object, "drifted", drift->drifted_count);
	set_count(&object, "unread", drift->unread_hosts);
	set_count(&object, "excluded", drift->excluded_count);
	set_count(&object, "held", drift->held_count);
	set_count(&object, "values", drift->value_count);
	set_count(&object, "pending", drift->pending_count);
	build_set(&object, "remembered", json_boolean(pass->remembered));
	for (size_t i = 0; i < drift->group_count; i++)
		build_append(&groups, group_json(pass, i));
	for (size_t i = 0; i < drift->unread_count; i++)
		build_append(&unread, unread_json(&drift->unread[i]));
	build_set(&object, "groups", groups);
	build_set(&object, "not_known", unread);
	build_set(&object, "repair", pass->repairing ? repair_json(pass) : json_null());
	return object;
}
