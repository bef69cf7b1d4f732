/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the files of devx/nic share. */
#ifndef ECE_DEVX_NIC_NIC_INTERNAL_H
#define ECE_DEVX_NIC_NIC_INTERNAL_H

#include "devx/backend/backend.h"
#include "devx/backend/request.h"
#include "devx/nic/nic.h"
#include "devx/nic/nv.h"
#include "devx/params/ppcc.h"
#include "ece/policy.h"

/* How often one command is sent at most when it meets nothing but transient refusals. There is no waiting between. */
#define NIC_TRIES 8

struct nic_nv;

struct ece_nic {
	struct ece_nic_info info;
	struct ece_doors doors;
	struct nic_nv *nv; /* what was read of the NV configuration; NULL: nothing yet */
};

/* One register or block as it came through one backend. */
struct nic_page {
	bool tried;
	struct ece_result result;
	size_t len;
	uint8_t bytes[PRM_CONG_BLOCK];
};

_Static_assert(PRM_CONG_BLOCK >= PRM_PPCC_BYTES && PRM_CONG_BLOCK >= 0x80, "a page holds any register");

/* Where the card keeps a PPCC parameter. Never leaves this room: indexes move with the firmware. */
struct nic_ppcc_place {
	const struct ece_param *param; /* NULL: none was looked for yet */
	uint8_t slot;
	uint16_t index;
	bool stopped; /* the card says that the slot's algorithm is not enabled */
	struct ece_ppcc_entry entry;
};

/* The host's file of ECE policy. */
struct nic_policy {
	bool tried;
	struct ece_result result;
	struct ece_policy policy;
	struct ece_error why; /* it could not be read */
};

/* What one call has read so far: each register and block once. */
struct nic_snapshot {
	struct nic_page roce_accl[ECE_BACKEND_COUNT];
	struct nic_page adp_retx[ECE_BACKEND_COUNT]; /* the same register, with the user's profile in it */
	struct nic_page cong[ECE_BACKEND_COUNT][PRM_CONG_PROTOCOLS];
	struct nic_page cong_status[ECE_BACKEND_COUNT][PRM_CONG_PROTOCOLS];
	struct nic_page ppcc[ECE_BACKEND_COUNT]; /* the algorithms, one word a slot */
	struct nic_ppcc_place place;             /* of the parameter used last */
	struct nic_page slot;                    /* the state of the slot used last */
	uint8_t slot_at;
	struct nic_policy policy;
};

/* The way to the parameters of one home. The backend's door is open. */
struct nic_family {
	/* Reads one parameter; what cannot be read says so in the value. */
	void (*read)(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		     const struct ece_backend *backend, struct ece_value *value);
	/* May this card's parameter have this value? Called after a read. NULL: the table's range says all. */
	int (*check)(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		     const struct ece_write *write, struct ece_error *e);
	/* The range that the card tells; called as check() is. NULL: it tells none. */
	void (*limits)(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		       const struct ece_param *param, struct ece_nic_limits *limits);
	/*
	 * May the writes of one command go out together? Called when each of them may. Returns the one that may not,
	 * with its error filled, or NULL. NULL: each for itself says all.
	 */
	struct ece_write *(*check_together)(struct ece_nic *nic, struct nic_snapshot *snapshot,
					    const struct ece_backend *backend, struct ece_write *const *writes,
					    size_t n);
	/* Sends one command for all the writes given; more than one only where ece_param_together(). */
	struct ece_result (*send)(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
				  struct ece_write *const *writes, size_t n);
	/* Adds to the message of a write that was accepted and not applied what can be known of it. May be NULL. */
	void (*explain)(const struct ece_write *write, char *buf, size_t size);
};

extern const struct nic_family nic_roce_accl;
extern const struct nic_family nic_cong;
extern const struct nic_family nic_cong_status;
extern const struct nic_family nic_ppcc;
extern const struct nic_family nic_ppcc_slot;
extern const struct nic_family nic_policy;

/**
 * nic_family - the family of a parameter's home
 */
const struct nic_family *nic_family(const struct ece_param *param);

/**
 * nic_read_through - read a parameter through one backend
 */
void nic_read_through(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		      enum ece_backend_id id, struct ece_value *value);

/**
 * nic_read_one - read a parameter through the first of its backends that can
 */
void nic_read_one(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		  struct ece_value *value);

/**
 * nic_limits - what a write of a parameter would meet, as ece_nic_read_limits()
 * @value: as it has just been read
 */
void nic_limits(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		const struct ece_value *value, struct ece_nic_limits *limits);

/**
 * nic_snapshot_forget_values - the next read asks the card again; where PPCC parameters are stays known
 */
void nic_snapshot_forget_values(struct nic_snapshot *snapshot);

/**
 * nic_access_reg - ece_access_reg(), tried again on transient refusals
 */
struct ece_result nic_access_reg(struct ece_nic *nic, const struct ece_backend *backend,
				 enum prm_access_reg_method method, uint16_t id, uint8_t *data, size_t len);

/**
 * nic_read_register - read a register through the first door that reaches registers
 * @reg: @len bytes, input for its indexes; output when it was read
 * @value: SET with 0 for the caller to replace, or why not
 */
bool nic_read_register(struct ece_nic *nic, uint16_t id, uint8_t *reg, size_t len, struct ece_value *value);

/**
 * nic_value_set - a value that was read
 */
void nic_value_set(struct ece_value *value, uint64_t raw, const struct ece_result *result);

/**
 * nic_value_inert - a value that was read, and what keeps it from acting
 */
__attribute__((format(printf, 2, 3))) void nic_value_inert(struct ece_value *value, const char *format, ...);

/**
 * nic_value_fail - a value that could not be read, and why
 */
__attribute__((format(printf, 4, 5))) void nic_value_fail(struct ece_value *value, enum ece_value_state state,
							  const struct ece_result *result, const char *format, ...);

/**
 * nic_value_refused - a value whose read failed with @result: unsupported, unreadable or no door, and why
 */
void nic_value_refused(struct ece_value *value, const struct ece_result *result);

/**
 * nic_register_refused - the same for a register: what a user context is refused (DevX), the card may have all the same
 */
void nic_register_refused(struct ece_value *value, const struct ece_result *result);

/**
 * nic_value_shut - a value that could not be read because the backend's door is not open
 */
void nic_value_shut(struct ece_value *value, enum ece_backend_id id, const struct ece_door *door);

/**
 * nic_value_merge - of two failures, keep the one that says more about the card
 *
 * Doors that are missing are all named, since any of them would do.
 */
void nic_value_merge(struct ece_value *value, const struct ece_value *other);

/**
 * nic_nv_read_one - one field of the NV configuration in one mode, as ece_nic_nv_read()
 */
void nic_nv_read_one(struct ece_nic *nic, const struct ece_nv_field *field, enum ece_nv_mode mode,
		     struct ece_value *value);

/**
 * nic_judge_needs - hold a value that was read against the conditions of its parameter
 *
 * An unmet one makes it INERT or leaves a note in its why; so does one that cannot be judged.
 */
void nic_judge_needs(struct ece_nic *nic, const struct ece_param *param, struct ece_value *value);

/**
 * nic_value_error - the error of an operation that needs this value and does not have it
 *
 * Returns the code of the error.
 */
int nic_value_error(const struct ece_param *param, const struct ece_value *value, struct ece_error *e);

/**
 * nic_result_error - the error of a write that failed
 *
 * Returns the code of the error.
 */
int nic_result_error(const struct ece_param *param, const struct ece_result *result, struct ece_error *e);

#endif
