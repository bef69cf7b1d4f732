// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/replay.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/fw/window.h"
#include "lib/record/mailbox.h"
#include "lib/record/record.h"

struct replay {
	struct fw fw;
	struct fw_state *state;
	void (*difference)(void *ctx, const struct replay_difference *difference);
	void *ctx;
	size_t line;
	struct replay_totals totals;
	/* the command at hand */
	const struct record_mailbox *mailbox;
	uint8_t in[RECORD_MAILBOX_MAX], recorded[RECORD_MAILBOX_MAX], model[RECORD_MAILBOX_MAX];
	uint8_t told[RECORD_MAILBOX_MAX]; /* bits that a row has told */
	size_t found;                     /* differences */
};

struct replay *replay_new(const struct fw_card_type *type,
			  void (*difference)(void *ctx, const struct replay_difference *difference), void *ctx)
{
	struct replay *replay = calloc(1, sizeof(*replay));

	if (!replay)
		return NULL;
	replay->state = calloc(1, sizeof(*replay->state));
	replay->difference = difference;
	replay->ctx = ctx;
	replay->fw = (struct fw){.type = type, .state = replay->state};
	if (!replay->state) {
		free(replay);
		return NULL;
	}
	fw_power_on(&replay->fw, 1);
	return replay;
}

void replay_free(struct replay *replay)
{
	if (replay)
		free(replay->state);
	free(replay);
}

static int bad_line(const struct replay *replay, struct ece_error *e, const char *why)
{
	return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "line %zu is none of a recording: %s", replay->line, why);
}

#define NO_DIGIT 0x100

static unsigned int nibble(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (unsigned int)(at - digits) : NO_DIGIT;
}

/* Hexadecimal text into @len bytes, zeros behind it. Returns 0 or -EINVAL. */
static int read_hex(const char *text, uint8_t *bytes, size_t len)
{
	size_t n = text ? strlen(text) : 1;

	if (n % 2 || n / 2 > len)
		return -EINVAL;
	memset(bytes, 0, len);
	for (size_t i = 0; i < n; i += 2) {
		unsigned int byte = nibble(text[i]) << 4 | nibble(text[i + 1]);

		if (byte > UINT8_MAX)
			return -EINVAL;
		bytes[i / 2] = (uint8_t)byte;
	}
	return 0;
}

static void tell(struct replay *replay, const char *field, uint64_t recorded, uint64_t model)
{
	const struct replay_difference difference = {
		.line = replay->line,
		.command = replay->mailbox->name,
		.field = field,
		.recorded = recorded,
		.model = model,
	};

	replay->found++;
	replay->difference(replay->ctx, &difference);
}

static void compare_part(struct replay *replay, const struct record_part *part, size_t len)
{
	for (size_t i = 0; i < part->count; i++) {
		const struct prm_field *row = &part->rows[i];
		size_t at = part->at + (size_t)row->at;
		char field[96];

		if (at + (row->high > 31 ? 8 : 4) > len)
			continue;
		prm_set(replay->told + part->at, row, UINT64_MAX);
		if (prm_get(replay->recorded + part->at, row) == prm_get(replay->model + part->at, row))
			continue;
		snprintf(field, sizeof(field), "%s.%s", part->layout, row->name);
		tell(replay, field, prm_get(replay->recorded + part->at, row), prm_get(replay->model + part->at, row));
	}
}

/* What no row tells. */
static void compare_words(struct replay *replay, size_t len)
{
	for (size_t at = 0; at + 4 <= len; at += 4) {
		uint32_t mask = ~ece_be32(replay->told + at);
		uint32_t recorded = ece_be32(replay->recorded + at) & mask, model = ece_be32(replay->model + at) & mask;
		char field[24];

		if (recorded == model)
			continue;
		snprintf(field, sizeof(field), "0x%02zx", at);
		tell(replay, field, recorded, model);
	}
}

