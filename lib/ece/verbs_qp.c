// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/os/linux.h"
#include "devx/qp/qp.h"
#include "ece/negotiate.h"

/* mlx5 answers 0 for a device without ECE; libraries and drivers without it say so. */
int ece_qp_offer(struct ibv_qp *qp, struct ece_offer *offer, bool *supported, struct ece_error *e)
{
	struct ibv_ece ece = {.vendor_id = 0};
	int err = ibv_query_ece(qp, &ece);

	*offer = ece_offer_none();
	*supported = false;
	if (err == EOPNOTSUPP || err == ENOSYS)
		return 0;
	if (err)
		return ece_error_set(e, -err, ECE_ERROR_REFUSED, "the device does not say what ECE it has: %s",
				     strerror(err));
	if (!ece.vendor_id || !ece.options)
		return 0;
	*offer = (struct ece_offer){.vendor_id = ece.vendor_id, .options = ece.options};
	*supported = true;
	return 0;
}

int ece_qp_ask(struct ibv_qp *qp, const struct ece_offer *offer, struct ece_error *e)
{
	struct ibv_ece ece = {.vendor_id = offer->vendor_id, .options = offer->options};
	char text[ECE_OFFER_TEXT_MAX];
	int err;

	if (ece_offer_is_none(offer))
		return 0;
	err = ibv_set_ece(qp, &ece);
	if (!err)
		return 0;
	return ece_error_set(e, -err, err == EOPNOTSUPP ? ECE_ERROR_UNSUPPORTED : ECE_ERROR_REFUSED,
			     "the device takes no ECE options (%s): %s", ece_offer_format(offer, text, sizeof(text)),
			     strerror(err));
}

static struct ece_offer of_word(uint32_t vendor_id, uint32_t options)
{
	return options ? (struct ece_offer){.vendor_id = vendor_id, .options = options} : ece_offer_none();
}

enum ece_effective_by ece_qp_effective(struct ibv_qp *qp, bool asked, struct ece_offer *effective)
{
	struct ibv_ece ece = {.vendor_id = 0};
	struct ece_qp_reading reading;

	*effective = ece_offer_none();
	ece_qp_read_own(ece_os_linux(), qp, qp->qp_num, &reading);
	if (reading.state == ECE_VALUE_SET) {
		*effective = of_word(ECE_VENDOR_NVIDIA, reading.options);
		return ECE_EFFECTIVE_BY_DEVICE;
	}
	if (!asked || ibv_query_ece(qp, &ece))
		return ECE_EFFECTIVE_NOT_READ;
	*effective = of_word(ece.vendor_id, ece.options);
	return ECE_EFFECTIVE_BY_VERBS;
}
