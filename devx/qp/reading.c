// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How a reading comes about: tries that give the word or a reason. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/qp/internal.h"

/* A backend's reason begins with its name, and so does the line that it goes into. */
static const char *without_name(const char *why, enum ece_qp_way way)
{
	const char *name = ece_qp_way_name(way);
	size_t len = strlen(name);

	return !strncmp(why, name, len) && !strncmp(why + len, ": ", 2) ? why + len + 2 : why;
}

void qp_try_result(struct ece_qp_reading *reading, enum ece_qp_way way, const struct ece_result *result)
{
	char text[ECE_VALUE_WHY_MAX];

	qp_try_failed(reading, way, "%s", without_name(ece_result_text(result, text, sizeof(text)), way));
}

void qp_try_failed(struct ece_qp_reading *reading, enum ece_qp_way way, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reading->tries[way].why, sizeof(reading->tries[way].why), format, args);
	va_end(args);
}

void qp_reading_set(struct ece_qp_reading *reading, enum ece_qp_way way, uint32_t options)
{
	reading->state = ECE_VALUE_SET;
	reading->options = options;
	reading->way = way;
}

void qp_reading_join(struct ece_qp_reading *reading)
{
	size_t len = 0;

	for (size_t w = 0; w < ECE_QP_WAY_COUNT && len < sizeof(reading->why); w++)
		if (reading->tries[w].tried && reading->tries[w].why[0])
			len += (size_t)snprintf(reading->why + len, sizeof(reading->why) - len, "%s%s: %s",
						len ? "; " : "", ece_qp_way_name((enum ece_qp_way)w),
						reading->tries[w].why);
}

bool qps_window(struct ece_qps *qps, struct ece_qp_reading *reading)
{
	if (qps_lacks(qps, QPS_DUMP)) {
		qp_try_failed(reading, ECE_QP_WAY_VSC, "this card has no resource dump");
		return false;
	}
	if (!ece_backend_open(ece_backend(ECE_BACKEND_VSC), &qps->doors))
		return true;
	qp_try_failed(reading, ECE_QP_WAY_VSC, "%s", qps->doors.door[ECE_BACKEND_VSC].why);
	return false;
}

const struct ece_backend *qps_fwctl(struct ece_qps *qps, struct ece_qp_reading *reading)
{
	const struct ece_backend *fwctl = ece_backend(ECE_BACKEND_FWCTL);

	if (!ece_backend_open(fwctl, &qps->doors))
		return fwctl;
	qp_try_failed(reading, ECE_QP_WAY_FWCTL, "%s", qps->doors.door[ECE_BACKEND_FWCTL].why);
	return NULL;
}
