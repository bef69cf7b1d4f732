/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Parameters of one NIC: find it, read them, write them, read back. */
#ifndef ECE_DEVX_NIC_NIC_H
#define ECE_DEVX_NIC_NIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/discover.h"
#include "devx/backend/identity.h"
#include "devx/base/error.h"
#include "devx/os/os.h"
#include "devx/params/param.h"
#include "devx/params/value.h"

struct ece_nic;

/**
 * ece_nic_list - find the NICs of this host
 * @list: receives an array in the order of PCI addresses; free() it
 *
 * A function without a driver, RDMA device or netdev is listed all the same, with those names empty.
 * Returns 0, or a negative errno with @e filled.
 */
int ece_nic_list(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e);

/**
 * ece_nic_may_read - may its parameters be read? Not where somebody else owns the function
 */
bool ece_nic_may_read(const struct ece_nic_info *info);

/**
 * ece_nic_barred - is this a NIC that must not be written?
 *
 * Returns 0, or -EOPNOTSUPP (kind UNSUPPORTED) or -ENXIO (kind NO_DOOR) with @e filled: why, and the PCI address as its
 * place.
 */
int ece_nic_barred(const struct ece_nic_info *info, struct ece_error *e);

/**
 * ece_nic_open - make a NIC ready for reads and writes; opens no door before it is needed
 *
 * A NIC that may not be read is not opened: see ece_nic_may_read().
 *
 * @info is copied. A door that could not be opened stays shut, and a card that went away stays gone, until the NIC is
 * opened anew. One thread at a time may use a NIC; different NICs need no lock.
 * Returns 0, or a negative errno with @e filled. ece_nic_close() accepts NULL.
 */
int ece_nic_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_nic **nic, struct ece_error *e);
void ece_nic_close(struct ece_nic *nic);

/**
 * ece_nic_read - read parameters, each through the first of its backends that can
 * @params, @values: @n of them
 *
 * What could not be read says so in its value (state and why); that is no error of the call. One register or block is
 * read once for all parameters in it. A value that another setting keeps from acting is INERT: it has its raw value and
 * says why. What a parameter needs of the NV configuration is only read for parameters asked for, once per open NIC;
 * where it cannot be read, that is a note in the why of a value that is SET.
 */
void ece_nic_read(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values, size_t n);

/* What one card on this host allows of a parameter, beyond what the table says. */
struct ece_nic_limits {
	uint64_t min, max;      /* raw, as the card tells them; @max 0: it tells none */
	struct ece_error error; /* why it cannot be written here; code 0: nothing known is against it */
};

/**
 * ece_nic_read_limits - ece_nic_read(), and what a write of these parameters would meet
 * @limits: @n of them
 *
 * Opens doors that may write, and sends nothing more than a read does, except where another door than that of the read
 * would write. What could not be read has no limits.
 */
void ece_nic_read_limits(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values,
			 struct ece_nic_limits *limits, size_t n);

enum ece_write_state {
	ECE_WRITE_NOT_TRIED, /* an earlier one failed */
	ECE_WRITE_DONE,      /* written and read back; where there is no trustworthy read-back: accepted */
	ECE_WRITE_UNCHANGED, /* it already was so; nothing was sent */
	ECE_WRITE_FAILED,    /* .error says why; .after says what the card has now, if that can be read */
};

struct ece_write {
	const struct ece_param *param;
	uint64_t raw; /* wanted */
	enum ece_write_state state;
	struct ece_value before;
	struct ece_value after; /* the read-back; where there is no trustworthy one: what was accepted */
	struct ece_error error;
};

/**
 * ece_nic_write - write parameters and read them back
 * @writes: @n of them; param and raw are input, the rest is output
 *
 * A NIC that is barred is refused. All are read and checked before anything is sent: what this card or host cannot do
 * fails here, with nothing written; so does what would leave a floor above its ceiling. Then one command per register or select group, in the safe order; transient
 * refusals are tried again with a limit.
 * Success is the read-back, also after a command whose answer was lost. The first failure stops it. Returns 0 when
 * every write is DONE or UNCHANGED, else the code of the first failed one; each error has the result of its command and
 * "PCI/parameter" as its place.
 *
 * What a parameter needs of the NV configuration is not looked at, since an undo must always be let through: who plans a
 * write reads first and asks ece_param_refused().
 */
int ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n);

/**
 * ece_nic_put_back - ece_nic_write() of values that the card had before
 *
 * A floor above its ceiling is let through, since an undo restores what was found. Returns as ece_nic_write().
 */
int ece_nic_put_back(struct ece_nic *nic, struct ece_write *writes, size_t n);

/**
 * ece_nic_check - what ece_nic_write() does before it sends anything
 * @writes: state is UNCHANGED, NOT_TRIED for what would be sent, or FAILED for the first that cannot be
 *
 * Returns as ece_nic_write().
 */
int ece_nic_check(struct ece_nic *nic, struct ece_write *writes, size_t n);

/**
 * ece_nic_writer - which backend would write a parameter here
 * @value: as ece_nic_read() has just read it
 *
 * Opens doors, sends nothing. Returns its id, or ECE_BACKEND_NONE with @e filled.
 */
enum ece_backend_id ece_nic_writer(struct ece_nic *nic, const struct ece_param *param, const struct ece_value *value,
				   struct ece_error *e);

/* What one backend can do here with one parameter. */
struct ece_probe {
	const struct ece_param *param;
	enum ece_backend_id backend;
	bool reads, writes;
	char why[ECE_VALUE_WHY_MAX]; /* why not, for what is false */
};

/**
 * ece_nic_probe - try every backend on every parameter, reading only
 * @probes: receives ece_param_count() * (ECE_BACKEND_COUNT - 1) entries; free() it
 *
 * Returns 0, or a negative errno with @e filled.
 */
int ece_nic_probe(struct ece_nic *nic, struct ece_probe **probes, size_t *count, struct ece_error *e);

#endif
