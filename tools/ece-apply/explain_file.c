// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts and where they come from, roles, and who is left alone. */
#include <stdio.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/fleet/store.h"
#include "tools/ece-apply/explain.h"
#include "tools/ece-apply/explain_lists.h"
#include "tools/ece-apply/words.h"

#define VALUE_MAX 1024

static void argv_text(const char *const *argv, char *text, size_t size)
{
	size_t len = 0;

	for (text[0] = '\0'; *argv && len < size; argv++)
		len += (size_t)snprintf(text + len, size - len, "%s%s", len ? " " : "", *argv);
}

static void command(const struct explain *x, const struct fleet_command *c)
{
	char words[VALUE_MAX], time[WORDS_DURATION_MAX];

	argv_text(c->argv, words, sizeof(words));
	explain_row(x, "file", "", c->agent ? "transport.push.argv" : "transport.argv", c->argv_place, "", "%s", words);
	explain_row(x, "file", "", "transport.connect_timeout", c->connect_place, "", "%s",
		    words_duration(c->connect_ns / 1000000, time, sizeof(time)));
	explain_row(x, "file", "", "transport.at_once", c->at_once_place, "", "%u connections", c->at_once);
	if (c->agent)
		explain_row(x, "file", "", "transport.push", c->push_place, "", "%s, %s", c->agent, c->guard);
}

static void store(const struct explain *x)
{
	const struct fleet_store *s = x->fleet->store;
	char urls[VALUE_MAX], time[WORDS_DURATION_MAX];
	const char *const texts[FLEET_STORE_KEY_COUNT] = {
		[FLEET_STORE_AT_PREFIX] = s->prefix, [FLEET_STORE_CA] = s->ca,
		[FLEET_STORE_CERT] = s->cert,        [FLEET_STORE_KEY] = s->key,
		[FLEET_STORE_USER] = s->user,        [FLEET_STORE_PASSWORD] = s->password_file,
	};
	char key[64];

	explain_row(x, "file", "", "store", s->said[FLEET_STORE_KIND], "", "%s",
		    s->kind == FLEET_STORE_ETCD ? "etcd" : "sqlite");
	if (s->kind != FLEET_STORE_ETCD)
		return;
	argv_text(s->endpoints, urls, sizeof(urls));
	explain_row(x, "file", "", "store.endpoints", s->said[FLEET_STORE_ENDPOINTS], "", "%s", urls);
	explain_row(x, "file", "", "store.ttl", s->said[FLEET_STORE_TTL], "", "%s",
		    words_duration(s->ttl_ns / 1000000, time, sizeof(time)));
	for (int i = 0; i < FLEET_STORE_KEY_COUNT; i++) {
		snprintf(key, sizeof(key), "store.%s", fleet_store_key_name((enum fleet_store_key)i));
		if (texts[i])
			explain_row(x, "file", "", key, s->said[i], "", "%s", texts[i]);
	}
}

static void keys_of_the_file(const struct explain *x)
{
	static const char *const policies[] = {[FLEET_FAIL] = "fail", [FLEET_SKIP] = "skip"};
	const struct fleet *fleet = x->fleet;
	char valid[WORDS_DURATION_MAX];

	explain_row(x, "file", "", "if_unsupported", fleet->unsupported_place, "", "%s",
		    policies[fleet->if_unsupported]);
	explain_row(x, "file", "", "if_no_door", fleet->no_door_place, "", "%s", policies[fleet->if_no_door]);
	explain_row(x, "file", "", "removed", fleet->removed_place, "", "%s",
		    fleet->restore_removed ? "restore_original" : "release");
	explain_row(x, "file", "", "transport", fleet->transport.place, "", "%s",
		    fleet_transport_words[fleet->transport.kind]);
	if (fleet->transport.kind == FLEET_TRANSPORT_COMMAND)
		command(x, &fleet->transport.command);
	store(x);
	if (fleet->prometheus_url)
		explain_row(x, "file", "", "prometheus.url", fleet->prometheus_place, "", "%s", fleet->prometheus_url);
	if (!fleet->signing.allowed_signers)
		return;
	explain_row(x, "file", "", "signing.allowed_signers", fleet->signing.signers_place, "", "%s",
		    fleet->signing.allowed_signers);
	explain_row(x, "file", "", "signing.valid", fleet->signing.valid_place, "", "%s",
		    words_duration(fleet->signing.valid_ns / CLOCK_MS_NS, valid, sizeof(valid)));
}

