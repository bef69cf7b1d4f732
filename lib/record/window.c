// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/window.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"
#include "lib/record/internal.h"

#define WORD sizeof(uint32_t)

static bool in_mailbox(uint32_t address)
{
	return address >= PRM_MAILBOX_DATA && address - PRM_MAILBOX_DATA <= RECORD_WINDOW_BYTES - WORD;
}

/* Of the register, in bytes. */
static size_t register_len(const struct record_window *window)
{
	uint64_t words = prm_get(window->in, &prm_reg_tlv.register_length);
	size_t len = words ? (size_t)(words - 1) * WORD : 0;

	return len < PRM_ACCESS_REG_DATA_MAX ? len : PRM_ACCESS_REG_DATA_MAX;
}

/* What came of the access, as an errno; tells what the mailbox said. */
static int outcome(struct record *record, const struct record_window *window, const char *on)
{
	uint64_t status = prm_get(window->control, &prm_mailbox_control.status);

	if (!window->answered)
		return -ETIMEDOUT;
	if (!status)
		return 0;
	record_put(record, json_pack("{s:s, s:s, s:I, s:I}", "config", "mailbox", "on", on, "status",
				     (json_int_t)status, "syndrome", (json_int_t)window->syndrome));
	return -EIO;
}

static void put_access(struct record *record, const struct record_window *window, const char *on)
{
	uint8_t in[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX] = {0}, out[sizeof(in)] = {0};
	bool read = prm_get(window->in, &prm_reg_tlv.method) == PRM_REG_TLV_READ;
	size_t len = register_len(window);

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, read ? PRM_ACCESS_REG_READ : PRM_ACCESS_REG_WRITE);
	prm_set(in, &prm_access_reg.register_id, prm_get(window->in, &prm_reg_tlv.register_id));
	memcpy(in + PRM_ACCESS_REG_DATA, window->in + PRM_REG_TLV_REGISTER, len);
	prm_set(out, &prm_mbox_out.status, prm_get(window->out, &prm_reg_tlv.status));
	prm_set(out, &prm_mbox_out.syndrome, window->syndrome);
	if (read)
		memcpy(out + PRM_ACCESS_REG_DATA, window->out + PRM_REG_TLV_REGISTER, len);
	record_command(record, "vsc", on, -1, in, PRM_ACCESS_REG_DATA + len, out, PRM_ACCESS_REG_DATA + len,
		       outcome(record, window, on));
}

void record_window_end(struct record *record, struct record_window *window, const char *on)
{
	if (!window->submitted)
		return;
	window->submitted = false;
	put_access(record, window, on);
	memset(window->in, 0, sizeof(window->in));
}

static void submit(struct record_window *window, uint32_t control)
{
	uint8_t word[WORD];

	ece_put_be32(word, control);
	if (prm_get(word, &prm_mailbox_control.opcode) != PRM_MAILBOX_ACCESS_REG ||
	    !prm_get(word, &prm_mailbox_control.busy))
		return;
	window->submitted = true;
	window->answered = false;
	window->syndrome = 0;
	memset(window->out, 0, sizeof(window->out));
}

/* A word into the mailbox. */
static void put_word(struct record *record, struct record_window *window, const char *on)
{
	record_window_end(record, window, on);
	if (in_mailbox(window->address))
		ece_put_be32(window->in + (window->address - PRM_MAILBOX_DATA), window->data);
	else if (window->address == PRM_MAILBOX_CONTROL)
		submit(window, window->data);
}

/* A word out of the mailbox. */
static void got_word(struct record_window *window, uint32_t value)
{
	if (window->address == PRM_MAILBOX_CONTROL) {
		ece_put_be32(window->control, value);
		window->answered = !prm_get(window->control, &prm_mailbox_control.busy);
	} else if (window->address == PRM_MAILBOX_SYNDROME) {
		window->syndrome = value;
	} else if (in_mailbox(window->address)) {
		ece_put_be32(window->out + (window->address - PRM_MAILBOX_DATA), value);
	}
}

static bool is_window(uint32_t header)
{
	return (header & 0xff) == PRM_WINDOW_CAPABILITY && (header >> 16 & 0xff) >= PRM_WINDOW_BYTES;
}

void record_window_read(struct record_window *window, uint32_t at, uint32_t value)
{
	if (!window->at && is_window(value))
		window->at = at;
	else if (window->at && at == window->at + PRM_WINDOW_DATA && window->space == PRM_WINDOW_MAILBOX &&
		 window->submitted)
		got_word(window, value);
}

void record_window_write(struct record *record, struct record_window *window, const char *on, uint32_t at,
			 uint32_t value)
{
	if (!window->at || at < window->at)
		return;
	switch (at - window->at) {
	case PRM_WINDOW_SPACE:
		if (value != PRM_WINDOW_MAILBOX)
			record_window_end(record, window, on);
		window->space = value;
		break;
	case PRM_WINDOW_DATA:
		window->data = value;
		break;
	case PRM_WINDOW_ADDRESS:
		window->address = value & ~PRM_WINDOW_FLAG;
		if (value & PRM_WINDOW_FLAG && window->space == PRM_WINDOW_MAILBOX)
			put_word(record, window, on);
		break;
	default:
		break;
	}
}
