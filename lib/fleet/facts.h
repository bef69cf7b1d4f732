/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What was read of the hosts, in the form that the plan compares with the fleet file. Filled by lib/control from the
 * agents' answers; strings are owned by whoever fills it and outlive the plan.
 */
#ifndef ECE_LIB_FLEET_FACTS_H
#define ECE_LIB_FLEET_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "ece/result.h"
#include "devx/params/value.h"
#include "lib/rollout/token.h"
#include "lib/counters/counter.h"

/* What a write of a parameter would meet, beyond what the table says. Many NICs share one. */
struct facts_limits {
	uint64_t min, max;        /* raw; @max 0: none is known */
	const char *why;          /* it cannot be written: why; NULL: it can, as far as is known */
	enum ece_error_kind kind; /* of @why: NO_DOOR is this host, UNSUPPORTED the card */
};

/* One reading of one parameter. Smaller than struct ece_value: a fleet has millions of them. */
struct facts_reading {
	uint64_t raw;
	enum ece_value_state state;
	enum ece_backend_id backend;
	const char *why;                   /* for SET mostly NULL, else what is worth knowing of it */
	const struct facts_limits *limits; /* NULL: none are known */
};

/* A parameter that we have once written on this NIC, and what it was before. */
struct facts_original {
	uint16_t param;               /* row of the parameter table */
	uint64_t raw;                 /* before we first touched it */
	struct facts_reading reading; /* as it is now */
	bool has_confirmed;           /* the host knows what it should be: .confirmed */
	uint64_t confirmed;
	const char *by; /* the run that confirmed it; "": none is known */
};

struct facts_nic {
	uint64_t guid; /* with psid: the card's identity; 0 when unknown */
	const char *psid;
	const char *card; /* "ConnectX-7" */
	const char *firmware;
	const char *pci;
	const char *rdma;
	const char *netdev;
	uint32_t speed_mbps;
	uint8_t port;
	const char *barred;           /* why it must not be written; NULL: it may. Its readings say nothing then */
	bool no_door;                 /* barred by this host, not by what the card is */
	int8_t bonded, default_route; /* 1, 0, or -1: not known */
	int8_t management;            /* the same: the controller reaches the host by it */
	const struct facts_original *originals;
	size_t original_count;
	int32_t qp_count, process_count;        /* queue pairs on it and processes that have some; -1: not known */
	int32_t connected_count;                /* of the queue pairs; -1: not known, or not told by an older agent */
	const struct facts_reading *readings;   /* one per parameter asked for, in the order of plan_params() */
	const struct counter_reading *counters; /* the same of plan_counters(); NULL: they were not asked for */
};

enum facts_host_state {
	FACTS_HOST_READ,
	FACTS_HOST_UNREACHABLE, /* never touched: skipped and owed */
	FACTS_HOST_FAILED,      /* answered, but could not be read */
};

struct facts_host {
	const char *name;
	enum facts_host_state state;
	const char *why; /* for anything but READ */
	const struct facts_nic *nics;
	size_t nic_count;
	uint64_t generation; /* of the fleet that this host last confirmed; 0: none */
	const char *holder;  /* a run that holds some of its cards, or NULL */
	const char *frozen;  /* nothing is written to it: by whom and why; or NULL */
	struct token obeyed; /* the newest one that it has seen; .store "": none */
};

#endif
