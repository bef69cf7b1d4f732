// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/counters.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-show/counters_view.h"
#include "tools/ece-show/nv_view.h"
#include "tools/ece-show/ppcc_view.h"
#include "tools/ece-show/show.h"
#include "tools/ece-show/show_host.h"
#include "tools/ece-show/views.h"

struct show {
	const struct show_args *args;
	struct show_host host;
	struct term term;
	json_t *cards; /* with --json */
};

/* Takes over @part. */
static void add_json(struct show *show, const struct ece_nic_info *info, const char *key, json_t *part)
{
	json_t *card = nic_json(info);

	build_set(&card, key, part);
	build_append(&show->cards, card);
}

static int show_values(struct show *show, const struct ece_nic_info *info, struct ece_error *e)
{
	struct nic_values values;
	int err = show_host_read(&show->host, info, &values, e);

	if (err)
		return err;
	if (show->args->json) {
		json_t *card = nic_json(info);

		build_set(&card, "params", values_json(&values));
		err = show_host_told(&show->host, info, &card, e);
		build_append(&show->cards, card);
		return err;
	}
	nic_text(&show->term, info);
	if (!values.values)
		return 0;
	fputc('\n', show->term.out);
	values_text(&show->term, &values);
	return 0;
}

static int show_probes(struct show *show, const struct ece_nic_info *info, struct ece_error *e)
{
	struct nic_probes probes = {.info = info};
	struct ece_probe *list = NULL;
	struct ece_nic *nic = NULL;
	int err = ece_nic_may_read(info) ? ece_nic_open(show->host.source.os, info, &nic, e) : 0;

	if (!err && nic)
		err = ece_nic_probe(nic, &list, &probes.count, e);
	ece_nic_close(nic);
	if (err)
		return err;
	probes.probes = list;
	if (show->args->json) {
		add_json(show, info, "probe", nic ? probes_json(&probes) : json_null());
	} else {
		nic_text(&show->term, info);
		if (nic)
			fputc('\n', show->term.out);
		probes_text(&show->term, &probes);
	}
	free(list);
	return 0;
}

static int show_nv(struct show *show, const struct ece_nic_info *info, struct ece_error *e)
{
	const struct ece_nv_field **fields = calloc(ece_nv_count(), sizeof(const struct ece_nv_field *));
	struct ece_nv_value *values = calloc(ece_nv_count(), sizeof(*values));
	struct ece_nic *nic = NULL;
	int err = 0;

	if (!fields || !values) {
		free(values);
		free(fields);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", ece_nv_count());
	}
	for (size_t i = 0; i < ece_nv_count(); i++)
		fields[i] = ece_nv_at(i);
	if (ece_nic_may_read(info))
		err = ece_nic_open(show->host.source.os, info, &nic, e);
	if (nic)
		ece_nic_nv_read(nic, fields, values, ece_nv_count());
	if (!err && show->args->json) {
		add_json(show, info, "nv", nic ? nv_json(values, ece_nv_count()) : json_null());
	} else if (!err) {
		nic_text(&show->term, info);
		if (nic) {
			fputc('\n', show->term.out);
			nv_text(&show->term, values, ece_nv_count());
		}
	}
	ece_nic_close(nic);
	free(values);
	free(fields);
	return err;
}

/* A card or a host without it is no error: it says why. */
static int show_ppcc(struct show *show, const struct ece_nic_info *info, struct ece_error *e)
{
	struct ece_ppcc_told *told = NULL;
	struct ece_nic *nic = NULL;
	struct ece_error why = {0};
	int err = ece_nic_may_read(info) ? ece_nic_open(show->host.source.os, info, &nic, e) : 0;

	if (err)
		return err;
	if (nic && ece_nic_ppcc_list(nic, &told, &why) == -ENOMEM) {
		*e = why;
		err = e->code;
	} else if (show->args->json) {
		add_json(show, info, "ppcc", told ? ppcc_json(told) : json_null());
	} else {
		nic_text(&show->term, info);
		if (nic)
			fputc('\n', show->term.out);
		if (told)
			ppcc_text(&show->term, told);
		else if (nic)
			nic_remark(&show->term, "no algorithms: ", why.text);
	}
	ece_ppcc_told_free(told);
	ece_nic_close(nic);
	return err;
}

