/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a driver builds up in a card and a reset takes away: queues, keys, tables, the pages it lent, the current
 * capabilities and the port's context. It lives on a heap, apart from struct fw_state, and is bounded: a guest can
 * fill it, never grow it.
 */
#ifndef ECE_DEVX_SIM_FW_OBJECT_H
#define ECE_DEVX_SIM_FW_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/traffic.h"

#define FW_OBJECTS_MAX      32768
#define FW_OBJECT_BYTES_MAX (64U << 20) /* of all creation commands kept, per card */
#define FW_PAGES_MAX        65536       /* 4 KiB pages lent by the driver */

/* Keys that every card has, as QUERY_SPECIAL_CONTEXTS tells. Any numbers would do that no MKEY of the model has. */
#define FW_NULL_MKEY      0x300 /* reads as zeros, swallows what is written */
#define FW_DUMP_FILL_MKEY 0x400
#define FW_RESERVED_LKEY  0x500 /* local access to all memory, by bus address */

enum fw_object_kind {
	FW_OBJECT_NONE,
	FW_OBJECT_UAR,
	FW_OBJECT_PD,
	FW_OBJECT_TRANSPORT_DOMAIN,
	FW_OBJECT_MKEY,
	FW_OBJECT_EQ,
	FW_OBJECT_CQ,
	FW_OBJECT_QP,
	FW_OBJECT_SQ,
	FW_OBJECT_RQ,
	FW_OBJECT_SRQ,
	FW_OBJECT_XRC_SRQ,
	FW_OBJECT_RMP,
	FW_OBJECT_DCT,
	FW_OBJECT_TIR,
	FW_OBJECT_TIS,
	FW_OBJECT_RQT,
	FW_OBJECT_FLOW_TABLE,
	FW_OBJECT_FLOW_GROUP,
	FW_OBJECT_FLOW_COUNTER,
	FW_OBJECT_REFORMAT,
	FW_OBJECT_MODIFY_HEADER,
	FW_OBJECT_Q_COUNTER,
	FW_OBJECT_XRCD,
	FW_OBJECT_PSV,
	FW_OBJECT_UCTX,
	FW_OBJECT_UMEM,
	FW_OBJECT_GENERAL,
	FW_OBJECT_KINDS,
};

/* Which completion the driver of a CQ wants an event for. */
enum fw_armed {
	FW_NOT_ARMED,
	FW_ARMED,
	FW_ARMED_SOLICITED,
};

struct fw_flow_entry; /* flow.c */

struct fw_object {
	struct fw_object *next; /* of its bucket */
	uint32_t id;
	uint8_t kind;
	uint8_t armed;      /* CQ: enum fw_armed */
	bool failed;        /* CQ: it overran, and takes no entries any more */
	uint32_t ece;       /* QP: options in effect */
	uint32_t producer;  /* CQ, EQ: entries written so far */
	uint32_t consumer;  /* EQ: entries that the driver said it has read, modulo 2^24 */
	uint32_t lost;      /* EQ: events since it ran full */
	uint32_t solicited; /* CQ: the same, up to the last one that wakes who waits for solicited ones */
	size_t bytes;
	void *data;                    /* of the data path, see struct fw_data_ops */
	struct fw_flow_entry *entries; /* flow table: see flow.h */
	uint8_t create[];              /* the creation command; contexts in it are kept up to date */
};

#define FW_OBJECT_BUCKETS     4096
#define FW_CAP_TYPES          0x40
#define FW_CAP_BYTES          4096
#define FW_ROCE_ADDRESSES     256
#define FW_ROCE_ADDRESS_BYTES 32
#define FW_NIC_VPORT_BYTES    256
#define FW_LAG_BYTES          8
#define FW_MAC_BYTES          6
#define FW_MACS_MAX           128 /* of a list: log_max_current_uc_list and log_max_current_mc_list are 7 */

struct fw_mac_list {
	uint8_t count;
	uint8_t mac[FW_MACS_MAX][FW_MAC_BYTES];
};

#define FW_MCG_MAX   1024 /* members of all multicast groups; log_max_mcg of the capabilities says as many groups */
#define FW_GID_BYTES 16

struct fw_mcg {
	uint32_t qpn;
	uint8_t gid[FW_GID_BYTES];
};

