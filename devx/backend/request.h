/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The requests that the toolkit sends, as mailboxes, through any backend that carries commands and whose door is open. */
#ifndef ECE_DEVX_BACKEND_REQUEST_H
#define ECE_DEVX_BACKEND_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/backend.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cong.h"
#include "devx/prm/hca_cap.h"
#include "devx/prm/queue.h"

/**
 * ece_access_reg - read or write one register by ACCESS_REG
 * @data: @len bytes of the register, big endian: input in both directions (a read takes its indexes from it), output of
 *        a read
 * @len: PRM_ACCESS_REG_DATA_MAX at most
 *
 * @data is only changed by a read that succeeded.
 */
struct ece_result ece_access_reg(const struct ece_backend *backend, struct ece_doors *doors,
				 enum prm_access_reg_method method, uint16_t id, uint8_t *data, size_t len);

/**
 * ece_query_cong_params - the parameter block of a protocol
 * @block: PRM_CONG_BLOCK bytes, only changed on success
 */
struct ece_result ece_query_cong_params(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					uint8_t *block);

struct ece_cong_status {
	bool enable, tag_enable;
};

/**
 * ece_query_cong_status, ece_modify_cong_status - the switches of a protocol for one priority
 * @protocol: PRM_CONG_ROCE_RP or PRM_CONG_ROCE_NP
 * @priority: 0 to 7
 * @status: of a query: only changed on success
 *
 * A card may move other priorities too (NVIDIA, release notes of firmware xx.45.1020, known issue 4394475).
 */
struct ece_result ece_query_cong_status(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					uint8_t priority, struct ece_cong_status *status);
struct ece_result ece_modify_cong_status(const struct ece_backend *backend, struct ece_doors *doors, uint8_t protocol,
					 uint8_t priority, const struct ece_cong_status *status);

/**
 * ece_query_cong_statistics - what the card counts of congestion control; nothing is cleared
 * @out: PRM_QUERY_CONG_STATISTICS_OUT, the whole answer, only changed on success
 */
struct ece_result ece_query_cong_statistics(const struct ece_backend *backend, struct ece_doors *doors, uint8_t *out);

/**
 * ece_query_hca_cap - the capabilities in force
 * @page: receives the first @len bytes of the page (0x1000 at most), only changed on success
 */
struct ece_result ece_query_hca_cap(const struct ece_backend *backend, struct ece_doors *doors, enum prm_cap_page which,
				    uint8_t *page, size_t len);

/**
 * ece_query_qp - the context of a queue pair, by its number
 * @out: PRM_QUERY_QP_OUT_BYTES, the whole answer, only changed on success
 *
 * fwctl carries it; DevX does so for the caller's own queue pairs only, by another call.
 */
struct ece_result ece_query_qp(const struct ece_backend *backend, struct ece_doors *doors, uint32_t qpn, uint8_t *out);

/**
 * ece_query_dct - the context of a dynamically connected target, by its number
 * @out: PRM_QUERY_DCT_OUT_BYTES, the whole answer, only changed on success
 */
struct ece_result ece_query_dct(const struct ece_backend *backend, struct ece_doors *doors, uint32_t dctn,
				uint8_t *out);

#endif
