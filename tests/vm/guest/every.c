// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * every: all parameters of the table on one card, judged by the software card itself. For the guest's scenarios.
 *
 *	every each PCI       each parameter alone: written, and what moved in the card is that and nothing else; put back
 *	every plan PCI       a fleet file that sets all of those to something else
 *	every doors PCI      each backend alone: what it reads is what the card's own dump says
 *	every values         lines "PARAM KEY VALUE FILE" of what the card says, for comparisons with foreign tools
 *
 * There is no list of parameters here: the table is the toolkit's, the rows made from its patterns are those that the
 * card tells of, and which name of the dump belongs to a parameter is seen from what moves. "each" keeps that in FOUND
 * for the others. The card is asked on descriptor 4 (its control lines: dump, mark, moved), by the name in $CARD where
 * there are several. Where $FWCTL names a node, a parameter without a door is a fault. Prints cases, as the scenarios
 * do; its exit status says only that it ran to its end.
 */
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic.h"
#include "devx/nic/ppcc_list.h"
#include "devx/os/linux.h"
#include "devx/prm/ppcc.h"
#include "tests/vm/guest/judge.h"
#include "tests/vm/guest/policy.h"

#define FOUND      "/run/every.json"
#define CANDIDATES 12
#define MADE_MAX   8 /* rows of patterns that are tried */

static size_t add(uint64_t list[CANDIDATES], size_t n, uint64_t raw)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == raw)
			return n;
	if (n < CANDIDATES)
		list[n++] = raw;
	return n;
}

/* Rows that were made from patterns, to be tried beside those of the table. */
static const struct ece_param *made[MADE_MAX];
static size_t made_count;

static size_t row_count(void)
{
	return ece_param_count() + made_count;
}

static const struct ece_param *row_at(size_t i)
{
	return i < ece_param_count() ? ece_param_at(i) : made[i - ece_param_count()];
}

static void add_made(const struct ece_param *param)
{
	if (param && ece_param_index(param) >= ece_param_count() && made_count < MADE_MAX)
		made[made_count++] = param;
}

static void add_slot(unsigned int slot, const char *of)
{
	char name[ECE_PARAM_NAME_MAX];

	snprintf(name, sizeof(name), "ppcc.slot.%u.%s", slot, of);
	add_made(ece_param_find(name));
}

/* Of what the card tells, one of each pattern: its first algorithm, and the first of its parameters without a row. */
static void add_told(struct ece_nic *nic)
{
	const struct ece_ppcc_told_algo *algo;
	struct ece_ppcc_told *told = NULL;
	struct ece_error error = {0};

	if (ece_nic_ppcc_list(nic, &told, &error) || !told->algo_count) {
		printf("# no rows of patterns: %s\n", error.text);
		ece_ppcc_told_free(told);
		return;
	}
	algo = &told->algos[0];
	add_slot(algo->slot, "enable");
	add_slot(algo->slot, "counters");
	add_slot(algo->slot, "trace");
	for (size_t i = 0, before = made_count; i < algo->param_count && made_count == before; i++)
		add_made(algo->params[i].param);
	ece_ppcc_told_free(told);
}

/* A set of priorities has a name for each, "cong.rp.enable.0" to ".7"; it is known by what stands before the number. */
static bool is_set(const struct ece_param *param)
{
	return param->kind == ECE_PARAM_PRIORITIES;
}

/* A file of the host, in which no dump of a card has a name. */
static bool is_policy(const struct ece_param *param)
{
	return param->home == ECE_HOME_POLICY;
}

/*
 * Other values that a parameter may take, nearest first: a number beside it, its double, its ends; then its words. A
 * fraction that is one step away counts as the same, so its neighbours are none.
 */
