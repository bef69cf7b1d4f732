// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/nv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "_P1": what mlxconfig puts behind the name of a field that each port has. */
static size_t without_port(const char *name)
{
	size_t len = strlen(name);

	if (len > 3 && name[len - 3] == '_' && name[len - 2] == 'P' && name[len - 1] >= '1' && name[len - 1] <= '9')
		return len - 3;
	return len;
}

const struct ece_nv_field *ece_nv_find(const char *name)
{
	size_t base = without_port(name);

	for (size_t i = 0; i < ece_nv_count(); i++) {
		const struct ece_nv_field *field = ece_nv_at(i);

		if (!strcmp(field->name, name))
			return field;
		if (field->tlv->nv_class == PRM_NV_PORT && strlen(field->name) == base &&
		    !strncmp(field->name, name, base))
			return field;
	}
	return NULL;
}

const char *ece_nv_name(const struct ece_nv_field *field, uint8_t port, char *buf, size_t size)
{
	if (field->tlv->nv_class == PRM_NV_PORT && port)
		snprintf(buf, size, "%s_P%u", field->name, port);
	else
		snprintf(buf, size, "%s", field->name);
	return buf;
}

static const char *word_of(const struct ece_nv_field *field, uint64_t raw)
{
	if (field->flag)
		return raw ? "True" : "False";
	for (const struct ece_param_word *word = field->words; word && word->name; word++)
		if (word->raw == raw)
			return word->name;
	return NULL;
}

const char *ece_nv_format(const struct ece_nv_field *field, uint64_t raw, char *buf, size_t size)
{
	const char *word = word_of(field, raw);

	if (word)
		snprintf(buf, size, "%s(%" PRIu64 ")", word, raw);
	else
		snprintf(buf, size, "%" PRIu64 "%s%s", raw, field->unit[0] ? " " : "", field->unit);
	return buf;
}

static bool gate_open(const struct ece_nv_field *field, const uint8_t *gate)
{
	if (!field->gate || !gate)
		return true;
	for (size_t i = 0; i < ECE_NV_GATES && field->gates[i]; i++)
		if (prm_get(gate, field->gates[i]))
			return true;
	return false;
}

enum ece_nv_presence ece_nv_decode(const struct ece_nv_field *field, const uint8_t *data, const uint8_t *gate,
				   uint64_t *raw)
{
	*raw = prm_get(data, field->field);
	if (!gate_open(field, gate))
		return ECE_NV_ABSENT;
	if (field->valid && !prm_get(data, field->valid))
		return ECE_NV_UNSET;
	return ECE_NV_SET;
}
