// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static const struct {
	uint64_t ms;
	const char *name;
} units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "m"}, {1000, "s"}, {1, "ms"}};

const char *words_duration(uint64_t ms, char *buf, size_t size)
{
	size_t i = 0;

	while (ms % units[i].ms)
		i++;
	snprintf(buf, size, "%" PRIu64 "%s", ms ? ms / units[i].ms : 0, ms ? units[i].name : "s");
	return buf;
}

const char *words_amount(struct fleet_amount amount, char buf[WORDS_AMOUNT_MAX])
{
	if (!amount.percent)
		snprintf(buf, WORDS_AMOUNT_MAX, "%" PRIu32 " host%s", amount.n, plural(amount.n));
	else if (amount.n % FLEET_PERCENT)
		snprintf(buf, WORDS_AMOUNT_MAX, "%g %%", (double)amount.n / FLEET_PERCENT);
	else
		snprintf(buf, WORDS_AMOUNT_MAX, "%" PRIu32 " %%", amount.n / FLEET_PERCENT);
	return buf;
}

const char *words_date(int64_t unix_time, char buf[WORDS_DATE_MAX])
{
	time_t when = (time_t)unix_time;
	struct tm tm;

	buf[0] = '\0';
	if (gmtime_r(&when, &tm))
		strftime(buf, WORDS_DATE_MAX, "%Y-%m-%d %H:%M:%SZ", &tm);
	return buf;
}
