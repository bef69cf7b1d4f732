// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "lib/record/internal.h"
#include "lib/record/mailbox.h"

/* Of the names of roots in a recording. */
static const char *const roots[ECE_OS_ROOT_COUNT] = {
	[ECE_OS_PCI_DEVICES] = "pci", [ECE_OS_INFINIBAND] = "infiniband", [ECE_OS_NET] = "net",
	[ECE_OS_FWCTL] = "fwctl",     [ECE_OS_DEBUGFS_MLX5] = "debugfs",  [ECE_OS_HOST] = "host",
	[ECE_OS_MODULES] = "modules", [ECE_OS_PROCESSES] = "processes",   [ECE_OS_ETC] = "etc",
	[ECE_OS_POLICY] = "policy",
};

#define FILE_TEXT_MAX 1024

int record_new(const struct ece_os *inner, const char *title, record_line *line, void *ctx, struct record **record,
	       struct ece_error *e)
{
	struct record *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->inner = inner;
	new->os = (struct ece_os){.ops = &record_ops, .ctx = new};
	new->line = line;
	new->line_ctx = ctx;
	record_put(new, json_pack("{s:i, s:s}", "ecekit_record", RECORD_VERSION, "of", title));
	err = record_error(new, e);
	if (err)
		record_free(new);
	else
		*record = new;
	return err;
}

void record_free(struct record *record)
{
	free(record);
}

const struct ece_os *record_os(const struct record *record)
{
	return &record->os;
}

size_t record_lines(const struct record *record)
{
	return record->lines;
}

int record_error(const struct record *record, struct ece_error *e)
{
	switch (record->err) {
	case 0:
		return 0;
	case -E2BIG:
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "the recording is over its limit and ends too early");
	case -ENOMEM:
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory; the recording ends too early");
	default:
		return ece_error_set(e, record->err, ECE_ERROR_IO, "the recording cannot be written: %s",
				     strerror(-record->err));
	}
}

void record_put(struct record *record, json_t *line)
{
	char *text = line && !record->err ? json_dumps(line, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
	size_t len = text ? strlen(text) : 0;

	json_decref(line);
	if (record->err)
		return;
	if (!text)
		record->err = -ENOMEM;
	else if (len > RECORD_LINE_MAX || len >= RECORD_BYTES_MAX - record->bytes)
		record->err = -E2BIG;
	else
		record->err = record->line(record->line_ctx, text, len);
	record->bytes += len + 1;
	record->lines += !record->err;
	free(text);
}

static void set(struct record *record, json_t *line, const char *key, json_t *value)
{
	if (json_object_set_new(line, key, value) && !record->err)
		record->err = -ENOMEM;
}

/* Without the zeros at the end. */
static json_t *hex_json(const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	json_t *json;
	char *text;

	while (len && !bytes[len - 1])
		len--;
	text = malloc(2 * len + 1);
	if (!text)
		return NULL;
	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 0xf];
	}
	json = json_stringn(text, 2 * len);
	free(text);
	return json;
}

/* A mailbox as it may be kept. Returns NULL without memory. */
static json_t *mailbox_json(const struct record *record, const struct record_mailbox *blank, const void *bytes,
			    size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);
	json_t *json;

	if (!copy)
		return NULL;
	memcpy(copy, bytes, len);
	if (blank)
		record_mailbox_blank(blank, copy, len);
	scrub_bytes(&record->scrub, copy, len);
	json = hex_json(copy, len);
	free(copy);
	return json;
}

/* A command that nobody knows may carry anything: its two words that say what it is, and what came of it. */
static void put_unknown(struct record *record, json_t *line, const uint8_t *in, size_t in_len, const uint8_t *out,
			bool answered)
{
	set(record, line, "withheld", json_true());
	if (in_len >= 8) {
		set(record, line, "opcode", json_integer(ece_be32(in) >> 16));
		set(record, line, "op_mod", json_integer(ece_be32(in + 4) & 0xffff));
	}
	if (answered)
		set(record, line, "status", json_integer(out[0]));
	record_put(record, line);
}

void record_command(struct record *record, const char *door, const char *on, int scope, const void *in, size_t in_len,
		    const void *out, size_t out_len, int ret)
{
	const struct record_mailbox *known = record_mailbox_find(in, in_len);
	bool answered = (!ret || ret == -EREMOTEIO) && out_len >= 8;
	json_t *line = json_pack("{s:s, s:s, s:i, s:I, s:I}", "door", door, "on", on, "errno", -ret, "in_len",
				 (json_int_t)in_len, "out_len", (json_int_t)out_len);

	if (scope >= 0)
		set(record, line, "scope", json_integer(scope));
	if (!known || in_len > RECORD_MAILBOX_MAX || out_len > RECORD_MAILBOX_MAX) {
		put_unknown(record, line, in, in_len, out, answered);
		return;
	}
	set(record, line, "command", json_string(known->name));
	set(record, line, "in", mailbox_json(record, NULL, in, in_len));
	if (answered)
		set(record, line, "out", mailbox_json(record, known, out, out_len));
	record_put(record, line);
}

void record_file(struct record *record, const char *what, enum ece_os_root root, const char *path, enum scrub_file keep,
		 const char *text, int ret)
{
	char clean_path[FILE_TEXT_MAX], clean[FILE_TEXT_MAX];
	json_t *line;

	if (text && keep == SCRUB_IDENTITY && !scrub_learn(&record->scrub, text))
		record->err = record->err ? record->err : -E2BIG;
	scrub_text(&record->scrub, path, clean_path, sizeof(clean_path));
	line = json_pack("{s:s, s:s, s:s, s:i}", "file", what, "root", roots[root], "path", clean_path, "errno",
			 ret < 0 ? -ret : 0);
	if (text && keep != SCRUB_WITHHOLD) {
		scrub_text(&record->scrub, text, clean, sizeof(clean));
		set(record, line, "text", json_string(clean));
	} else if (text) {
		set(record, line, "withheld", json_true());
	}
	record_put(record, line);
}
