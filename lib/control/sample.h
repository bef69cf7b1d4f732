/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What was read of hosts at one end of a window: of those that a step treats, and of some that it leaves alone. It is
 * kept in the store, so that another controller judges on the same numbers.
 */
#ifndef ECE_LIB_CONTROL_SAMPLE_H
#define ECE_LIB_CONTROL_SAMPLE_H

#include "lib/base/arena.h"
#include "lib/control/frozen.h"
#include "lib/counters/counter.h"
#include "lib/host/protocol.h"
#include "lib/rollout/rollout.h"

struct sample_nic {
	uint64_t guid;
	bool devx_only;
	struct counter_reading *readings; /* of each counter of the sample */
};

struct sample_host {
	const char *name;
	uint32_t number;   /* frozen_line.number */
	uint32_t position; /* of a treated host */
	bool treated, answered;
	const char *why, *boot;
	uint64_t at_ns;
	struct sample_nic *nics;
	size_t nic_count;
};

struct sample {
	uint32_t step, round;
	enum rollout_sample kind;
	const struct counter **counters;
	size_t counter_count;
	struct sample_host *hosts; /* the treated ones first */
	size_t host_count, treated_count;
	size_t filled;   /* of those that are read from pieces */
	uint32_t *index; /* into @hosts plus one, of each host number; sample_find() */
	uint32_t number_max;
	struct arena arena;
};

/**
 * sample_new - whom and what a SAMPLE action asks for; nothing is read yet
 */
int sample_new(const struct frozen *frozen, const struct rollout *rollout, const struct rollout_action *action,
	       struct sample **sample, struct ece_error *e);
void sample_free(struct sample *sample);

/**
 * sample_take - what a host answered
 * @touched: the cards of it that are of interest; NULL: all
 *
 * An answer without a counter that was asked for says that it is absent.
 */
int sample_take(struct sample *sample, size_t host, const struct protocol_answer *answer,
		const struct protocol_request *touched, struct ece_error *e);

/* It did not answer. */
int sample_miss(struct sample *sample, size_t host, const char *why, struct ece_error *e);

/**
 * sample_write - some hosts as JSON lines: what the sample is of, then one line a host
 * @first: the first host; receives the one to begin the next piece with, host_count behind the last one
 * @max: bytes of a piece, a line more or less
 * @text: free() it
 */
int sample_write(const struct sample *sample, size_t *first, size_t max, char **text, struct ece_error *e);

/**
 * sample_read - one piece from the store, in the order in which they were written
 * @sample: what was read so far, or NULL; the first piece begins anew
 *
 * A piece that does not continue what was read is of a sample that was replaced, and is passed over. Whole when .filled
 * is .host_count. -EUCLEAN (kind DAMAGED) for a text that is not as it was written: @sample is then NULL.
 */
int sample_read(const struct frozen *frozen, const char *text, struct sample **sample, struct ece_error *e);

/* Once its hosts are known. */
int sample_index(struct sample *sample, const struct frozen *frozen, struct ece_error *e);

/**
 * sample_find - the same host in another sample, or NULL
 */
const struct sample_host *sample_find(const struct sample *sample, uint32_t number);

/**
 * sample_untouched - hosts that a change leaves alone until a step is over, those near the step's hosts first
 * @numbers: receives at most @max host numbers
 *
 * Returns how many, or -ENOMEM.
 */
int sample_untouched(const struct frozen *frozen, uint32_t step, uint32_t max, uint32_t *numbers, struct ece_error *e);

#endif
