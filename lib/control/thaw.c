// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Read a frozen plan. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/frozen_json.h"

int frozen_damaged(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "the frozen plan of the run is damaged: %s", what);
}

int frozen_no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the frozen plan");
}

static int read_counts(struct plan *plan, json_t *json, struct ece_error *e)
{
	json_int_t hosts, changed, unchanged, unreachable, nics, changed_nics, left_out, excluded, moved, outside = 0;

	if (json_unpack(json, "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s?I}", "hosts", &hosts, "changed",
			&changed, "unchanged", &unchanged, "unreachable", &unreachable, "nics", &nics, "changed_nics",
			&changed_nics, "left_out", &left_out, "excluded", &excluded, "moved", &moved, "outside",
			&outside))
		return frozen_damaged(e, "counts");
	plan->changed_count = (size_t)changed;
	plan->excluded_count = (size_t)excluded;
	plan->moved_count = (size_t)moved;
	plan->host_count = (size_t)(hosts + outside);
	plan->outside_count = (size_t)outside;
	plan->unchanged_count = (size_t)unchanged;
	plan->left_out_count = (size_t)left_out;
	plan->unreachable_count = (size_t)unreachable;
	plan->nic_count = (size_t)nics;
	plan->changed_nic_count = (size_t)changed_nics;
	plan->incomplete = unreachable > 0;
	return 0;
}

static int read_step(struct frozen *f, size_t i, json_t *json, uint32_t *first, struct ece_error *e)
{
	const char *name;
	json_int_t hosts, soak, baseline, change;
	char *copy;

	if (json_unpack(json, "{s:s, s:I, s:I, s:I, s:I}", "name", &name, "hosts", &hosts, "soak_ns", &soak,
			"baseline_ns", &baseline, "change", &change) ||
	    hosts <= 0 || change < 0 || change >= f->change_count)
		return frozen_damaged(e, "a step");
	copy = arena_text(&f->arena, name, strlen(name));
	if (!copy)
		return frozen_no_memory(e);
	f->plan.steps[i] = (struct plan_step){
		.name = copy,
		.first = *first,
		.count = (uint32_t)hosts,
		.soak_ns = (uint64_t)soak,
		.part = (uint32_t)change,
	};
	f->baselines[i] = (uint64_t)baseline;
	*first += (uint32_t)hosts;
	return 0;
}

static int read_steps(struct frozen *f, json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	uint32_t first = 0;
	int err = 0;

	f->plan.steps = arena_alloc(&f->arena, count, sizeof(*f->plan.steps));
	f->baselines = arena_alloc(&f->arena, count, sizeof(*f->baselines));
	if (!f->plan.steps || !f->baselines)
		return frozen_no_memory(e);
	f->plan.step_count = count;
	for (size_t i = 0; i < count && !err; i++)
		err = read_step(f, i, json_array_get(json, i), &first, e);
	f->plan.order_count = first;
	return err;
}

static int read_changes(struct frozen *f, json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	int err = 0;

	if (count > ROLLOUT_CHANGES_MAX)
		return frozen_damaged(e, "more changes than a file has");
	f->changes = arena_alloc(&f->arena, count, sizeof(*f->changes));
	if (!f->changes)
		return frozen_no_memory(e);
	f->change_count = (uint32_t)count;
	for (size_t i = 0; i < count && !err; i++)
		err = frozen_change_read(f, &f->changes[i], json_array_get(json, i), e);
	return err;
}

