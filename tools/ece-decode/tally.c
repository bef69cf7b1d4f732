// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/tally.h"

uint32_t word_more(const struct ece_offer *offered, const struct ece_offer *answered)
{
	struct ece_offer_difference difference = ece_offer_compare(offered, answered);

	if (!answered->vendor_id || !answered->options)
		return 0;
	if (difference.other_vendor)
		return answered->options;
	if (ece_offer_version(answered) > ece_offer_version(offered))
		return answered->options & ~ECE_OPTIONS_ALL;
	return difference.only_b;
}

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

static void add_agreed(struct tally *tally, const struct capture_exchange *exchange, uint32_t want)
{
	struct ece_offer agreed = capture_exchange_agreed(exchange);
	uint32_t bits = agreed.vendor_id == ECE_VENDOR_NVIDIA ? agreed.options : 0;

	if (want & ~bits)
		tally->lacking++;
	hosts_add(tally->hosts, exchange, want & ~bits);
	if (word_more(&exchange->requester.word, &exchange->responder.word))
		tally->more++;
	if (agreed.options)
		add_word(tally, &agreed);
	else
		tally->none[why_none(exchange)]++;
}

static uint32_t bits_of(const struct ece_offer *word)
{
	return word->vendor_id == ECE_VENDOR_NVIDIA ? ece_offer_bits(word) : 0;
}

void tally_add(struct tally *tally, const struct capture_exchange *exchange, uint32_t want)
{
	enum capture_ending ending = capture_exchange_ending(exchange);

	tally->endings[ending]++;
	tally->shown |= bits_of(&exchange->requester.word) | bits_of(&exchange->responder.word);
	if (exchange->datagram)
		tally->datagrams++;
	else
		tally->connections++;
	if (ending == CAPTURE_ESTABLISHED)
		add_agreed(tally, exchange, want);
	if (ending == CAPTURE_REJECTED && exchange->reason < TALLY_REASONS_MAX)
		tally->reasons[exchange->reason]++;
	else if (ending == CAPTURE_REJECTED)
		tally->other_reasons++;
}