static size_t candidates(const struct ece_param *param, uint64_t now, uint64_t list[CANDIDATES])
{
	size_t n = 0;

	if (param->kind == ECE_PARAM_BOOL)
		return add(list, 0, !now);
	/* one end cannot require what it does not allow: the same set for both */
	if (param->kind == ECE_PARAM_OPTIONS)
		return add(list, 0, now == 1 ? 3 : 1);
	/* some cards switch all priorities together: only "all" and "none" are for every card */
	if (is_set(param))
		return add(list, 0, now ? 0 : param->max);
	if (param->kind != ECE_PARAM_FRACTION && param->kind != ECE_PARAM_WORD) {
		n = add(list, n, now + 1);
		n = add(list, n, now ? now - 1 : 1);
	}
	if (param->kind != ECE_PARAM_WORD) {
		n = add(list, n, now * 2);
		n = add(list, n, now / 2);
		n = add(list, n, now + 100);
		n = add(list, n, param->max);
		n = add(list, n, param->min);
	}
	for (const struct ece_param_word *word = param->words; word && word->name; word++)
		n = add(list, n, word->raw);
	return n;
}

static struct ece_value read_one(struct ece_nic *nic, const struct ece_param *param)
{
	struct ece_value value = {0};

	ece_nic_read(nic, &param, &value, 1);
	return value;
}

