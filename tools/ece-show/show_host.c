// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/show_host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/report.h"
#include "tools/ece-show/ppcc_view.h"
#include "tools/common/nic_select.h"

int show_error(const struct ece_error *e)
{
	report_error(e);
	return e->kind == ECE_ERROR_UNKNOWN_NAME ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
}

static int make_room(struct show_host *host, struct ece_error *e)
{
	size_t n = ece_param_count();

	host->params = calloc(n, sizeof(struct ece_param *));
	host->values = calloc(n, sizeof(*host->values));
	host->ways = calloc(n, sizeof(*host->ways));
	if (!host->params || !host->values || !host->ways)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu parameters", n);
	for (size_t i = 0; i < n; i++)
		host->params[i] = ece_param_at(i);
	return 0;
}

int show_host_open(const struct show_args *args, struct show_host *host, struct ece_error *e)
{
	int err;

	*host = (struct show_host){.named = args->card_count > 0};
	err = tool_host_open(args->sim, args->host, &host->source, e);
	if (!err)
		err = ece_nic_list(host->source.os, &host->nics, &host->nic_count, e);
	if (!err)
		err = select_nics(host->source.os, host->nics, &host->nic_count, args->cards, args->card_count, e);
	return err ? err : make_room(host, e);
}

void show_host_close(struct show_host *host)
{
	free(host->ways);
	free(host->values);
	free(host->params);
	free(host->nics);
	tool_host_close(&host->source);
}

static bool is_read(const struct show_host *host, const struct ece_nic_info *info)
{
	if (!ece_nic_may_read(info))
		return false;
	return host->named || (info->bar != ECE_NIC_BAR_VIRTUAL && info->bar != ECE_NIC_BAR_INFINIBAND);
}

int show_host_read(struct show_host *host, const struct ece_nic_info *info, struct nic_values *values,
		   struct ece_error *e)
{
	struct ece_nic *nic;
	struct ece_error why;
	int err;

	*values = (struct nic_values){.info = info};
	if (!is_read(host, info))
		return 0;
	err = ece_nic_open(host->source.os, info, &nic, e);
	if (err)
		return err;
	ece_nic_read(nic, host->params, host->values, ece_param_count());
	for (size_t i = 0; i < ece_param_count(); i++) {
		struct nic_way *way = &host->ways[i];

		way->backend = ece_nic_writer(nic, host->params[i], &host->values[i], &why);
		memcpy(way->why, way->backend ? "" : why.text, way->backend ? 1 : sizeof(way->why));
	}
	ece_nic_close(nic);
	values->values = host->values;
	values->ways = host->ways;
	return 0;
}

int show_host_told(struct show_host *host, const struct ece_nic_info *info, json_t **card, struct ece_error *e)
{
	struct ece_ppcc_told *told = NULL;
	struct ece_error why = {0};
	struct ece_nic *nic = NULL;
	int err = is_read(host, info) ? ece_nic_open(host->source.os, info, &nic, e) : 0;

	if (err)
		return err;
	if (nic && ece_nic_ppcc_list(nic, &told, &why) == -ENOMEM) {
		*e = why;
		err = -ENOMEM;
	}
	ece_nic_close(nic);
	build_set(card, "ppcc", told ? ppcc_json(told) : json_null());
	build_set(card, "ppcc_why", why.text[0] ? build_text(why.text) : json_null());
	ece_ppcc_told_free(told);
	return err;
}
