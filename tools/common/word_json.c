// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/word_json.h"

#include "tools/common/json_build.h"

json_t *option_names_json(uint32_t bits, bool inferred_only)
{
	const struct ece_option *option;
	json_t *list = json_array();

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (bits & option->bit && (!inferred_only || option->by_inference))
			build_append(&list, json_string(option->name));
	return list;
}

void word_parts_set(json_t **object, const struct ece_offer *word)
{
	bool known = word && word->vendor_id == ECE_VENDOR_NVIDIA;

	build_set(object, "version", known ? json_integer(ece_offer_version(word)) : json_null());
	build_set(object, "options", known ? option_names_json(word->options, false) : json_null());
	build_set(object, "inferred", known ? option_names_json(word->options, true) : json_null());
	build_set(object, "unnamed", known ? json_integer(ece_offer_unnamed(word)) : json_null());
}