/* What the driver told the card, other than objects. */
struct fw_driver {
	uint8_t *cap[FW_CAP_TYPES]; /* current capabilities; NULL while they are as the card type has them */
	uint64_t *page;             /* addresses lent, the last one is given back first */
	size_t pages;
	uint8_t nic_vport[FW_NIC_VPORT_BYTES];
	uint8_t roce_address[FW_ROCE_ADDRESSES][FW_ROCE_ADDRESS_BYTES];
	struct fw_mac_list macs[2];        /* index: enum prm_mac_list */
	uint32_t receive_table;            /* the RQT that Ethernet frames go by, see steering.h; 0: none */
	uint32_t flow_root[FW_DIRECTIONS]; /* the first flow table of RDMA traffic; 0: none */
	uint16_t port_mtu;                 /* 0: never set */
	uint8_t port_status;               /* admin status of PAOS; 0: never set */
	bool vport_made;                   /* nic_vport was filled from the identity */
	bool lag_made;
	uint8_t lag[FW_LAG_BYTES]; /* the context of CREATE_LAG */
	struct fw_mcg mcg[FW_MCG_MAX];
	size_t mcg_members;
};

/* What only the data path knows of a queue pair. */
struct fw_qp_view {
	const char *recovery;   /* from lost packets: a name of the data path's */
	uint32_t next_psn;      /* to send */
	uint32_t expected_psn;  /* to receive */
	uint64_t again_packets; /* sent more than once */
	uint64_t again_bytes;
};

/* What the data path (devx/sim/datapath) hears of objects, and is asked. The first two must be there. */
struct fw_data_ops {
	/* A QP, SQ or RQ was moved, and its context is the new one; @from may be @to. */
	void (*moved)(void *ctx, struct fw_object *object, uint8_t from, uint8_t to);
	/* An object with something in ->data is about to go. */
	void (*gone)(void *ctx, struct fw_object *object);
	/* What is there to see of a QP; false when its transport keeps nothing. May be NULL. */
	bool (*view)(void *ctx, struct fw_object *qp, struct fw_qp_view *view);
};

struct fw_objects {
	const struct fw_data_ops *data_ops; /* NULL: nobody watches. Outlives fw_objects_clear(), as data_ctx does */
	void *data_ctx;
	struct fw_driver driver;
	struct fw_traffic traffic;
	struct fw_object *bucket[FW_OBJECT_BUCKETS];
	size_t count[FW_OBJECT_KINDS]; /* FW_OBJECT_NONE: of all kinds */
	size_t bytes;
	size_t flow_entries; /* of all flow tables */
	uint32_t next[FW_OBJECT_KINDS];
};

/**
 * fw_objects_new - an empty set
 *
 * Returns a set to be freed with fw_objects_free(), or NULL when out of memory.
 */
struct fw_objects *fw_objects_new(void);

/* fw_objects_free - accepts NULL */
void fw_objects_free(struct fw_objects *objects);

/* fw_objects_clear - as after power-on; accepts NULL */
void fw_objects_clear(struct fw_objects *objects);

/**
 * fw_objects_watch - tell a data path of what happens to objects
 * @ops: outlives the set, or until it is told NULL
 */
void fw_objects_watch(struct fw_objects *objects, const struct fw_data_ops *ops, void *ctx);

/* fw_object_moved - tell the watcher; for the handlers that move objects */
void fw_object_moved(struct fw_objects *objects, struct fw_object *object, uint8_t from, uint8_t to);

/**
 * fw_qp_view - ask the data path about a QP
 *
 * Returns false, with @view zeroed, when nobody watches or there is nothing to see.
 */
bool fw_qp_view(struct fw_objects *objects, struct fw_object *qp, struct fw_qp_view *view);

/**
 * fw_object_add - keep a creation command under a new number
 *
 * Returns the object, owned by the set and valid until it is removed, or NULL when a limit is reached, when all
 * numbers of this kind are taken, or when @objects is NULL.
 */
struct fw_object *fw_object_add(struct fw_objects *objects, enum fw_object_kind kind, const uint8_t *create,
				size_t bytes);

/**
 * fw_object_add_larger - the same with zeros behind the command, for what later commands put there
 * @room: to keep in all, at least @bytes
 */
struct fw_object *fw_object_add_larger(struct fw_objects *objects, enum fw_object_kind kind, const uint8_t *create,
				       size_t bytes, size_t room);

/**
 * fw_object_find - an object by kind and number
 *
 * Returns NULL when there is none; accepts NULL for @objects.
 */
struct fw_object *fw_object_find(struct fw_objects *objects, enum fw_object_kind kind, uint32_t id);

/**
 * fw_object_remove - forget one object
 *
 * Returns false when there was none.
 */
bool fw_object_remove(struct fw_objects *objects, enum fw_object_kind kind, uint32_t id);

/**
 * fw_object_next - walk all objects of a kind, in no order that means anything
 * @after: the one before; NULL for the first. It must still exist
 *
 * Returns NULL behind the last one; accepts NULL for @objects.
 */
struct fw_object *fw_object_next(struct fw_objects *objects, enum fw_object_kind kind, const struct fw_object *after);

/* fw_object_count - how many objects of a kind exist; FW_OBJECT_NONE counts all */
size_t fw_object_count(const struct fw_objects *objects, enum fw_object_kind kind);

#endif
