// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/spark.h"

#include <string.h>

#define LEVELS 8

static const char *const levels[2][LEVELS] = {
	{"_", ".", ":", "-", "=", "+", "*", "#"},
	{"\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"},
};

static const char *sign(double value, double top, bool unicode)
{
	size_t level;

	if (value < 0)
		return " ";
	if (value == 0)
		return levels[unicode][0];
	level = 1 + (size_t)(value / top * (LEVELS - 1));
	return levels[unicode][level < LEVELS ? level : LEVELS - 1];
}

const char *spark(const double *values, size_t count, size_t columns, bool unicode, char *buf)
{
	size_t first = count > columns ? count - columns : 0;
	char *at = buf;
	double top = 0;

	buf[0] = '\0';
	for (size_t i = first; i < count; i++)
		top = values[i] > top ? values[i] : top;
	for (size_t i = first; top > 0 && i < count; i++)
		at = stpcpy(at, sign(values[i], top, unicode));
	return buf;
}
