// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/request.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/prm/cmd.h"

struct ece_result ece_access_reg(const struct ece_backend *backend, struct ece_doors *doors,
				 enum prm_access_reg_method method, uint16_t id, uint8_t *data, size_t len)
{
	uint8_t in[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX] = {0};
	uint8_t out[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX] = {0};
	struct ece_result result;

	if (len > PRM_ACCESS_REG_DATA_MAX)
		return ece_not_answered(backend->id, -EMSGSIZE, ECE_REACHED_NO);
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, method);
	prm_set(in, &prm_access_reg.register_id, id);
	memcpy(in + PRM_ACCESS_REG_DATA, data, len);
	result = backend->command(doors, in, PRM_ACCESS_REG_DATA + len, out, PRM_ACCESS_REG_DATA + len);
	if (!result.err && method == PRM_ACCESS_REG_READ)
		memcpy(data, out + PRM_ACCESS_REG_DATA, len);
	return result;
}

struct ece_result ece_query_cong_params(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					uint8_t *block)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_QUERY_CONG_PARAMS_OUT] = {0};
	struct ece_result result;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_PARAMS);
	prm_set(in, &prm_cong_params.cong_protocol, protocol);
	result = backend->command(doors, in, sizeof(in), out, sizeof(out));
	if (!result.err)
		memcpy(block, out + PRM_QUERY_CONG_PARAMS_BLOCK, PRM_CONG_BLOCK);
	return result;
}

struct ece_result ece_query_cong_status(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					uint8_t priority, struct ece_cong_status *status)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_MBOX_MIN] = {0};
	struct ece_result result;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_STATUS);
	prm_set(in, &prm_cong_status.cong_protocol, protocol);
	prm_set(in, &prm_cong_status.priority, priority);
	result = backend->command(doors, in, sizeof(in), out, sizeof(out));
	if (!result.err)
		*status = (struct ece_cong_status){
			.enable = prm_get(out, &prm_cong_status.enable),
			.tag_enable = prm_get(out, &prm_cong_status.tag_enable),
		};
	return result;
}

struct ece_result ece_modify_cong_status(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					 uint8_t priority, const struct ece_cong_status *status)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_MBOX_MIN] = {0};

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_MODIFY_CONG_STATUS);
	prm_set(in, &prm_cong_status.cong_protocol, protocol);
	prm_set(in, &prm_cong_status.priority, priority);
	prm_set(in, &prm_cong_status.enable, status->enable);
	prm_set(in, &prm_cong_status.tag_enable, status->tag_enable);
	return backend->command(doors, in, sizeof(in), out, sizeof(out));
}

struct ece_result ece_query_cong_statistics(const struct ece_backend *backend, struct ece_doors *doors, uint8_t *out)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t answer[PRM_QUERY_CONG_STATISTICS_OUT] = {0};
	struct ece_result result;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_STATISTICS);
	result = backend->command(doors, in, sizeof(in), answer, sizeof(answer));
	if (!result.err)
		memcpy(out, answer, sizeof(answer));
	return result;
}

struct ece_result ece_query_hca_cap(const struct ece_backend *backend, struct ece_doors *doors, enum prm_cap_page which,
				    uint8_t *page, size_t len)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_QUERY_HCA_CAP_OUT] = {0};
	struct ece_result result;

	if (len > PRM_QUERY_HCA_CAP_OUT - PRM_QUERY_HCA_CAP_PAGE)
		return ece_not_answered(backend->id, -EMSGSIZE, ECE_REACHED_NO);
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_HCA_CAP);
	prm_set(in, &prm_mbox_in.op_mod, PRM_CAP_OP_MOD(which, PRM_CAP_CURRENT));
	result = backend->command(doors, in, sizeof(in), out, sizeof(out));
	if (!result.err)
		memcpy(page, out + PRM_QUERY_HCA_CAP_PAGE, len);
	return result;
}

static struct ece_result query_number(const struct ece_backend *backend, struct ece_doors *doors,
				      enum prm_opcode opcode, uint32_t number, uint8_t *out, size_t out_len)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, answer[PRM_QUERY_QP_OUT_BYTES] = {0};
	struct ece_result result;

	prm_set(in, &prm_mbox_in.opcode, opcode);
	prm_set(in, &prm_qp_in.qpn, number);
	result = backend->command(doors, in, sizeof(in), answer, out_len);
	if (!result.err)
		memcpy(out, answer, out_len);
	return result;
}

struct ece_result ece_query_qp(const struct ece_backend *backend, struct ece_doors *doors, uint32_t qpn, uint8_t *out)
{
	return query_number(backend, doors, PRM_OP_QUERY_QP, qpn, out, PRM_QUERY_QP_OUT_BYTES);
}

struct ece_result ece_query_dct(const struct ece_backend *backend, struct ece_doors *doors, uint32_t dctn, uint8_t *out)
{
	return query_number(backend, doors, PRM_OP_QUERY_DCT, dctn, out, PRM_QUERY_DCT_OUT_BYTES);
}
