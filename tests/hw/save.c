// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/hw/save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool has_raw(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

static struct hw_saved *new_saved(struct ece_error *e)
{
	struct hw_saved *saved = calloc(1, sizeof(*saved));

	if (saved) {
		saved->params = calloc(ece_param_count(), sizeof(struct ece_param *));
		saved->values = calloc(ece_param_count(), sizeof(*saved->values));
	}
	if (saved && saved->params && saved->values)
		return saved;
	hw_saved_free(saved);
	ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	return NULL;
}

void hw_saved_free(struct hw_saved *saved)
{
	if (saved) {
		free(saved->params);
		free(saved->values);
	}
	free(saved);
}

struct hw_saved *hw_save(struct ece_nic *nic, struct ece_error *e)
{
	struct hw_saved *saved = new_saved(e);
	size_t kept = 0;

	if (!saved)
		return NULL;
	for (size_t i = 0; i < ece_param_count(); i++)
		saved->params[i] = ece_param_at(i);
	ece_nic_read(nic, saved->params, saved->values, ece_param_count());
	for (size_t i = 0; i < ece_param_count(); i++) {
		if (!has_raw(&saved->values[i]))
			continue;
		saved->params[kept] = saved->params[i];
		saved->values[kept++] = saved->values[i];
	}
	saved->count = kept;
	return saved;
}

int hw_saved_put(const struct hw_saved *saved, FILE *out)
{
	for (size_t i = 0; i < saved->count; i++)
		if (fprintf(out, "%s %" PRIu64 "\n", saved->params[i]->name, saved->values[i].raw) < 0)
			return -EIO;
	return fflush(out) ? -errno : 0;
}

/* "NAME RAW". Returns false for what is none; a name that is not known leaves no entry. */
static bool take_line(struct hw_saved *saved, char *line)
{
	char *blank = strchr(line, ' '), *end;
	uint64_t raw;

	if (!blank)
		return false;
	*blank = '\0';
	errno = 0;
	raw = strtoull(blank + 1, &end, 10);
	if (errno || end == blank + 1 || *end != '\n' || saved->count == ece_param_count())
		return false;
	saved->params[saved->count] = ece_param_find(line);
	saved->values[saved->count] = (struct ece_value){.state = ECE_VALUE_SET, .raw = raw};
	saved->count += saved->params[saved->count] != NULL;
	return true;
}

struct hw_saved *hw_saved_get(FILE *in, struct ece_error *e)
{
	struct hw_saved *saved = new_saved(e);
	char line[ECE_PARAM_NAME_MAX + 32];

	while (saved && fgets(line, sizeof(line), in)) {
		if (take_line(saved, line))
			continue;
		hw_saved_free(saved);
		ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "not a file of saved values: one \"NAME RAW\" a line");
		return NULL;
	}
	return saved;
}

/* One at a time: a refusal of one must not keep the others from coming back. */
static bool put_back(struct ece_nic *nic, const struct ece_param *param, uint64_t raw,
		     void (*each)(void *ctx, const struct ece_write *write), void *ctx)
{
	struct ece_write write = {.param = param, .raw = raw};

	ece_nic_write(nic, &write, 1);
	if (each)
		each(ctx, &write);
	return write.state == ECE_WRITE_DONE || write.state == ECE_WRITE_UNCHANGED;
}

size_t hw_restore(struct ece_nic *nic, const struct hw_saved *saved,
		  void (*each)(void *ctx, const struct ece_write *write), void *ctx)
{
	struct ece_value *now = calloc(saved->count ? saved->count : 1, sizeof(*now));
	size_t left = saved->count;

	if (!now)
		return left;
	/* values bound one another, so that the second round may take what the first refused */
	for (int round = 0; round < 2 && left; round++) {
		left = 0;
		ece_nic_read(nic, saved->params, now, saved->count);
		for (size_t i = 0; i < saved->count; i++) {
			if (has_raw(&now[i]) && now[i].raw == saved->values[i].raw)
				continue;
			left += !put_back(nic, saved->params[i], saved->values[i].raw, round ? each : NULL, ctx);
		}
	}
	free(now);
	return left;
}
