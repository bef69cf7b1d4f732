// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/utc.h"

#include <stdbool.h>

#define DAY_S      86400
#define YEAR_FIRST 1970
#define YEAR_LAST  9999

static bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_days(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 1970-01-01 to the first of January of a year. */
static int64_t days_before(int year)
{
	int past = year - 1;

	return 365LL * (year - YEAR_FIRST) + past / 4 - past / 100 + past / 400 - 477;
}

static bool number(const char **at, int digits, int *value)
{
	for (*value = 0; digits--; ++*at) {
		if (**at < '0' || **at > '9')
			return false;
		*value = *value * 10 + (**at - '0');
	}
	return true;
}

static bool sign(const char **at, char wanted)
{
	return *(*at)++ == wanted;
}

/* Each piece is only looked at when the one before was there, so nothing behind the NUL is read. */
static bool date(const char **at, int ymd[3])
{
	return number(at, 4, &ymd[0]) && sign(at, '-') && number(at, 2, &ymd[1]) && sign(at, '-') &&
	       number(at, 2, &ymd[2]);
}

/* "18:00Z" or "18:00:00Z". @span: seconds of its last unit. */
static bool time_of_day(const char *at, int hms[3], int *span)
{
	hms[2] = 0;
	*span = 60;
	if (!number(&at, 2, &hms[0]) || !sign(&at, ':') || !number(&at, 2, &hms[1]))
		return false;
	if (*at == ':') {
		at++;
		*span = 1;
		if (!number(&at, 2, &hms[2]))
			return false;
	}
	return at[0] == 'Z' && !at[1];
}

static bool is_day(const int ymd[3])
{
	return ymd[0] >= YEAR_FIRST && ymd[1] >= 1 && ymd[1] <= 12 && ymd[2] >= 1 &&
	       ymd[2] <= month_days(ymd[0], ymd[1]);
}

const char *utc_parse(const char *text, int64_t *begin, int64_t *end)
{
	int ymd[3], hms[3] = {0}, span = DAY_S;
	int64_t days;

	if (!date(&text, ymd) || (*text && (*text != 'T' || !time_of_day(text + 1, hms, &span))))
		return "a date is written as \"2099-12-31\", a time as \"2099-12-31T18:00Z\"";
	if (!is_day(ymd) || hms[0] > 23 || hms[1] > 59 || hms[2] > 59)
		return "there is no such day or time";
	days = days_before(ymd[0]) + ymd[2] - 1;
	for (int month = 1; month < ymd[1]; month++)
		days += month_days(ymd[0], month);
	*begin = days * DAY_S + hms[0] * 3600L + hms[1] * 60L + hms[2];
	if (end)
		*end = *begin + span;
	return NULL;
}

static char *put(char *at, int digits, int value, char behind)
{
	for (int i = digits - 1; i >= 0; i--, value /= 10)
		at[i] = (char)('0' + value % 10);
	at[digits] = behind;
	return at + digits + 1;
}

const char *utc_format(int64_t seconds, char buf[UTC_TEXT_MAX])
{
	const int64_t last = days_before(YEAR_LAST + 1) * DAY_S - 1;
	int year = YEAR_FIRST, month = 1, days, rest;
	const char *start = buf;

	seconds = seconds < 0 ? 0 : seconds > last ? last : seconds;
	year += (int)(seconds / DAY_S / 366);
	while (days_before(year + 1) <= seconds / DAY_S)
		year++;
	days = (int)(seconds / DAY_S - days_before(year));
	for (; days >= month_days(year, month); month++)
		days -= month_days(year, month);
	rest = (int)(seconds % DAY_S);
	buf = put(buf, 4, year, '-');
	buf = put(buf, 2, month, '-');
	buf = put(buf, 2, days + 1, 'T');
	buf = put(buf, 2, rest / 3600, ':');
	buf = put(buf, 2, rest / 60 % 60, ':');
	put(buf, 2, rest % 60, 'Z')[0] = '\0';
	return start;
}