static void labels_of(const struct explain *x, const struct fleet_host *host)
{
	struct fleet_place place = x->fleet->origins[host->origin].place;

	for (uint32_t i = 0; i < host->labels->count; i++)
		explain_row(x, "hosts", host->name, host->labels->pairs[i].name, place, "label", "%s",
			    host->labels->pairs[i].value);
}

static const char *origin_from(const struct fleet_origin *origin, char *buf, size_t size)
{
	if (origin->command)
		snprintf(buf, size, "output of %.120s", origin->command);
	else
		buf[0] = '\0';
	return buf;
}

static const uint32_t *origin_of(const struct fleet *fleet, uint32_t host, uint32_t *one, uint32_t *count)
{
	(void)one;
	*count = 1;
	return &fleet->hosts[host].origin;
}

static void all_origins(const struct explain *x)
{
	struct explain_lists lists;
	char from[160];

	if (explain_lists_new(x, x->fleet->origin_count, origin_of, &lists)) {
		explain_no_memory(x);
		return;
	}
	for (uint32_t i = 0; i < x->fleet->origin_count; i++) {
		const struct fleet_origin *origin = &x->fleet->origins[i];
		size_t count = lists.first[i + 1] - lists.first[i];

		if (count)
			explain_hosts(x, "hosts", origin->name, origin->place, origin_from(origin, from, sizeof(from)),
				      lists.names + lists.first[i], count);
	}
	explain_lists_free(&lists);
}

static size_t add(char *buf, size_t used, const char *key, const char *value)
{
	if (value && used < VALUE_MAX)
		used += (size_t)snprintf(buf + used, VALUE_MAX - used, "%s%s %s", used ? ", " : "", key, value);
	return used;
}

static void one_role(const struct explain *x, const struct fleet_role *role)
{
	static const char *const bonded[] = {[FLEET_YES] = "true", [FLEET_NO] = "false"};
	char value[VALUE_MAX] = "";
	size_t used = add(value, 0, "card", role->nics.card);

	used = add(value, used, "psid", role->nics.psid);
	used = add(value, used, "pci", role->nics.pci);
	used = add(value, used, "netdev", role->nics.netdev);
	used = add(value, used, "rdma", role->nics.rdma);
	used = add(value, used, "bonded", bonded[role->bonded]);
	used = add(value, used, "carries", role->carries_default_route ? "default_route" : NULL);
	add(value, used, "touch", role->never ? "never" : NULL);
	explain_row(x, "roles", role->name, "nics", role->place, "", "%s", value);
}

static const uint32_t *exclude_of(const struct fleet *fleet, uint32_t host, uint32_t *one, uint32_t *count)
{
	*one = fleet_host_exclude(fleet, host);
	*count = *one != FLEET_NONE;
	return one;
}

static void one_exclude(const struct explain *x, const struct fleet_exclude *exclude, const char *const *names,
			size_t count)
{
	static const char *const on_return[] = {[FLEET_RETURN_REPORT] = "report", [FLEET_RETURN_ENSURE] = "ensure"};
	const char *from = exclude->by_command ? "a command" : "";

	explain_hosts(x, "exclude", exclude->name, exclude->place, from, names, count);
	explain_row(x, "exclude", exclude->name, "why", exclude->place, from, "%s", exclude->why);
	explain_row(x, "exclude", exclude->name, "until", exclude->place, from, "%s",
		    exclude->until      ? exclude->until :
		    exclude->by_command ? "the command no longer names them" :
					  "it is removed");
	explain_row(x, "exclude", exclude->name, "on_return", exclude->place, from, "%s",
		    on_return[exclude->on_return]);
}

void explain_file(const struct explain *x)
{
	const struct fleet *fleet = x->fleet;

	keys_of_the_file(x);
	all_origins(x);
	if (x->host != FLEET_NONE)
		labels_of(x, &fleet->hosts[x->host]);
	for (uint32_t i = 0; i < fleet->role_count; i++)
		one_role(x, &fleet->roles[i]);
}

void explain_excludes(const struct explain *x)
{
	struct explain_lists lists;

	if (explain_lists_new(x, x->fleet->exclude_count, exclude_of, &lists)) {
		explain_no_memory(x);
		return;
	}
	for (uint32_t i = 0; i < x->fleet->exclude_count; i++) {
		size_t count = lists.first[i + 1] - lists.first[i];

		if (count || x->host == FLEET_NONE)
			one_exclude(x, &x->fleet->excludes[i], lists.names + lists.first[i], count);
	}
	explain_lists_free(&lists);
}