static int nibble(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static int read_digest(uint8_t *digest, const char *hex, struct ece_error *e)
{
	for (size_t i = 0; i < SHA256_BYTES; i++) {
		int high = nibble(hex[i * 2]);
		int low = high < 0 ? -1 : nibble(hex[i * 2 + 1]);

		if (low < 0)
			return frozen_damaged(e, "the digest of the plan");
		digest[i] = (uint8_t)(high << 4 | low);
	}
	return 0;
}

static int read_version(json_t *json, struct ece_error *e)
{
	int version = 0;

	if (json_unpack(json, "{s:i}", "version", &version))
		return frozen_damaged(e, "no version");
	if (version < FROZEN_VERSION)
		return ece_error_set(e, -EUCLEAN, ECE_ERROR_VERSION,
				     "the run was planned by an older program (plan version %d, this one needs %d)",
				     version, FROZEN_VERSION);
	if (version > FROZEN_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "the run was planned by a newer program (plan version %d, this one knows %d)",
				     version, FROZEN_VERSION);
	return 0;
}

static int read_transport(struct frozen *f, json_t *json, const char *word, struct ece_error *e)
{
	f->way.real_time = !strcmp(word, FROZEN_SIM_REAL);
	f->way.simulated =
		json_is_true(json_object_get(json, FROZEN_SIMULATED)) || f->way.real_time || !strcmp(word, FROZEN_SIM);
	if (f->way.real_time || !strcmp(word, FROZEN_SIM))
		f->way.kind = FLEET_TRANSPORT_SIM;
	else if (!strcmp(word, FROZEN_LOCAL))
		f->way.kind = FLEET_TRANSPORT_LOCAL;
	else if (!strcmp(word, FROZEN_PULL))
		f->way.kind = FLEET_TRANSPORT_PULL;
	else if (!strcmp(word, FROZEN_COMMAND))
		return frozen_command_read(f, json_object_get(json, FROZEN_COMMAND), e);
	else
		return frozen_damaged(e, "its transport");
	return 0;
}

static int read_url(struct frozen *f, const char *url, struct ece_error *e)
{
	f->prometheus_url = url ? arena_text(&f->arena, url, strlen(url)) : NULL;
	return !url || f->prometheus_url ? 0 : frozen_no_memory(e);
}

static int read_head_json(struct frozen *f, json_t *json, size_t body, struct ece_error *e)
{
	const char *digest, *transport, *url = NULL, *name = "";
	json_int_t unchanged, owed;
	json_t *counts, *changes, *steps, *hooks = NULL;
	int unverified, adopt, err = read_version(json, e);

	err = err ? err : frozen_check(json, f->text + body, f->len - body, e);
	if (err)
		return err;
	if (json_unpack(json, "{s:s, s:s, s?s, s?o, s?s, s:b, s:b, s:o, s:I, s:I, s:o, s:o}", "digest", &digest,
			"transport", &transport, "fleet", &name, "hooks", &hooks, "prometheus", &url, "adopt", &adopt,
			"unverified", &unverified, "counts", &counts, "unchanged_hosts", &unchanged, "owed_hosts",
			&owed, "changes", &changes, "steps", &steps))
		return frozen_damaged(e, "its first line");
	f->unverified = unverified;
	f->adopt = adopt;
	f->unchanged_count = (size_t)unchanged;
	f->owed_count = (size_t)owed;
	f->fleet_name = arena_text(&f->arena, name, strlen(name));
	err = f->fleet_name ? read_transport(f, json, transport, e) : frozen_no_memory(e);
	err = err ? err : read_url(f, url, e);
	err = err ? err : frozen_hooks_read(f, hooks, e);
	err = err ? err : read_digest(f->plan.digest, digest, e);
	err = err ? err : read_counts(&f->plan, counts, e);
	err = err ? err : read_changes(f, changes, e);
	return err ? err : read_steps(f, steps, e);
}

static json_t *parse_line(const struct frozen *f, size_t at, size_t *len)
{
	const char *end = memchr(f->text + at, '\n', f->len - at);

	if (!end)
		return NULL;
	*len = (size_t)(end - f->text) - at;
	return json_loadb(f->text + at, *len, 0, NULL);
}

static int read_set(struct protocol_set *set, json_t *json, struct ece_error *e)
{
	const char *param;
	json_int_t from, to;

	if (json_unpack(json, "{s:s, s:I, s:I}", "param", &param, "from", &from, "to", &to))
		return frozen_damaged(e, "a value");
	set->param = ece_param_find(param);
	set->from = (uint64_t)from;
	set->to = (uint64_t)to;
	return set->param ? 0 :
			    ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
					  "the run was planned by a program that knows %s, this one does not", param);
}

static int read_guid(uint64_t *guid, const char *text)
{
	char *end;

	errno = 0;
	*guid = strtoull(text, &end, 16);
	return errno || end == text || *end ? -EINVAL : 0;
}

