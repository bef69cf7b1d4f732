// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/settings/settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ece/offer.h"
#include "lib/settings/rows.h"

static const char *const program_names[SETTINGS_PROGRAM_COUNT] = {
	[SETTINGS_NCCL] = "nccl",
	[SETTINGS_UCX] = "ucx",
};

const char *settings_program_name(enum settings_program program)
{
	return program_names[program];
}

enum settings_program settings_program_find(const char *name)
{
	for (size_t i = 0; i < SETTINGS_PROGRAM_COUNT; i++)
		if (!strcmp(program_names[i], name))
			return (enum settings_program)i;
	return SETTINGS_PROGRAM_COUNT;
}

const struct settings_variable *settings_variable_at(size_t i)
{
	if (i < settings_nccl_row_count)
		return &settings_nccl_rows[i];
	i -= settings_nccl_row_count;
	return i < settings_ucx_row_count ? &settings_ucx_rows[i] : NULL;
}

const struct settings_variable *settings_variable_find(const char *name, size_t len)
{
	const struct settings_variable *variable;

	for (size_t i = 0; (variable = settings_variable_at(i)); i++)
		if (strlen(variable->name) == len && !memcmp(variable->name, name, len))
			return variable;
	return NULL;
}

enum settings_fit settings_fit(const struct settings_variable *variable, const struct settings_wish *wish, char *value,
			       char *why)
{
	return variable->fit(wish, value, why);
}

bool settings_contradicts(const struct settings_variable *variable, const char *value, const struct settings_wish *wish,
			  char *why)
{
	return variable->contradicts(value, wish, why);
}

bool settings_note_for(const struct settings_note *note, enum settings_program program,
		       const struct settings_wish *wish)
{
	if (note->program != SETTINGS_PROGRAM_COUNT && note->program != program)
		return false;
	switch (note->when) {
	case SETTINGS_ALWAYS:
		return true;
	case SETTINGS_WITH_ECE:
		return wish->allow & settings_named();
	case SETTINGS_WITH_FORCED:
		return wish->forced_repeat;
	}
	return false;
}

uint32_t settings_named(void)
{
	const struct ece_option *option;
	uint32_t bits = 0;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		bits |= option->bit;
	return bits;
}

uint32_t settings_forbidden(const struct settings_wish *wish)
{
	return settings_named() & ~wish->allow;
}

bool settings_say(char *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, SETTINGS_WHY_MAX, format, args);
	va_end(args);
	return true;
}

const char *settings_names(uint32_t bits, char *buf)
{
	return ece_bits_format(bits, buf, ECE_OFFER_TEXT_MAX);
}
