// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdlib.h>

#include "devx/qp/census.h"

static void count_users(struct ece_qps *qps, const struct ece_qp *list, size_t count, struct ece_qp_census *census)
{
	struct ece_qp_user *users = NULL;
	size_t user_count = 0;

	/* Older kernels do not tell. */
	if (ece_qps_users(qps, &users, &user_count, NULL))
		census->unlisted = -1;
	else
		ece_qp_census_users(census, list, count, users, user_count);
	free(users);
}

int ece_qps_count(struct ece_qps *qps, bool (*more)(void *ctx), void *ctx, struct ece_qp_census *census,
		  struct ece_error *e)
{
	struct ece_qp *list = NULL;
	struct ece_qp_reading reading;
	size_t count = 0;
	int err = ece_qps_list(qps, &list, &count, e);

	if (err)
		return err;
	*census = (struct ece_qp_census){.count = 0};
	for (size_t i = 0; i < count; i++) {
		bool read = !more || more(ctx);

		if (read)
			ece_qp_read(qps, &list[i], &reading);
		ece_qp_census_add(census, &list[i], read ? &reading : NULL);
	}
	count_users(qps, list, count, census);
	free(list);
	return 0;
}
