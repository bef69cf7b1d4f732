// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/tally.h"

static void add_word(struct tally *tally, const struct ece_offer *word)
{
	size_t i = 0;

	while (i < tally->word_count &&
	       (tally->words[i].word.vendor_id != word->vendor_id || tally->words[i].word.options != word->options))
		i++;
	if (i == TALLY_WORDS_MAX) {
		tally->other_words++;
		return;
	}
	if (i == tally->word_count) {
		tally->words[i].word = *word;
		tally->word_count++;
	}
	tally->words[i].count++;
}

static enum tally_none why_none(const struct capture_exchange *exchange)
{
	const struct ece_offer *offered = &exchange->requester.word, *answered = &exchange->responder.word;

	if (!offered->vendor_id || !offered->options)
		return TALLY_NOT_OFFERED;
	if (answered->vendor_id && answered->vendor_id != offered->vendor_id)
		return TALLY_OTHER_VENDOR;
	return TALLY_NOT_ANSWERED;
}

static void add_agreed(struct tally *tally, const struct capture_exchange *exchange, uint32_t require)
{
	struct ece_offer agreed = capture_exchange_agreed(exchange);
	uint32_t bits = agreed.vendor_id == ECE_VENDOR_NVIDIA ? agreed.options : 0;

	if (require & ~bits)
		tally->lacking++;
	if (agreed.options)
		add_word(tally, &agreed);
	else
		tally->none[why_none(exchange)]++;
}

void tally_add(struct tally *tally, const struct capture_exchange *exchange, uint32_t require)
{
	enum capture_ending ending = capture_exchange_ending(exchange);

	tally->endings[ending]++;
	if (exchange->datagram)
		tally->datagrams++;
	else
		tally->connections++;
	if (ending == CAPTURE_ESTABLISHED)
		add_agreed(tally, exchange, require);
	if (ending == CAPTURE_REJECTED && exchange->reason < TALLY_REASONS_MAX)
		tally->reasons[exchange->reason]++;
	else if (ending == CAPTURE_REJECTED)
		tally->other_reasons++;
}