static int read_card(struct protocol_card *card, json_t *json, struct ece_error *e)
{
	const char *guid, *psid, *pci;
	json_t *sets;
	int err = 0;

	if (json_unpack(json, "{s:s, s:s, s:s, s:o}", "guid", &guid, "psid", &psid, "pci", &pci, "set", &sets) ||
	    read_guid(&card->guid, guid))
		return frozen_damaged(e, "a card");
	snprintf(card->psid, sizeof(card->psid), "%s", psid);
	snprintf(card->pci, sizeof(card->pci), "%s", pci);
	card->set_count = json_array_size(sets);
	card->sets = calloc(card->set_count + 1, sizeof(*card->sets));
	if (!card->sets)
		return frozen_no_memory(e);
	for (size_t i = 0; i < card->set_count && !err; i++)
		err = read_set(&card->sets[i], json_array_get(sets, i), e);
	return err;
}

static int read_cards(struct protocol_request *request, json_t *json, struct ece_error *e)
{
	json_t *cards = json_object_get(json, "cards");
	int err = 0;

	request->card_count = json_array_size(cards);
	request->cards = calloc(request->card_count + 1, sizeof(*request->cards));
	if (!request->cards)
		return frozen_no_memory(e);
	for (size_t i = 0; i < request->card_count && !err; i++)
		err = read_card(&request->cards[i], json_array_get(cards, i), e);
	return err;
}

