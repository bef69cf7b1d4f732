// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/ece/pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define STEPS_MAX 4096

void pair_begin(struct end *end, enum ece_role role)
{
	end->session = ece_session_new(role, &end->policy);
	assert_non_null(end->session);
	end->has_asked = false;
	end->asked = ece_offer_none();
}

/* A device as the model of the firmware is: it answers with what it knows of what it was asked for. */
static void ask_device(struct end *end)
{
	struct ece_offer effective = ece_offer_none();

	end->asked = ece_session_ask(end->session);
	end->has_asked = true;
	if (!ece_offer_is_none(&end->asked)) {
		effective = end->asked;
		effective.options &= ~end->leaves_out;
	}
	assert_int_equal(ece_session_effective(end->session, end->unreadable ? NULL : &effective,
					       end->unreadable ? ECE_EFFECTIVE_NOT_READ : ECE_EFFECTIVE_BY_DEVICE),
			 0);
}

static void send(struct end *end, struct queue *to)
{
	size_t len;
	const void *message = ece_session_message(end->session, &len);

	assert_non_null(message);
	assert_true(len <= sizeof(to->bytes) - to->len);
	memcpy(to->bytes + to->len, message, len);
	to->len += len;
	assert_int_equal(ece_session_sent(end->session), 0);
}

static bool receive(struct end *end, struct queue *from, size_t piece)
{
	size_t n = from->len - from->at, taken;

	if (!n)
		return false;
	n = n < piece ? n : piece;
	assert_int_equal(ece_session_received(end->session, from->bytes + from->at, n, &taken), 0);
	assert_true(taken > 0 && taken <= n);
	from->at += taken;
	return true;
}

bool pair_step(struct end *end, struct queue *from, struct queue *to, size_t piece)
{
	switch (ece_session_want(end->session)) {
	case ECE_WANT_LOCAL:
		assert_int_equal(ece_session_local(end->session, end->supported ? &end->card : NULL, end->supported),
				 0);
		return true;
	case ECE_WANT_SEND:
		send(end, to);
		return true;
	case ECE_WANT_RECEIVE:
		return receive(end, from, piece);
	case ECE_WANT_ASK:
		ask_device(end);
		return true;
	default:
		return false;
	}
}

static bool has_ended(const struct end *end)
{
	enum ece_want want = ece_session_want(end->session);

	return want == ECE_WANT_DONE || want == ECE_WANT_FAILED;
}

void pair_run(struct end ends[2], size_t piece)
{
	struct queue to[2] = {{.len = 0}, {.len = 0}};
	bool moved = true;

	pair_begin(&ends[0], ECE_REQUESTOR);
	pair_begin(&ends[1], ECE_RESPONDER);
	for (int steps = 0; moved; steps++) {
		assert_true(steps < STEPS_MAX);
		moved = pair_step(&ends[0], &to[0], &to[1], piece);
		moved |= pair_step(&ends[1], &to[1], &to[0], piece);
	}
	for (int i = 0; i < 2; i++) {
		assert_true(has_ended(&ends[i]));
		assert_int_equal(to[i].at, to[i].len);
	}
}

void pair_free(struct end ends[2])
{
	ece_session_free(ends[0].session);
	ece_session_free(ends[1].session);
}