static bool readable(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

/* Returns 0 only when something was sent. */
static int write_one(struct ece_nic *nic, const struct ece_param *param, uint64_t raw, struct ece_error *error)
{
	struct ece_write write = {.param = param, .raw = raw};
	int ret = ece_nic_write(nic, &write, 1);

	*error = write.error;
	if (!ret && write.state == ECE_WRITE_UNCHANGED)
		ret = ece_error_set(error, -EALREADY, ECE_ERROR_RANGE, "%llu is what it already was",
				    (unsigned long long)raw);
	return ret;
}

/* "cong.np.cnp_dscp" and "cnp_prio_mode" are "cong.np.cnp_prio_mode" */
static const char *beside(const char *key, const char *field)
{
	static char name[160];
	const char *dot = strrchr(key, '.');

	snprintf(name, sizeof(name), "%.*s.%s", dot ? (int)(dot - key) : 0, key, field);
	return name;
}

static const char *own_name(const struct ece_param *param)
{
	return param->field ? param->field->name : param->card_name;
}

static uint64_t now_of(json_t *pair)
{
	return (uint64_t)json_integer_value(json_array_get(pair, 1));
}

static const char *set_key(const char *key)
{
	static char base[160];
	const char *dot = strrchr(key, '.');

	snprintf(base, sizeof(base), "%.*s", dot ? (int)(dot - key) : 0, key);
	return base;
}

/* The name whose value became the one that was written; NULL: none did. */
static const char *key_of(json_t *moved, const struct ece_param *param, uint64_t raw)
{
	const char *found = NULL;
	const char *key;
	json_t *pair;

	json_object_foreach(moved, key, pair)
	{
		if (is_set(param))
			return set_key(key);
		if (now_of(pair) != raw)
			continue;
		if (!found || (own_name(param) && !strcmp(key, beside(key, own_name(param)))))
			found = key;
	}
	return found;
}

static bool is_bit_of(const char *base, const char *key, uint64_t value, uint64_t raw)
{
	size_t len = strlen(base);
	unsigned long bit;
	char *end;

	if (strncmp(key, base, len) != 0 || key[len] != '.')
		return false;
	bit = strtoul(key + len + 1, &end, 10);
	return !*end && bit < 64 && value == (raw >> bit & 1);
}

/* A name may move beside the value's own only where one select bit commits both, or one value has several bits. */
static bool belongs(const struct ece_param *param, const char *key, const char *other, json_t *pair, uint64_t raw)
{
	if (is_set(param))
		return is_bit_of(key, other, now_of(pair), raw);
	return !strcmp(key, other) || (param->instead && !strcmp(other, beside(key, param->instead->field->name)));
}

/* Where the dump has the row's own name, that is the one. */
static bool named_right(const struct ece_param *param, const char *key, json_t *dump)
{
	return !own_name(param) || !json_object_get(dump, beside(key, own_name(param))) ||
	       !strcmp(key, beside(key, own_name(param)));
}

static bool moved_rightly(const struct ece_param *param, uint64_t raw, json_t *dump, json_t *found)
{
	json_t *moved = ask("moved");
	const char *key = key_of(moved, param, raw);
	bool right = key && named_right(param, key, dump);
	const char *other;
	json_t *pair;

	if (key)
		json_object_foreach(moved, other, pair) right = right && belongs(param, key, other, pair, raw);
	if (right)
		json_object_set_new(found, param->name, json_pack("{s:s}", "key", key));
	json_decref(moved);
	return right;
}

static bool has_fwctl(void)
{
	const char *node = getenv("FWCTL");

	return node && *node;
}

/* This card or this host cannot; anything else is a fault. fwctl has a way to everything. */
static bool may_be_refused(const struct ece_error *error)
{
	return error->kind == ECE_ERROR_UNSUPPORTED || (error->kind == ECE_ERROR_NO_DOOR && !has_fwctl());
}

static void put_back(struct ece_nic *nic, const struct ece_param *param, uint64_t raw)
{
	struct ece_error error = {0};

	if (write_one(nic, param, raw, &error))
		failed("each", param->name, "cannot be put back: %s", error.text);
	else if (!nothing_moved())
		failed("each", param->name, "putting it back left %s", moved_text());
	else
		passed("each", param->name);
}

/* Writes the first candidate that is taken. Returns 0 with @raw set, or why the last one was not. */
static int write_another(struct ece_nic *nic, const struct ece_param *param, uint64_t now, uint64_t *raw,
			 struct ece_error *error)
{
	uint64_t list[CANDIDATES];
	size_t n = candidates(param, now, list);
	int ret = -EINVAL;

	for (size_t i = 0; i < n && ret && (!error->code || error->kind == ECE_ERROR_RANGE); i++) {
		*raw = list[i];
		ret = write_one(nic, param, list[i], error);
	}
	return ret;
}

static void write_row(struct ece_nic *nic, const struct ece_param *param, uint64_t now, json_t *dump, json_t *found)
{
	struct ece_error error = {0};
	uint64_t raw = 0;
	int ret;

	control("mark");
	ret = write_another(nic, param, now, &raw, &error);
	if (ret && may_be_refused(&error))
		skipped("each", param->name, "%s", error.text);
	else if (ret)
		failed("each", param->name, "%s", error.text);
	else if (!moved_rightly(param, raw, dump, found))
		failed("each", param->name, "%llu was written, and this moved: %s", (unsigned long long)raw,
		       moved_text());
	else
		put_back(nic, param, now);
}

/* No card hears of it: the judge is the file that libece reads. */
static void try_policy(struct ece_nic *nic, const char *pci, const struct ece_param *param)
{
	const char *key = strrchr(param->name, '.') + 1;
	struct ece_value now = read_one(nic, param);
	struct ece_error error = {0};
	uint64_t raw = 0;

	control("mark");
	if (!readable(&now))
		failed("each", param->name, "%s", now.why);
	else if (write_another(nic, param, now.raw, &raw, &error) && may_be_refused(&error))
		skipped("each", param->name, "%s", error.text);
	else if (error.code)
		failed("each", param->name, "%s", error.text);
	else if (policy_in_file(pci, key) != raw)
		failed("each", param->name, "%llu was written, and the file has %llu", (unsigned long long)raw,
		       (unsigned long long)policy_in_file(pci, key));
	else if (write_one(nic, param, now.raw, &error))
		failed("each", param->name, "cannot be put back: %s", error.text);
	else if (policy_in_file(pci, key) != now.raw || !nothing_moved())
		failed("each", param->name, "putting it back left %llu in the file, and in the card %s",
		       (unsigned long long)policy_in_file(pci, key), moved_text());
	else
		passed("each", param->name);
}

static void try_row(struct ece_nic *nic, const struct ece_param *param, json_t *dump, json_t *found)
{
	struct ece_value now = read_one(nic, param);

	if (now.state == ECE_VALUE_UNSUPPORTED || (now.state == ECE_VALUE_NO_DOOR && !has_fwctl()))
		skipped("each", param->name, "%s", now.why);
	else if (!readable(&now))
		failed("each", param->name, "%s", now.why);
	else if (param->writes[0] == ECE_BACKEND_NONE)
		skipped("each", param->name, "it is only read");
	else
		write_row(nic, param, now.raw, dump, found);
}

static struct ece_nic *open_nic(const struct ece_os *os, const char *pci)
{
	struct ece_error error = {0};
	struct ece_nic_info *list = NULL;
	struct ece_nic *nic = NULL;
	size_t count = 0;

	if (ece_nic_list(os, &list, &count, &error))
		die("%s", error.text);
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i].pci, pci) && ece_nic_open(os, &list[i], &nic, &error))
			die("%s", error.text);
	free(list);
	if (!nic)
		die("no card %s", pci);
	return nic;
}

