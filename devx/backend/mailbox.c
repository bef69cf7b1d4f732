// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The mailbox has a semaphore of its own, in an address space of the window. It is held for the whole access; the
 * window itself only while something is read or written through it, so that who holds the mailbox can always get on.
 */
#include "devx/backend/mailbox.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/base/be.h"
#include "devx/prm/cmd.h"

#define WORD       sizeof(uint32_t)
#define BYTES_MAX  (PRM_REG_TLV_REGISTER + PRM_ACCESS_REG_DATA_MAX)
#define TLV_WORDS  (PRM_REG_TLV_REGISTER / WORD - 1) /* of the operation TLV */
#define ROUNDED(n) (((n) + WORD - 1) / WORD * WORD)

struct access {
	struct window *window;
	size_t bytes; /* in the mailbox: TLVs and register */
	uint8_t mailbox[BYTES_MAX];
	uint32_t mark; /* in the mailbox's semaphore: ours; 0: there is nothing to give back */
	bool started;  /* the firmware may have seen it */
};

/* Returns 1 when the mailbox is ours, 0 when it is somebody else's. The window is taken. */
static int try_to_lock(struct access *access)
{
	struct window *window = access->window;
	uint32_t holder = 0;
	int err = window_space(window, PRM_WINDOW_SEMAPHORES);

	if (!err)
		err = window_read(window, PRM_WINDOW_MAILBOX_LOCK, &holder);
	if (err || holder)
		return err;
	access->mark = window->ticket;
	err = window_write(window, PRM_WINDOW_MAILBOX_LOCK, access->mark);
	if (!err)
		err = window_read(window, PRM_WINDOW_MAILBOX_LOCK, &holder);
	return err ? err : holder == access->mark;
}

/* Takes the window, then the mailbox. */
static int enter(struct access *access)
{
	struct patience patience = patience_of(access->window->os, WINDOW_WAIT_NS);

	do {
		int locked = window_take(access->window, &patience);

		if (!locked)
			locked = try_to_lock(access);
		if (locked)
			return locked > 0 ? 0 : locked;
		window_give(access->window);
	} while (patience_wait(&patience));
	return -EBUSY;
}

/* Gives both back, as far as they are ours and the card can be reached. */
static void leave(struct access *access)
{
	struct patience patience = patience_of(access->window->os, WINDOW_WAIT_NS);
	struct window *window = access->window;
	uint32_t holder = 0;

	window->words = patience_of(window->os, WINDOW_WAIT_NS);
	if (access->mark && (window->taken || !window_take(window, &patience)) &&
	    !window_space(window, PRM_WINDOW_SEMAPHORES) && !window_read(window, PRM_WINDOW_MAILBOX_LOCK, &holder) &&
	    holder == access->mark)
		(void)window_write(window, PRM_WINDOW_MAILBOX_LOCK, 0);
	window_give(window);
}

static int read_control(struct access *access, uint8_t control[4])
{
	uint32_t word = 0;
	int err = window_read(access->window, PRM_MAILBOX_CONTROL, &word);

	ece_put_be32(control, word);
	return err;
}

/* Puts the access into the mailbox and tells the firmware. */
static int submit(struct access *access)
{
	struct window *window = access->window;
	uint8_t control[WORD] = {0};
	uint32_t size = 0;
	int err = window_space(window, PRM_WINDOW_MAILBOX);

	if (!err)
		err = window_read(window, PRM_MAILBOX_SIZE, &size);
	if (!err && size < access->bytes)
		return -EMSGSIZE;
	if (!err)
		err = read_control(access, control);
	if (!err && prm_get(control, &prm_mailbox_control.busy))
		return -EBUSY; /* its last user gave up on an answer that has not come yet */
	for (size_t at = 0; at < access->bytes && !err; at += WORD)
		err = window_write(window, PRM_MAILBOX_DATA + (uint32_t)at, ece_be32(access->mailbox + at));
	if (err)
		return err;
	prm_set(control, &prm_mailbox_control.opcode, PRM_MAILBOX_ACCESS_REG);
	prm_set(control, &prm_mailbox_control.status, 0);
	prm_set(control, &prm_mailbox_control.busy, 1);
	access->started = true;
	return window_write(window, PRM_MAILBOX_CONTROL, ece_be32(control));
}

/* Waits for the firmware; others get the window meanwhile. */
static int wait_done(struct access *access, uint8_t control[4])
{
	struct patience patience = patience_of(access->window->os, MAILBOX_WAIT_NS);
	struct window *window = access->window;

	for (;;) {
		int err = read_control(access, control);

		if (err || !prm_get(control, &prm_mailbox_control.busy))
			return err;
		window_give(window);
		if (!patience_wait(&patience))
			return -ETIMEDOUT;
		err = window_take(window, &patience);
		if (!err)
			err = window_space(window, PRM_WINDOW_MAILBOX);
		if (err)
			return err;
	}
}

/* A refusal that a command mailbox has the same word for. */
static struct ece_result refused(struct access *access, enum prm_status status)
{
	uint32_t syndrome = 0;