static int add_change(struct frozen *f, const struct plan_change *change)
{
	struct plan *plan = &f->plan;

	if (plan->change_count == f->change_max) {
		size_t more = f->change_max ? f->change_max * 2 : 64;
		struct plan_change *grown = reallocarray(plan->changes, more, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		plan->changes = grown;
		f->change_max = more;
	}
	plan->changes[plan->change_count++] = *change;
	return 0;
}

static int read_writes(struct frozen *f, uint32_t position, json_t *json, struct ece_error *e)
{
	struct protocol_request request = {0};
	int err = read_cards(&request, json, e);

	for (size_t c = 0; c < request.card_count && !err; c++) {
		for (size_t s = 0; s < request.cards[c].set_count && !err; s++) {
			const struct protocol_set *set = &request.cards[c].sets[s];
			struct plan_change change = {
				.host = position,
				.nic = (uint16_t)c,
				.param = (uint16_t)ece_param_index(set->param),
				.part = (uint8_t)f->plan.steps[frozen_step_of(f, position)].part,
				.from = set->from,
				.to = set->to,
			};

			if (add_change(f, &change))
				err = frozen_no_memory(e);
		}
	}
	frozen_cards_free(&request);
	return err;
}

static int name_number(struct frozen *f, const char *name, uint32_t *number, struct ece_error *e)
{
	return intern_put(&f->names, name, strlen(name), number) ? frozen_no_memory(e) : 0;
}

static int read_near(struct frozen *f, struct frozen_line *line, json_t *json, struct ece_error *e)
{
	int err = 0;

	for (size_t i = 0; i < FROZEN_NEAR && !err; i++) {
		const char *label = json_string_value(json_array_get(json, i));

		if (!label)
			return frozen_damaged(e, "the labels of a host");
		line->near[i] = FROZEN_NOWHERE;
		if (label[0])
			err = name_number(f, label, &line->near[i], e);
	}
	return err;
}

/* A line with a host; @json is the caller's to free. */
static int read_line(struct frozen *f, struct frozen_line *line, size_t *at, json_t **json, struct ece_error *e)
{
	const char *host;
	json_t *near;
	int err;

	*json = parse_line(f, *at, &line->len);
	if (!*json || json_unpack(*json, "{s:s, s:o}", "host", &host, "near", &near))
		return frozen_damaged(e, "the line of a host");
	line->at = *at;
	*at += line->len + 1;
	err = name_number(f, host, &line->number, e);
	if (err)
		return err;
	line->host = f->names.texts[line->number];
	return read_near(f, line, near, e);
}

static int read_host(struct frozen *f, uint32_t position, size_t *at, struct ece_error *e)
{
	json_t *json;
	int err = read_line(f, &f->lines[position], at, &json, e);

	f->host_of[position] = f->lines[position].number;
	if (!err)
		err = read_writes(f, position, json, e);
	json_decref(json);
	return err;
}

static int read_unchanged(struct frozen *f, size_t i, size_t *at, struct ece_error *e)
{
	json_t *json;
	int err = read_line(f, &f->unchanged[i], at, &json, e);

	json_decref(json);
	return err;
}

static int read_owed(struct frozen *f, size_t i, size_t *at, struct ece_error *e)
{
	size_t len = 0;
	json_t *json = parse_line(f, *at, &len);
	const char *host, *why;
	int err = 0, report = false;

	if (!json || json_unpack(json, "{s:s, s:s, s?b}", "host", &host, "why", &why, "report", &report))
		err = frozen_damaged(e, "the line of a host that is owed");
	if (!err) {
		*at += len + 1;
		f->owed[i].host = arena_text(&f->arena, host, strlen(host));
		f->owed[i].why = arena_text(&f->arena, why, strlen(why));
		f->owed[i].report = report;
		if (!f->owed[i].host || !f->owed[i].why)
			err = frozen_no_memory(e);
	}
	json_decref(json);
	return err;
}

/* A host is called by its first position in the order, wherever it stands again. */
static int order_hosts(struct frozen *f, struct ece_error *e)
{
	uint32_t *first = arena_alloc(&f->arena, f->names.count, sizeof(*first));

	if (!first)
		return frozen_no_memory(e);
	for (size_t i = f->plan.order_count; i-- > 0;)
		first[f->host_of[i]] = (uint32_t)i;
	for (size_t i = 0; i < f->plan.order_count; i++)
		f->plan.order[i] = first[f->host_of[i]];
	return 0;
}

/* Counts of the first line that are out of this world end where the text does. */
static int read_hosts(struct frozen *f, size_t at, struct ece_error *e)
{
	size_t count = f->plan.order_count;
	int err = 0;

	if (count + f->unchanged_count + f->owed_count > f->len)
		return frozen_damaged(e, "fewer hosts than it counts");
	f->lines = arena_alloc(&f->arena, count, sizeof(*f->lines));
	f->host_of = arena_alloc(&f->arena, count, sizeof(*f->host_of));
	f->plan.order = arena_alloc(&f->arena, count, sizeof(*f->plan.order));
	f->unchanged = arena_alloc(&f->arena, f->unchanged_count, sizeof(*f->unchanged));
	f->owed = arena_alloc(&f->arena, f->owed_count, sizeof(*f->owed));
	if (!f->lines || !f->host_of || !f->plan.order || !f->unchanged || !f->owed)
		return frozen_no_memory(e);
	for (uint32_t i = 0; i < count && !err; i++)
		err = read_host(f, i, &at, e);
	for (size_t i = 0; i < f->unchanged_count && !err; i++)
		err = read_unchanged(f, i, &at, e);
	for (size_t i = 0; i < f->owed_count && !err; i++)
		err = read_owed(f, i, &at, e);
	if (!err)
		err = order_hosts(f, e);
	if (!err && at != f->len)
		err = frozen_damaged(e, "more hosts than it counts");
	return err;
}

static int read_all(struct frozen *f, struct ece_error *e)
{
	size_t len;
	json_t *head = parse_line(f, 0, &len);
	int err;

	if (!head)
		return frozen_damaged(e, "its first line");
	err = read_head_json(f, head, len + 1, e);
	json_decref(head);
	return err ? err : read_hosts(f, len + 1, e);
}

int frozen_read(char *text, size_t len, struct frozen **out, struct ece_error *e)
{
	struct frozen *f = calloc(1, sizeof(*f));
	int err;

	if (!f) {
		free(text);
		return frozen_no_memory(e);
	}
	f->text = text;
	f->len = len;
	f->names.arena = &f->arena;
	err = read_all(f, e);
	if (err) {
		frozen_free(f);
		return err;
	}
	*out = f;
	return 0;
}

void frozen_free(struct frozen *f)
{
	if (!f)
		return;
	intern_done(&f->names);
	arena_done(&f->arena);
	free(f->plan.changes);
	free(f->text);
	free(f);
}

int frozen_cards(const struct frozen *f, uint32_t position, struct protocol_request *request, struct ece_error *e)
{
	size_t len;
	json_t *json = parse_line(f, f->lines[position].at, &len);
	int err;

	if (!json)
		return frozen_damaged(e, "the line of a host");
	err = read_cards(request, json, e);
	json_decref(json);
	if (err)
		frozen_cards_free(request);
	return err;
}

void frozen_cards_free(struct protocol_request *request)
{
	for (size_t i = 0; request->cards && i < request->card_count; i++)
		free(request->cards[i].sets);
	free(request->cards);
	request->cards = NULL;
	request->card_count = 0;
}

uint32_t frozen_step_of(const struct frozen *f, uint32_t position)
{
	uint32_t low = 0, high = (uint32_t)f->plan.step_count;

	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;

		if (f->plan.steps[middle].first <= position)
			low = middle;
		else
			high = middle;
	}
	return low;
}