static int show_counters(struct show *show, const struct ece_nic_info *info, struct ece_error *e)
{
	const struct counter **all = calloc(counter_count(), sizeof(const struct counter *));
	struct counter_reading *readings = calloc(counter_count(), sizeof(*readings));
	struct nic_counters nic = {.readings = readings};
	bool may = ece_nic_may_read(info);
	struct host_counting counting;
	int err = 0;

	if (!all || !readings) {
		err = -ENOMEM;
		ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for %zu counters", counter_count());
	}
	for (size_t i = 0; !err && i < counter_count(); i++)
		all[i] = counter_at(i);
	if (!err) {
		host_counters_read(show->host.source.os, info, all, counter_count(), readings, &counting);
		nic.devx_only = counting.devx_only;
	}
	if (!err && show->args->json) {
		add_json(show, info, "counters", may ? counters_json(&nic) : json_null());
	} else if (!err) {
		nic_text(&show->term, info);
		if (may)
			fputc('\n', show->term.out);
		if (may)
			counters_text(&show->term, &nic);
	}
	free(readings);
	free(all);
	return err;
}

/* Virtual functions are many: without being named they are counted, below the physical function. */
static bool is_counted(const struct show *show, const struct ece_nic_info *info)
{
	return !show->args->json && !show->host.named && info->kind != ECE_NIC_PF && info->parent[0];
}

static void count_virtual(const struct show *show, const struct ece_nic_info *info)
{
	size_t count[ECE_NIC_KIND_COUNT] = {0};

	for (size_t i = 0; i < show->host.nic_count; i++)
		if (is_counted(show, &show->host.nics[i]) && !strcmp(show->host.nics[i].parent, info->pci))
			count[show->host.nics[i].kind]++;
	if (count[ECE_NIC_VF] || count[ECE_NIC_SF])
		fprintf(show->term.out, "%*s%zu virtual functions and %zu subfunctions: name one to see it\n",
			VIEW_INDENT, "", count[ECE_NIC_VF], count[ECE_NIC_SF]);
}

static int show_nic(struct show *show, const struct ece_nic_info *info)
{
	struct ece_error e;
	int err;

	if (show->args->probe)
		err = show_probes(show, info, &e);
	else if (show->args->nv)
		err = show_nv(show, info, &e);
	else if (show->args->ppcc)
		err = show_ppcc(show, info, &e);
	else if (show->args->counters)
		err = show_counters(show, info, &e);
	else
		err = show_values(show, info, &e);
	if (!show->args->json)
		count_virtual(show, info);
	return err ? show_error(&e) : 0;
}

static int print_json(struct show *show)
{
	const struct tool_host *source = &show->host.source;

	return output_json(json_pack("{s:i, s:b, s:s?, s:O}", "version", SHOW_VERSION, "simulated",
				     source->sim_dir != NULL, "host", source->name, "cards", show->cards));
}

static int show_all(struct show *show)
{
	const struct show_host *host = &show->host;
	int exit_code = TOOL_EXIT_OK;
	bool first = true;

	if (host->source.sim_dir && !show->args->json)
		printf("Simulated host %s: no real card was read.\n", host->source.name);
	for (size_t i = 0; i < host->nic_count; i++) {
		if (is_counted(show, &host->nics[i]))
			continue;
		if (!show->args->json && (!first || host->source.sim_dir))
			putchar('\n');
		first = false;
		if (show_nic(show, &host->nics[i]))
			exit_code = TOOL_EXIT_ERROR;
	}
	if (show->args->json && print_json(show))
		exit_code = TOOL_EXIT_ERROR;
	if (!exit_code && !host->nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		exit_code = TOOL_EXIT_UNREACHABLE;
	}
	return exit_code;
}

int show_cards(const struct show_args *args)
{
	struct show show = {.args = args, .cards = json_array()};
	struct ece_error e;
	int err = show_host_open(args, &show.host, &e);
	int exit_code;

	term_init(&show.term, stdout);
	exit_code = err ? show_error(&e) : show_all(&show);
	json_decref(show.cards);
	show_host_close(&show.host);
	return exit_code;
}
