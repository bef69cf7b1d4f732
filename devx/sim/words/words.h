/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a test says to one card in words, and what it asks: one language for cards behind PCI (devx/sim/pci/control.h) and
 * for those of a simulated fleet. Every request is answered by "ok", "ok VALUE" or "error: SENTENCE".
 *
 *	link up|down
 *	fault status OPCODE [STATUS [COUNT [SKIP]]]
 *	fault ignore OPCODE [COUNT [SKIP]]
 *	fault delay OPCODE MS [COUNT [SKIP]]
 *	fault vanish OPCODE [SKIP]       the card is gone from the bus at that command
 *	fault clear                      no rules; a vanished card is back
 *	counter NAME [VALUE]             show or set a counter, named as in Linux' hw_counters or by ethtool
 *	ece [WORD|none]                  show or set what the card offers; who is connected keeps what was agreed
 *	qps [NUMBER]                     queue pairs as JSON: service, state, agreed ECE word, recovery from loss, PSNs
 *	health SYNDROME                  0: healthy
 *	firmware-reset                   a new start: the next NV configuration comes into force
 *	dump [PREFIX]                    the state as one JSON object; only names that start with PREFIX
 *	mark                             remember the state
 *	moved                            what differs from the mark, as JSON: {"NAME":[THEN,NOW]}
 *
 * OPCODE is a number, or 0 for any command; 0x805/0x402c means ACCESS_REG of that register.
 */
#ifndef ECE_DEVX_SIM_WORDS_WORDS_H
#define ECE_DEVX_SIM_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "devx/sim/fw/fw.h"

#define SIM_WORDS_MAX        8     /* more than any request has; what is behind them is left out */
#define SIM_WORDS_ANSWER_MAX 65536 /* a whole dump fits */

struct sim_words {
	struct fw *fw;
	struct fw_state *mark; /* where "mark" remembers; its powered is 0 before the first. NULL: there is no mark */
	char *word[SIM_WORDS_MAX];
	size_t count;
	char *answer; /* of SIM_WORDS_ANSWER_MAX bytes; filled as a string */
};

/**
 * sim_words_run - carry out a request
 * @words: the words may be changed
 *
 * Returns false, with an empty answer, when the verb is none of the above.
 */
bool sim_words_run(struct sim_words *words);

/* sim_words_known - is this one of the verbs above? */
bool sim_words_known(const char *verb);

/* The rest is for those who have verbs of their own. */

/**
 * sim_words_split - cut a line at blanks into words->word
 */
void sim_words_split(struct sim_words *words, char *line);

/* sim_words_say - the answer, by printf, cut where it is too long */
__attribute__((format(printf, 2, 3))) void sim_words_say(struct sim_words *words, const char *format, ...);

/* sim_words_say_json - "ok JSON"; takes @value over, NULL is said to be out of memory */
void sim_words_say_json(struct sim_words *words, json_t *value);

/**
 * sim_words_number - the number in word @i, or @otherwise where there are fewer words
 *
 * Answers and returns false when the word is none up to @max.
 */
bool sim_words_number(struct sim_words *words, size_t i, unsigned long max, unsigned long otherwise,
		      unsigned long *value);

/* sim_words_fit - does the request have @min to @max words, its verb included? Answers and returns false when it has not */
bool sim_words_fit(struct sim_words *words, size_t min, size_t max);

#endif