static void each(const char *pci)
{
	struct ece_nic *nic = open_nic(ece_os_linux(), pci);
	json_t *found = json_object();
	json_t *dump = ask("dump");

	add_told(nic);
	for (size_t i = 0; i < row_count(); i++)
		if (is_policy(row_at(i)))
			try_policy(nic, pci, row_at(i));
		else
			try_row(nic, row_at(i), dump, found);
	printf("# %zu of %zu parameters were written here\n", json_object_size(found), row_count());
	if (json_dump_file(found, FOUND, JSON_INDENT(1)))
		die("cannot write " FOUND);
	json_decref(dump);
	json_decref(found);
	ece_nic_close(nic);
}

static json_t *load(void)
{
	json_t *found = json_load_file(FOUND, 0, NULL);
	const char *name;
	json_t *one;

	if (!found)
		die("no " FOUND ": 'every each' first");
	json_object_foreach(found, name, one) add_made(ece_param_find(name));
	return found;
}

static bool is_word(const struct ece_param *param, uint64_t raw)
{
	for (const struct ece_param_word *word = param->words; word && word->name; word++)
		if (word->raw == raw)
			return true;
	return false;
}

static json_t *wish(const struct ece_param *param, uint64_t raw)
{
	char text[64];

	if (param->kind == ECE_PARAM_BOOL)
		return json_boolean(raw);
	if (is_set(param) || is_policy(param) || is_word(param, raw))
		return json_string(ece_param_format(param, raw, text, sizeof(text)));
	return json_integer((json_int_t)raw);
}

static json_t *file_of(json_t *set)
{
	return json_pack("{s:i, s:{s:{s:o}}, s:[{s:s, s:s, s:s}], s:{s:{s:[{s:s, s:s}]}}, s:{s:s}}", "version", 1,
			 "profiles", "all", "set", set, "assign", "id", "all", "hosts", "guest", "profile", "all",
			 "rollouts", "default", "steps", "to", "100%", "soak", "0s", "transport", "kind", "local");
}

/* What cannot be read back can be neither checked nor undone for certain; an algorithm that is off keeps nothing. */
static bool is_for_plan(const struct ece_param *param)
{
	return !param->no_verify && !(param->home == ECE_HOME_PPCC_SLOT && param->field == &prm_ppcc.value);
}

