/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Data Center Bridging of a network interface: messages of RTM_GETDCB. No socket here: bytes in, bytes out.
 * Source: Linux include/uapi/linux/dcbnl.h, net/dcb/dcbnl.c; IEEE 802.1Qaz for what the values mean.
 */
#ifndef ECE_DEVX_NETLINK_DCB_H
#define ECE_DEVX_NETLINK_DCB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ECE_DCB_CLASSES     8 /* priorities and traffic classes */
#define ECE_DCB_BUFFERS     8
#define ECE_DCB_APPS_MAX    256 /* rows of the application table that are kept: 64 DSCPs and room */
#define ECE_DCB_REQUEST_MAX 64  /* bytes of a request */

/* How a class is scheduled. */
enum ece_dcb_tsa {
	ECE_DCB_TSA_STRICT = 0,
	ECE_DCB_TSA_CBS = 1,
	ECE_DCB_TSA_ETS = 2,
	ECE_DCB_TSA_VENDOR = 255,
};

/* What the protocol of a row in the application table is. */
enum ece_dcb_selector {
	ECE_DCB_ETHERTYPE = 1,
	ECE_DCB_STREAM = 2,
	ECE_DCB_DGRAM = 3,
	ECE_DCB_ANY_PORT = 4,
	ECE_DCB_DSCP = 5,
};

/* Bits of dcbx. */
enum ece_dcb_dcbx {
	ECE_DCB_DCBX_HOST = 1 << 0, /* an agent of the host negotiates, not the card */
	ECE_DCB_DCBX_LLD_MANAGED = 1 << 1,
	ECE_DCB_DCBX_CEE = 1 << 2,
	ECE_DCB_DCBX_IEEE = 1 << 3,
	ECE_DCB_DCBX_STATIC = 1 << 4,
};

struct ece_dcb_app {
	uint8_t selector; /* enum ece_dcb_selector */
	uint8_t priority;
	uint16_t protocol; /* of ECE_DCB_DSCP: the DSCP */
};

/* A driver may leave each part out; what is not marked is void. */
struct ece_dcb {
	bool has_ets, has_maxrate, has_pfc, has_buffers, has_dcbx;

	bool ets_willing;
	uint8_t ets_classes;
	uint8_t class_percent[ECE_DCB_CLASSES];
	uint8_t class_tsa[ECE_DCB_CLASSES]; /* enum ece_dcb_tsa */
	uint8_t priority_class[ECE_DCB_CLASSES];

	uint64_t class_kbps[ECE_DCB_CLASSES]; /* 0: no limit */

	uint8_t pfc_classes;
	uint8_t pfc_enabled; /* bit n: priority n */
	uint16_t pfc_delay;
	uint64_t pfc_sent[ECE_DCB_CLASSES];
	uint64_t pfc_received[ECE_DCB_CLASSES];

	uint8_t priority_buffer[ECE_DCB_CLASSES];
	uint32_t buffer_bytes[ECE_DCB_BUFFERS];
	uint32_t buffers_total;

	uint8_t dcbx; /* enum ece_dcb_dcbx */

	struct ece_dcb_app app[ECE_DCB_APPS_MAX];
	size_t app_count;
};

/**
 * ece_dcb_request - ask for all of an interface
 * @buf: aligned for a uint32_t
 *
 * Returns the length of the message in @buf; 0 for a name that no interface can have, or when it does not fit
 * (ECE_DCB_REQUEST_MAX does).
 */
size_t ece_dcb_request(const char *netdev, void *buf, size_t size);

/**
 * ece_dcb_parse - read the answer
 * @message: with its header, aligned for a uint32_t; at most @len bytes are looked at
 *
 * Attributes that are not known are passed over. Returns 0; -EBADMSG for what is not such an answer or is damaged;
 * -E2BIG for more than ECE_DCB_APPS_MAX rows. @dcb is then void.
 */
int ece_dcb_parse(const void *message, size_t len, struct ece_dcb *dcb);

/**
 * ece_dcb_trusts_dscp - does the driver sort packets by DSCP?
 *
 * mlx5 has rows for DSCPs in its table while it does, and none while it goes by the priority in the VLAN tag (Linux
 * mlx5/core/en_dcbnl.c).
 */
bool ece_dcb_trusts_dscp(const struct ece_dcb *dcb);

#endif
