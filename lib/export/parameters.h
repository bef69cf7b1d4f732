/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the NICs of a host have, against what was confirmed in its journal. Reading it costs firmware commands: it is
 * done now and then, and pages tell the last one.
 */
#ifndef ECE_LIB_EXPORT_PARAMETERS_H
#define ECE_LIB_EXPORT_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/identity.h"
#include "devx/base/error.h"
#include "devx/os/os.h"
#include "devx/params/param.h"
#include "lib/host/journal.h"

#define EXPORT_DRIFTS_MAX 256 /* of one host; more are counted, and not told one by one */
#define EXPORT_RUNS_MAX   64  /* of the journal, the newest ones, are looked at */
#define EXPORT_HASH_MAX   17  /* 16 digits and a NUL */

/* A value that is not what was confirmed. */
struct export_drift {
	size_t nic; /* in .nics */
	const struct ece_param *param;
	uint64_t wanted;            /* raw */
	enum ece_value_state state; /* what it is now */
	uint64_t raw;               /* of SET and INERT */
};

struct export_nic {
	struct ece_nic_info info;
	/*
	 * Of all values that the parameter table has: NICs with the same one are set the same. Empty when one could not
	 * be read, for then it would say so little.
	 */
	char hash[EXPORT_HASH_MAX];
	bool read;         /* somebody else's NIC is not */
	size_t confirmed;  /* values that it should have */
	size_t drifted;    /* of these: it has another one, or the card says by now that it has no such thing */
	size_t lost;       /* of the drifted: it has again what it had before anything was written: a reset */
	size_t unreadable; /* of the confirmed: not known */
};

struct export_lease {
	char run[PROTOCOL_ID_MAX];
	int64_t end_unix;
};

struct export_parameters {
	struct export_nic *nics;
	size_t nic_count;
	struct export_drift *drifts;
	size_t drift_count, drifts_left_out;
	bool has_journal;          /* the following is known */
	uint64_t generation;       /* 0: none was ever confirmed here */
	char run[PROTOCOL_ID_MAX]; /* the newest confirmed one, or empty */
	size_t unconfirmed;        /* values that runs wrote and nobody has confirmed yet */
	struct export_lease *leases;
	size_t lease_count;
	int64_t read_unix;
};

/* The moment, on both clocks. */
struct export_moment {
	uint64_t now_ns; /* as the journal's leases are counted */
	int64_t unix_seconds;
};

/**
 * export_parameters_read - read every parameter of every NIC of this host
 * @journal: journal_look(), or that of a simulated fleet; NULL: none, and nothing is confirmed. A transaction of it is
 *	over afterwards
 * @host: as it is called in the journal: "" of a real host
 *
 * Reads only. Values that cannot be read are counted as such. Returns 0, or a negative errno with @e filled.
 * export_parameters_free() accepts NULL.
 */
int export_parameters_read(const struct ece_os *os, struct journal *journal, const char *host,
			   const struct export_moment *moment, struct export_parameters **parameters,
			   struct ece_error *e);
void export_parameters_free(struct export_parameters *parameters);

#endif