/* Values that a card can have at the same time: each is tried beside those before it. What is tried is put back. */
static void plan(const char *pci)
{
	struct ece_nic *nic = open_nic(ece_os_linux(), pci);
	json_t *found = load();
	size_t count = row_count();
	struct ece_write *back = calloc(count, sizeof(*back));
	json_t *set = json_object();
	json_t *file;
	size_t n = count;

	if (!back)
		die("no memory");
	for (size_t i = 0; i < count; i++) {
		const struct ece_param *param = row_at(i);
		struct ece_error error = {0};
		uint64_t now = read_one(nic, param).raw, raw = 0;

		if (!is_for_plan(param) || (!is_policy(param) && !json_object_get(found, param->name)) ||
		    write_another(nic, param, now, &raw, &error))
			continue;
		json_object_set_new(set, param->name, wish(param, raw));
		back[--n] = (struct ece_write){.param = param, .raw = now};
	}
	if (n < count && ece_nic_write(nic, back + n, count - n))
		die("what was tried cannot be put back");
	file = file_of(set);
	if (!file || json_dumpf(file, stdout, JSON_INDENT(1)))
		die("no memory for a fleet file");
	json_decref(file);
	json_decref(found);
	free(back);
	ece_nic_close(nic);
}

/* The value of a parameter as the dump has it. */
static uint64_t dumped(const struct ece_param *param, const char *key, json_t *dump)
{
	const struct ece_param_switch *instead = param->instead;
	uint64_t set = 0;
	char name[176];

	for (unsigned int bit = 0; is_set(param) && bit < 8; bit++) {
		snprintf(name, sizeof(name), "%s.%u", key, bit);
		set |= (uint64_t)json_integer_value(json_object_get(dump, name)) << bit;
	}
	if (is_set(param))
		return set;
	if (instead &&
	    json_integer_value(json_object_get(dump, beside(key, instead->field->name))) == (json_int_t)instead->at)
		return param->words[0].raw;
	return (uint64_t)json_integer_value(json_object_get(dump, key));
}

/* The one backend that is let through; all others find their doors shut. */
static enum ece_backend_id only;

static int only_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	return only == ECE_BACKEND_DEVX ? ece_os_linux()->ops->devx_open(ctx, device, devx) : -ENOSYS;
}

static int only_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	return only == ECE_BACKEND_FWCTL ? ece_os_linux()->ops->fwctl_open(ctx, node, fwctl) : -ENOENT;
}

static int only_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	return only == ECE_BACKEND_VSC ? ece_os_linux()->ops->config_open(ctx, pci, config) : -ENOENT;
}

static int only_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	if (root == ECE_OS_DEBUGFS_MLX5 && only != ECE_BACKEND_DEBUGFS)
		return -ENOENT;
	return ece_os_linux()->ops->read(ctx, root, path, buf, size);
}

/* All parameters as this backend alone reads them; free() the list. */
static struct ece_value *read_all_by(enum ece_backend_id backend, const char *pci)
{
	size_t count = row_count();
	const struct ece_param **params = calloc(count, sizeof(struct ece_param *));
	struct ece_value *values = calloc(count, sizeof(*values));
	struct ece_os_ops ops = *ece_os_linux()->ops;
	struct ece_os os = {&ops, ece_os_linux()->ctx};
	struct ece_nic *nic;

	if (!params || !values)
		die("no memory");
	ops.devx_open = only_devx_open;
	ops.fwctl_open = only_fwctl_open;
	ops.config_open = only_config_open;
	ops.read = only_read;
	only = backend;
	for (size_t i = 0; i < count; i++)
		params[i] = row_at(i);
	nic = open_nic(&os, pci);
	ece_nic_read(nic, params, values, count);
	ece_nic_close(nic);
	free((void *)params);
	return values;
}

static bool is_read_by(const struct ece_param *param, enum ece_backend_id backend)
{
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && param->reads[i] != ECE_BACKEND_NONE; i++)
		if (param->reads[i] == backend)
			return true;
	return false;
}

/* What a backend's row says it reads and a kernel does not let through, in the toolkit's own words. */
static const struct {
	enum ece_backend_id backend;
	const char *why;
} may_lack[] = {
	{ECE_BACKEND_DEVX, "DevX: the firmware grants it to no user"},
};

