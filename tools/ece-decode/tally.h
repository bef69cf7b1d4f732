/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts over the exchanges that were shown. */
#ifndef ECE_TOOLS_ECE_DECODE_TALLY_H
#define ECE_TOOLS_ECE_DECODE_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "lib/capture/exchange.h"
#include "tools/ece-decode/hosts.h"

#define TALLY_WORDS_MAX   64 /* agreed words that are told apart */
#define TALLY_REASONS_MAX 64 /* reasons of REJ from 0; higher ones are counted together */

/* Why the ends of a connection agreed on nothing. */
enum tally_none {
	TALLY_NOT_OFFERED,  /* the requester has no ECE */
	TALLY_NOT_ANSWERED, /* the responder has none, or took none */
	TALLY_OTHER_VENDOR,
	TALLY_NONE_COUNT,
};

struct tally_word {
	struct ece_offer word;
	uint64_t count;
};

struct tally {
	uint64_t connections, datagrams;
	uint64_t hidden; /* exchanges of other hosts: in no other count */
	uint64_t endings[CAPTURE_ENDING_COUNT];
	struct tally_word words[TALLY_WORDS_MAX]; /* agreed by established connections, in the order they came */
	size_t word_count;
	uint64_t other_words;
	uint64_t none[TALLY_NONE_COUNT];
	uint64_t reasons[TALLY_REASONS_MAX];
	uint64_t other_reasons;
	uint64_t lacking;    /* established without what is wanted */
	struct hosts *hosts; /* the caller's */
	uint64_t more;       /* established, and the answer has what was not offered */
	uint32_t shown;      /* option bits of NVIDIA's that were in any word, agreed on or not */
};

/**
 * tally_add - count one more
 * @want: option bits that it should have
 */
void tally_add(struct tally *tally, const struct capture_exchange *exchange, uint32_t want);

/**
 * word_more - the option bits, or the version, that an answer has and the offer has not
 *
 * Returns 0 where the answer is a part of the offer, and where it is none.
 */
uint32_t word_more(const struct ece_offer *offered, const struct ece_offer *answered);

#endif
