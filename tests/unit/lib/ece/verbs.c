// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/ece/verbs.h"

#include <errno.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/os/linux.h"
#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"

struct ece_policy fake_policy = {.allow = ECE_OPTIONS_ALL};
int fake_policy_err;

int ece_policy_find(const char *device, struct ece_policy *policy, struct ece_error *e)
{
	if (strcmp(device, "mlx5_0") != 0)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no policy of %s", device);
	if (fake_policy_err)
		return ece_error_set(e, fake_policy_err, ECE_ERROR_DAMAGED, "the policy cannot be read");
	*policy = fake_policy;
	return 0;
}

void fake_qp_init(struct fake_qp *fake, uint32_t options)
{
	*fake = (struct fake_qp){
		.qp = {.qp_num = 0x42},
		.vendor_id = 0x15b3,
		.options = options,
		.answered = options,
		.devx = true,
	};
	strcpy(fake->device.name, "mlx5_0");
	fake->context.device = &fake->device;
	fake->qp.context = &fake->context;
}

static struct fake_qp *of(void *qp)
{
	return qp;
}

/* Source of the behaviour: rdma-core, providers/mlx5/verbs.c. */
int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	struct fake_qp *fake = of(qp);

	fake->queries++;
	if (fake->no_ece || fake->query_err)
		return fake->no_ece ? EOPNOTSUPP : fake->query_err;
	*ece = (struct ibv_ece){.vendor_id = fake->vendor_id, .options = fake->answered};
	return 0;
}

int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	struct fake_qp *fake = of(qp);

	fake->sets++;
	if (fake->no_ece || !ece->vendor_id || !fake->options)
		return EOPNOTSUPP;
	if (fake->set_err || ece->vendor_id != fake->vendor_id || ece->comp_mask)
		return fake->set_err ? fake->set_err : EINVAL;
	fake->cached = ece->options;
	fake->answered = 0;
	return 0;
}

const char *ibv_get_device_name(struct ibv_device *device)
{
	return device->name;
}

int fake_qp_move(struct ibv_qp *qp, void *arg)
{
	struct fake_qp *fake = of(qp);

	(void)arg;
	fake->moves++;
	if (fake->move_err)
		return fake->move_err;
	if (fake->cached) {
		fake->in_effect = fake->cached & ~fake->leaves_out;
		fake->answered = fake->in_effect;
		fake->cached = 0;
	}
	return 0;
}

static int devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct fake_qp *fake = of(qp);

	(void)ctx;
	(void)in_len;
	fake->devx_queries++;
	if (!fake->devx)
		return -EOPNOTSUPP;
	if (prm_get(in, &prm_mbox_in.opcode) != PRM_OP_QUERY_QP || prm_get(in, &prm_qp_in.qpn) != 0x42)
		return -EINVAL;
	memset(out, 0, out_len);
	prm_set(out, &prm_query_qp_out.ece, fake->in_effect);
	return 0;
}

const struct ece_os *ece_os_linux(void)
{
	static const struct ece_os_ops ops = {.devx_qp_query = devx_qp_query};
	static const struct ece_os os = {.ops = &ops};

	return &os;
}

void fake_message(uint8_t bytes[FAKE_MESSAGE_BYTES], uint8_t kind, uint8_t bits)
{
	static const uint8_t offer[FAKE_MESSAGE_BYTES] = {
		'E', 'C', 'E', 1, 1, 0, 0, 40, 0, 0, 0x15, 0xb3, 0x30, 0, 0, 3,
	};

	memcpy(bytes, offer, sizeof(offer));
	bytes[4] = kind;
	if (kind == 1)
		return;
	memcpy(bytes + 24, offer + 8, 8);
	bytes[31] = bits;
	memcpy(bytes + 32, bytes + 24, 8);
	bytes[45] = 1;
}
