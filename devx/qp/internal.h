/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shared by the files of this room. */
#ifndef ECE_DEVX_QP_INTERNAL_H
#define ECE_DEVX_QP_INTERNAL_H

#include "devx/backend/backend.h"
#include "devx/qp/qp.h"

enum qps_capability {
	QPS_ECE,
	QPS_DUMP, /* the register RESOURCE_DUMP */
	QPS_CAPABILITIES,
};

struct ece_qps {
	struct ece_nic_info info;
	struct ece_doors doors;
	bool device_known;
	uint32_t device; /* index of the RDMA device in netlink */
	bool dump_type_known;
	uint16_t dump_type; /* of a queue pair, by the firmware's menu */
	bool asked[QPS_CAPABILITIES];
	bool lacks[QPS_CAPABILITIES];
};

/**
 * qps_device - find the device's index, once
 *
 * Returns 0, or a negative errno with @e filled.
 */
int qps_device(struct ece_qps *qps, struct ece_error *e);

/**
 * qps_lacks - does the card say that it does not have this?
 *
 * What nobody here can say is no "no": trying will tell.
 */
bool qps_lacks(struct ece_qps *qps, enum qps_capability what);

/* What QUERY_QP answers, of what is used here. */
struct qp_answer {
	uint8_t service; /* enum prm_qp_service */
	uint8_t state;   /* enum prm_qp_state */
	uint32_t remote_qpn;
	uint32_t ece;
};

/**
 * qp_answer_read - the fields of an answer
 * @out: PRM_QUERY_QP_OUT_BYTES, big endian
 */
struct qp_answer qp_answer_read(const uint8_t *out);

/**
 * qp_answer_fits - can this be the answer about that queue pair?
 *
 * Its service must be that of the type, and the remote number what the kernel says, where both have one.
 */
bool qp_answer_fits(const struct qp_answer *answer, const struct ece_qp *qp);

/* qp_try_failed - end a try: why this way gave nothing */
__attribute__((format(printf, 3, 4))) void qp_try_failed(struct ece_qp_reading *reading, enum ece_qp_way way,
							 const char *format, ...);

/* qp_try_result - the same, for an operation of a backend that failed */
void qp_try_result(struct ece_qp_reading *reading, enum ece_qp_way way, const struct ece_result *result);

/* qp_reading_set - this way gave the word */
void qp_reading_set(struct ece_qp_reading *reading, enum ece_qp_way way, uint32_t options);

/* qp_reading_join - why there is no word: "fwctl: ...; netlink: ..." */
void qp_reading_join(struct ece_qp_reading *reading);

/**
 * qps_fwctl - the fwctl backend with its door open
 *
 * Returns NULL where it is shut; the reason is in @reading then.
 */
const struct ece_backend *qps_fwctl(struct ece_qps *qps, struct ece_qp_reading *reading);

/* qps_window - does the card dump, and is the door of the PCI window open? The reason why not is in @reading then */
bool qps_window(struct ece_qps *qps, struct ece_qp_reading *reading);

/**
 * qps_dump_qp - QUERY_QP's answer out of the card's own dump, through the PCI window, which is open
 * @out: PRM_QUERY_QP_OUT_BYTES, only changed on success
 *
 * Returns 0, or a negative errno with the reason in @reading; -EREMOTEIO where the card's dump is an error, as it is for a
 * number that it does not know.
 */
int qps_dump_qp(struct ece_qps *qps, uint32_t qpn, uint8_t *out, struct ece_qp_reading *reading);

/* Names for what only the card tells of. */
const char *qp_service_name(uint8_t service);  /* "RC"; NULL: unknown */
const char *qp_card_state_name(uint8_t state); /* in the words of the verbs; NULL: unknown */

#endif
