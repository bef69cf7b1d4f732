// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/json_build.h"
#include "tools/ece-decode/address.h"
#include "tools/ece-decode/views.h"
#include "tools/common/word_json.h"
#include "tools/ece-decode/word_json.h"

static json_t *count_json(uint64_t count)
{
	return json_integer((json_int_t)count);
}

static json_t *endings_json(const struct tally *tally)
{
	json_t *object = json_object();

	for (unsigned int i = 0; i < CAPTURE_ENDING_COUNT; i++)
		build_set(&object, capture_ending_name((enum capture_ending)i), count_json(tally->endings[i]));
	return object;
}

static json_t *agreed_json(const struct tally *tally)
{
	json_t *list = json_array();

	for (size_t i = 0; i < tally->word_count; i++)
		build_append(&list, json_pack("{s:o, s:o}", "word", word_json(&tally->words[i].word), "count",
					      count_json(tally->words[i].count)));
	return list;
}

static json_t *none_json(const struct tally *tally)
{
	return json_pack("{s:o, s:o, s:o}", "not_offered", count_json(tally->none[TALLY_NOT_OFFERED]), "not_answered",
			 count_json(tally->none[TALLY_NOT_ANSWERED]), "other_vendor",
			 count_json(tally->none[TALLY_OTHER_VENDOR]));
}

static json_t *reasons_json(const struct tally *tally)
{
	json_t *list = json_array();

	for (uint16_t i = 0; i < TALLY_REASONS_MAX; i++)
		if (tally->reasons[i])
			build_append(&list, json_pack("{s:i, s:s, s:o}", "reason", i, "text", capture_reason_text(i),
						      "count", count_json(tally->reasons[i])));
	return list;
}

static json_t *hosts_json(const struct tally *tally)
{
	size_t count;
	const struct host_counts *hosts = hosts_odd(tally->hosts, &count);
	json_t *list = json_array();
	char text[ADDRESS_TEXT_MAX];

	for (size_t i = 0; i < count; i++)
		build_append(&list,
			     json_pack("{s:s, s:o, s:o, s:o, s:o}", "address", address_text(hosts[i].address, text),
				       "connections", count_json(hosts[i].connections), "offered_none",
				       count_json(hosts[i].offered_none), "took_none", count_json(hosts[i].took_none),
				       "lacking", count_json(hosts[i].lacking)));
	return list;
}

static json_t *packets_json(const struct capture_counts *counts)
{
	json_t *object = json_pack("{s:o}", "all", count_json(counts->packets));

	for (unsigned int i = 0; i < CAPTURE_VERDICT_COUNT; i++)
		build_set(&object, capture_verdict_name((enum capture_verdict)i), count_json(counts->verdicts[i]));
	return object;
}

static json_t *messages_json(const struct capture_counts *counts)
{
	json_t *object = json_object();

	for (unsigned int i = 0; i < CAPTURE_KIND_COUNT; i++)
		build_set(&object, capture_kind_name((enum capture_kind)(CAPTURE_KIND_FIRST + i)),
			  count_json(counts->messages[i]));
	build_set(&object, "repeats", count_json(counts->repeats));
	build_set(&object, "bad_icrc", count_json(counts->bad_icrc));
	build_set(&object, "late", count_json(counts->late));
	build_set(&object, "strays", count_json(counts->strays));
	return object;
}

static json_t *wanted_json(const struct tally *tally, uint32_t want)
{
	if (!want)
		return json_null();
	return json_pack("{s:I, s:o, s:o}", "raw", (json_int_t)want, "options", option_names_json(want, false),
			 "lacking", count_json(tally->lacking));
}

json_t *summary_json(const struct tally *tally, const struct capture_counts *counts, uint32_t want)
{
	json_t *object = json_pack("{s:i, s:s, s:o, s:o}", "version", DECODE_VERSION, "type", "summary", "connections",
				   count_json(tally->connections), "datagrams", count_json(tally->datagrams));

	build_set(&object, "hidden", count_json(tally->hidden));
	build_set(&object, "endings", endings_json(tally));
	build_set(&object, "agreed", agreed_json(tally));
	build_set(&object, "other_agreed", count_json(tally->other_words));
	build_set(&object, "agreed_none", none_json(tally));
	build_set(&object, "more_than_offered", count_json(tally->more));
	build_set(&object, "hosts", hosts_json(tally));
	build_set(&object, "hosts_uncounted", count_json(hosts_uncounted(tally->hosts)));
	build_set(&object, "rejects", reasons_json(tally));
	build_set(&object, "other_rejects", count_json(tally->other_reasons));
	build_set(&object, "wanted", wanted_json(tally, want));
	build_set(&object, "packets", packets_json(counts));
	build_set(&object, "messages", messages_json(counts));
	build_set(&object, "forgotten", count_json(counts->forgotten));
	return object;
}
