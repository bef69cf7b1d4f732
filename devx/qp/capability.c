// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the card says it can do; DevX tells without root, fwctl with it. */
#include <errno.h>

#include "devx/backend/request.h"
#include "devx/qp/internal.h"

#define PAGE_BYTES 0x100

/* Returns 1, 0, or -ENODATA where nobody here can say. */
static int ask(struct ece_qps *qps, enum prm_cap_page which, const struct prm_field *field)
{
	static const enum ece_backend_id askers[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_DEVX};
	uint8_t page[PAGE_BYTES];

	for (size_t i = 0; i < sizeof(askers) / sizeof(askers[0]); i++) {
		const struct ece_backend *backend = ece_backend(askers[i]);
		struct ece_result result;

		if (ece_backend_open(backend, &qps->doors))
			continue;
		result = ece_query_hca_cap(backend, &qps->doors, which, page, sizeof(page));
		if (!result.err)
			return prm_get(page, field) != 0;
	}
	return -ENODATA;
}

static int ask_about(struct ece_qps *qps, enum qps_capability what)
{
	int debug;

	if (what == QPS_ECE)
		return ask(qps, PRM_CAP_GENERAL, &prm_cap_general.ece_support);
	/* A card without that page may refuse to show it */
	debug = ask(qps, PRM_CAP_GENERAL, &prm_cap_general.debug);
	return debug > 0 ? ask(qps, PRM_CAP_DEBUG, &prm_cap_debug.resource_dump) : debug;
}

bool qps_lacks(struct ece_qps *qps, enum qps_capability what)
{
	if (!qps->asked[what]) {
		qps->asked[what] = true;
		qps->lacks[what] = ask_about(qps, what) == 0;
	}
	return qps->lacks[what];
}