static void compare(struct replay *replay, size_t len)
{
	const struct record_mailbox *mailbox = replay->mailbox;
	uint8_t recorded = replay->recorded[0], model = replay->model[0];

	replay->found = 0;
	replay->totals.compared++;
	if (recorded != model) {
		tell(replay, "status", recorded, model);
	} else if (!recorded) {
		record_mailbox_blank(mailbox, replay->model, len);
		memset(replay->told, 0, len);
		for (const struct record_part *part = mailbox->parts; part->layout; part++)
			compare_part(replay, part, len);
		compare_words(replay, len);
	}
	replay->totals.same += !replay->found;
}

/* An answer through the PCI window has the window's status, and of a write nothing more. */
static void as_through_window(struct replay *replay, size_t len)
{
	replay->model[0] =
		fw_window_status((uint16_t)prm_get(replay->in, &prm_access_reg.register_id), replay->model[0]);
	if (prm_get(replay->in, &prm_mbox_in.op_mod) != PRM_ACCESS_REG_READ)
		memset(replay->model + 1, 0, len - 1);
}

static int replay_command(struct replay *replay, json_t *json, struct ece_error *e)
{
	const char *in = json_string_value(json_object_get(json, "in"));
	const char *out = json_string_value(json_object_get(json, "out"));
	const char *door = json_string_value(json_object_get(json, "door"));
	json_int_t in_len = json_integer_value(json_object_get(json, "in_len"));
	json_int_t out_len = json_integer_value(json_object_get(json, "out_len"));

	if (json_is_true(json_object_get(json, "withheld"))) {
		replay->totals.withheld++;
		return 0;
	}
	if (!out) {
		replay->totals.not_reached++;
		return 0;
	}
	if (in_len < PRM_MBOX_MIN || in_len > RECORD_MAILBOX_MAX || out_len < PRM_MBOX_MIN ||
	    out_len > RECORD_MAILBOX_MAX)
		return bad_line(replay, e, "the length of a mailbox is out of range");
	if (read_hex(in, replay->in, (size_t)in_len) || read_hex(out, replay->recorded, (size_t)out_len))
		return bad_line(replay, e, "a mailbox is no hexadecimal text of its length");
	replay->mailbox = record_mailbox_find(replay->in, (size_t)in_len);
	if (!replay->mailbox)
		return bad_line(replay, e, "no command that is kept");
	fw_exec(&replay->fw, 0, replay->in, (size_t)in_len, replay->model, (size_t)out_len);
	if (door && !strcmp(door, "vsc"))
		as_through_window(replay, (size_t)out_len);
	compare(replay, (size_t)out_len);
	return 0;
}

static int first_line(const struct replay *replay, json_t *json, struct ece_error *e)
{
	json_t *version = json_object_get(json, "ecekit_record");

	if (!json_is_integer(version))
		return bad_line(replay, e, "it begins with {\"ecekit_record\": 1}");
	if (json_integer_value(version) != RECORD_VERSION)
		return ece_error_set(e, -EINVAL, ECE_ERROR_VERSION, "a recording of form %lld; this program reads %d",
				     (long long)json_integer_value(version), RECORD_VERSION);
	return 0;
}

int replay_line(struct replay *replay, const char *line, size_t len, struct ece_error *e)
{
	json_error_t fault;
	json_t *json;
	int err = 0;

	replay->line++;
	if (len > RECORD_LINE_MAX)
		return bad_line(replay, e, "longer than a line may be");
	json = json_loadb(line, len, JSON_REJECT_DUPLICATES, &fault);
	if (!json)
		return bad_line(replay, e, fault.text);
	if (replay->line == 1)
		err = first_line(replay, json, e);
	else if (json_object_get(json, "door"))
		err = replay_command(replay, json, e);
	else
		replay->totals.others++;
	json_decref(json);
	return err;
}

int replay_end(const struct replay *replay, struct replay_totals *totals, struct ece_error *e)
{
	if (!replay->line)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "empty; a recording has at least one line");
	*totals = replay->totals;
	return 0;
}