	(void)window_read(access->window, PRM_MAILBOX_SYNDROME, &syndrome);
	return (struct ece_result){
		.err = -prm_status_errno(status),
		.backend = ECE_BACKEND_VSC,
		.reached = ECE_REACHED_YES,
		.has_status = true,
		.status = status,
		.syndrome = syndrome,
	};
}

static struct ece_result failed(int err)
{
	return ece_not_answered(ECE_BACKEND_VSC, err, ECE_REACHED_YES);
}

static struct ece_result mailbox_result(struct access *access, uint64_t status)
{
	switch (status) {
	case PRM_MAILBOX_OK:
		return failed(0);
	case PRM_MAILBOX_INVALID_OPCODE:
		return failed(-ENOSYS);
	case PRM_MAILBOX_INVALID_COMMAND:
		return failed(-EPROTO);
	case PRM_MAILBOX_BAD_PARAMETER:
		return refused(access, PRM_STATUS_BAD_PARAM);
	case PRM_MAILBOX_BUSY:
		return refused(access, PRM_STATUS_BUSY);
	case PRM_MAILBOX_WRITE_PROTECTED:
		return failed(-EROFS);
	default:
		return failed(-EIO);
	}
}

static struct ece_result register_result(struct access *access, uint64_t status)
{
	switch (status) {
	case PRM_REG_TLV_OK:
		return failed(0);
	case PRM_REG_TLV_BUSY:
		return refused(access, PRM_STATUS_BUSY);
	case PRM_REG_TLV_REGISTER_NOT_SUPPORTED:
		return failed(-EOPNOTSUPP);
	case PRM_REG_TLV_METHOD_NOT_SUPPORTED:
		return refused(access, PRM_STATUS_BAD_OP);
	case PRM_REG_TLV_BAD_PARAMETER:
	case PRM_REG_TLV_UNKNOWN_TLV:
		return refused(access, PRM_STATUS_BAD_PARAM);
	case PRM_REG_TLV_NO_RESOURCES:
		return refused(access, PRM_STATUS_NO_RESOURCES);
	case PRM_REG_TLV_INTERNAL:
		return refused(access, PRM_STATUS_INTERNAL);
	case PRM_REG_TLV_RECEIVED:
		return failed(-EINPROGRESS);
	default:
		return failed(-EPROTO);
	}
}

/* Takes the answer out of the mailbox: of a write nothing but the status is of interest. */
static int fetch(struct access *access, bool read)
{
	size_t end = read ? access->bytes : WORD;

	for (size_t at = 0; at < end; at = at ? at + WORD : PRM_REG_TLV_REGISTER) {
		uint32_t word = 0;
		int err = window_read(access->window, PRM_MAILBOX_DATA + (uint32_t)at, &word);

		if (err)
			return err;
		ece_put_be32(access->mailbox + at, word);
	}
	return 0;
}

static struct ece_result run(struct access *access, bool read)
{
	uint8_t control[WORD] = {0};
	struct ece_result result;
	int err = enter(access);

	if (!err)
		err = submit(access);
	if (!err)
		err = wait_done(access, control);
	if (!err) {
		result = mailbox_result(access, prm_get(control, &prm_mailbox_control.status));
		if (result.err)
			return result;
		err = fetch(access, read);
	}
	if (err)
		return ece_not_answered(ECE_BACKEND_VSC, err, access->started ? ECE_REACHED_UNKNOWN : ECE_REACHED_NO);
	return register_result(access, prm_get(access->mailbox, &prm_reg_tlv.status));
}

static void fill(uint8_t *mailbox, enum prm_access_reg_method method, uint16_t id, const uint8_t *data, size_t len)
{
	bool read = method == PRM_ACCESS_REG_READ;

	prm_set(mailbox, &prm_reg_tlv.type, PRM_REG_TLV_OPERATION);
	prm_set(mailbox, &prm_reg_tlv.length, TLV_WORDS);
	prm_set(mailbox, &prm_reg_tlv.register_id, id);
	prm_set(mailbox, &prm_reg_tlv.method, read ? PRM_REG_TLV_READ : PRM_REG_TLV_WRITE);
	prm_set(mailbox, &prm_reg_tlv.op_class, PRM_REG_TLV_CLASS);
	prm_set(mailbox, &prm_reg_tlv.register_type, PRM_REG_TLV_REG);
	prm_set(mailbox, &prm_reg_tlv.register_length, 1 + ROUNDED(len) / WORD);
	memcpy(mailbox + PRM_REG_TLV_REGISTER, data, len);
}

struct ece_result mailbox_access_reg(struct window *window, enum prm_access_reg_method method, uint16_t id,
				     uint8_t *data, size_t len)
{
	struct access access = {.window = window, .bytes = PRM_REG_TLV_REGISTER + ROUNDED(len)};
	bool read = method == PRM_ACCESS_REG_READ;
	struct ece_result result;

	if (len > PRM_ACCESS_REG_DATA_MAX)
		return ece_not_answered(ECE_BACKEND_VSC, -EMSGSIZE, ECE_REACHED_NO);
	fill(access.mailbox, method, id, data, len);
	window->words = patience_of(window->os, WINDOW_WAIT_NS);
	result = run(&access, read);
	leave(&access);
	if (!result.err && read)
		memcpy(data, access.mailbox + PRM_REG_TLV_REGISTER, len);
	return result;
}
