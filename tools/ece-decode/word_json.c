// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/word_json.h"

#include "tools/common/word_json.h"

json_t *word_json(const struct ece_offer *word)
{
	json_t *object =
		json_pack("{s:I, s:I}", "vendor", (json_int_t)word->vendor_id, "raw", (json_int_t)word->options);

	word_parts_set(&object, word);
	return object;
}
