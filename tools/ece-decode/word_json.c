// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/word_json.h"

#include "tools/common/json_build.h"

json_t *bits_json(uint32_t bits, bool inferred_only)
{
	const struct ece_option *option;
	json_t *list = json_array();

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (bits & option->bit && (!inferred_only || option->by_inference))
			build_append(&list, json_string(option->name));
	return list;
}

json_t *word_json(const struct ece_offer *word)
{
	bool ours = word->vendor_id == ECE_VENDOR_NVIDIA;
	json_t *object =
		json_pack("{s:I, s:I}", "vendor", (json_int_t)word->vendor_id, "raw", (json_int_t)word->options);

	build_set(&object, "version", ours ? json_integer(ece_offer_version(word)) : json_null());
	build_set(&object, "options", ours ? bits_json(word->options, false) : json_null());
	build_set(&object, "inferred", ours ? bits_json(word->options, true) : json_null());
	build_set(&object, "unnamed", ours ? json_integer(ece_offer_unnamed(word)) : json_null());
	return object;
}