static bool is_excused(enum ece_backend_id backend, const struct ece_value *value)
{
	for (size_t i = 0; i < sizeof(may_lack) / sizeof(may_lack[0]); i++)
		if (may_lack[i].backend == backend && value->state == ECE_VALUE_NO_DOOR &&
		    strstr(value->why, may_lack[i].why))
			return true;
	return false;
}

struct tally {
	size_t given, excused, wrong;
};

/* One parameter that was written here, so that the card has it: this backend gives the value of the dump. */
static void compare(enum ece_backend_id backend, const struct ece_param *param, const struct ece_value *value,
		    uint64_t wanted, struct tally *tally)
{
	const char *name = ece_backend_name(backend);

	if (readable(value) && value->result.backend == backend) {
		tally->given++;
		tally->wrong += value->raw != wanted;
		if (value->raw != wanted)
			printf("# %s reads %s as %llu\n", name, param->name, (unsigned long long)value->raw);
	} else if (is_excused(backend, value)) {
		tally->excused++;
	} else {
		tally->wrong++;
		printf("# %s does not read %s: %s: %s\n", name, param->name, ece_value_state_name(value->state),
		       value->why);
	}
}

static struct tally read_by(enum ece_backend_id backend, const char *pci, json_t *found, json_t *dump)
{
	struct ece_value *values = read_all_by(backend, pci);
	struct tally tally = {0};

	for (size_t i = 0; i < row_count(); i++) {
		const struct ece_param *param = row_at(i);
		json_t *one = json_object_get(found, param->name);

		if (one && !param->no_verify && is_read_by(param, backend))
			compare(backend, param, &values[i],
				dumped(param, json_string_value(json_object_get(one, "key")), dump), &tally);
	}
	free(values);
	return tally;
}

/* Which backends this kernel does not have; all others must read. */
static const char *why_shut(enum ece_backend_id backend)
{
	if (backend == ECE_BACKEND_POLICY)
		return "a file of the host is no way to the card";
	if (backend == ECE_BACKEND_OFED)
		return "the kernel's own driver has no such files";
	return backend == ECE_BACKEND_FWCTL && !has_fwctl() ? "this kernel has no fwctl" : NULL;
}

static void read_through_door(enum ece_backend_id backend, const char *pci, json_t *found, json_t *dump)
{
	const char *name = ece_backend_name(backend);
	const char *shut = why_shut(backend);
	struct tally tally;

	if (shut) {
		skipped("reads_by", name, "%s", shut);
		return;
	}
	tally = read_by(backend, pci, found, dump);
	if (tally.wrong || !tally.given)
		failed("reads_by", name, "%zu are wrong or missing, %zu were given", tally.wrong, tally.given);
	else
		passed("reads_by", name);
	printf("# %s gave %zu of %zu values; %zu are registers that no user gets through it\n", name, tally.given,
	       json_object_size(found), tally.excused);
}

static void doors(const char *pci)
{
	json_t *found = load();
	json_t *dump = ask("dump");

	for (int backend = ECE_BACKEND_NONE + 1; backend < ECE_BACKEND_COUNT; backend++)
		read_through_door((enum ece_backend_id)backend, pci, found, dump);
	json_decref(dump);
	json_decref(found);
}

static void values(void)
{
	json_t *found = load();
	json_t *dump = ask("dump");
	const char *name;
	json_t *one;

	json_object_foreach(found, name, one)
	{
		const char *key = json_string_value(json_object_get(one, "key"));
		const char *file = ece_param_find(name)->file;

		/* a set has no name of its own in the dump, and no foreign tool that shows it as one */
		if (!is_set(ece_param_find(name)))
			printf("%s %s %lld %s\n", name, key, (long long)json_integer_value(json_object_get(dump, key)),
			       file ? file : "-");
	}
	json_decref(dump);
	json_decref(found);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "each"))
		each(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "plan"))
		plan(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "doors"))
		doors(argv[2]);
	else if (argc == 2 && !strcmp(argv[1], "values"))
		values();
	else
		die("usage: every each|plan|doors PCI, every values");
	return 0;
}
