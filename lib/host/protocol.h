/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a controller and an agent say to each other: one JSON object a line (docs/protocol.md), bounded, versioned.
 * Encoders and decoders for both ends, so that they cannot drift apart.
 *
 * Every request has an id that the controller chose and repeats unchanged after a crash: an agent that has already
 * carried it out answers from its journal and writes nothing again.
 */
#ifndef ECE_LIB_HOST_PROTOCOL_H
#define ECE_LIB_HOST_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/nic/nic.h"
#include "devx/qp/census.h"
#include "lib/counters/counter.h"
#include "lib/rollout/token.h"
#include "lib/sign/statement.h"

/*
 * What this program speaks. Within a major version everything that a newer minor one adds can be ignored by who does not
 * know it: keys, and operations, which an older agent refuses by name. An answer has only words that its request's
 * version knows. A major version is raised when a message changes its meaning; a program then goes on to speak the two
 * before its own.
 *
 * 1.0: read, apply, confirm, undo, renew, counters, qps. 1.1: freeze, unfreeze, ensure, facts; READ tells frozen and
 * ready; "proof" of apply.
 */
#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 1

#define PROTOCOL_ID_MAX        128
#define PROTOCOL_WHO_MAX       64
#define PROTOCOL_WHY_MAX       160
#define PROTOCOL_CARDS_MAX     256
#define PROTOCOL_PARAMS_MAX    256        /* of one card */
#define PROTOCOL_LEASE_MS_MAX  UINT32_MAX /* 49 days */
#define PROTOCOL_COUNTERS_MAX  128        /* of one request */
#define PROTOCOL_ORIGINALS_MAX 4096       /* of one card */
#define PROTOCOL_PIDS_MAX      16

enum protocol_op {
	PROTOCOL_READ,     /* NICs and the named parameters */
	PROTOCOL_APPLY,    /* write, hold until confirmed */
	PROTOCOL_CONFIRM,  /* what this run wrote is now what the host should have */
	PROTOCOL_UNDO,     /* put back what this run wrote, where it is still there */
	PROTOCOL_RENEW,    /* the lease of what this run holds here; writes to no NIC */
	PROTOCOL_COUNTERS, /* the named counters of every NIC */
	PROTOCOL_QPS,      /* the queue pairs of every NIC, counted by the options that they run with */
	PROTOCOL_FREEZE,   /* from now on nothing is written to any NIC, until UNFREEZE */
	PROTOCOL_UNFREEZE,
	PROTOCOL_ENSURE, /* bring the host to what was last confirmed on it */
	PROTOCOL_FACTS,  /* all that can be read of the host, as ece-facts prints it */
};

enum protocol_result {
	PROTOCOL_OK,   /* READ, COUNTERS, QPS, FACTS */
	PROTOCOL_HELD, /* APPLY: written, read back, journalled, not confirmed */
	PROTOCOL_UNCHANGED,
	PROTOCOL_CONFIRMED,
	PROTOCOL_UNDONE,
	PROTOCOL_FAILED_OLD,
	PROTOCOL_DIRTY,
	PROTOCOL_CONFLICT,
	PROTOCOL_UNDO_FAILED,
	PROTOCOL_REFUSED, /* nothing written; .error says why: stale token, moved precondition, bad request */
	PROTOCOL_RENEWED,
	PROTOCOL_SELF_UNDONE, /* CONFIRM, RENEW: the lease had run out, and what the run wrote was put back and verified */
	PROTOCOL_FROZEN,      /* FREEZE */
	PROTOCOL_THAWED,      /* UNFREEZE; where the host is frozen all the same, by somebody else, .frozen says so */
	PROTOCOL_READY,       /* ENSURE: the host has what was last confirmed on it, read back; it may be owed more */
	PROTOCOL_NOT_READY, /* ENSURE: it has not, .error and the values say why */
};

struct protocol_version {
	uint32_t major, minor; /* both 0: what this program speaks */
};

struct protocol_set {
	const struct ece_param *param;
	uint64_t from, to; /* raw; @from is the precondition */
};

struct protocol_card {
	uint64_t guid; /* guid and psid identify; pci is where it was last seen */
	char psid[17];
	char pci[ECE_OS_NAME_MAX];
	struct protocol_set *sets;
	size_t set_count;
};

struct protocol_request {
	struct protocol_version version; /* decoded: of the peer, at most what this program speaks */
	enum protocol_op op;
	char id[PROTOCOL_ID_MAX];
	char run[PROTOCOL_ID_MAX];
	struct token token;              /* FREEZE, UNFREEZE, ENSURE: .store "": a person at the host itself */
	bool adopt;                      /* of what writes: also where the host obeyed another store so far */
	uint64_t lease_ms;               /* APPLY: how long it holds without renewal */
	bool keep_on_loss;               /* APPLY: what then: undo, or keep */
	const struct ece_param **params; /* READ */
	size_t param_count;
	struct protocol_card *cards; /* APPLY */
	size_t card_count;
	struct sign_proof *proof;   /* APPLY: that it is part of a signed run; NULL: it brings none */
	uint64_t generation;        /* CONFIRM: of the fleet, 0: the run makes none; ENSURE: owed here, 0: not told */
	bool force;                 /* UNFREEZE: whoever froze it; ENSURE: also over what somebody else wrote */
	char who[PROTOCOL_WHO_MAX]; /* FREEZE: "anna@control1", told to whoever is refused */
	char why[PROTOCOL_WHY_MAX]; /* FREEZE: a few words, or "" */
	const struct counter **counters; /* COUNTERS */
	size_t counter_count;
};

/* One parameter of one NIC in an answer. */
struct protocol_value {
	const struct ece_param *param;
	struct ece_value value;  /* READ: as read; otherwise what the card has now */
	struct ece_value before; /* APPLY, UNDO */
	enum ece_write_state write;
	uint64_t min, max;      /* READ: raw, what the card takes as far as it tells; @max 0: it tells none */
	struct ece_error error; /* READ: why it cannot be written; otherwise of the write. code 0: none */
};

/* A parameter that was once written here by us: its value from before that, and the one it has now. */
struct protocol_original {
	const struct ece_param *param;
	uint64_t raw;
	struct ece_value now;
	bool has_confirmed; /* the host should have .confirmed; an older agent does not tell */
	uint64_t confirmed;
	char by[PROTOCOL_ID_MAX]; /* the run that confirmed it last; "": none is known */
};

/* What a READ tells of the NIC beside its values. */
struct protocol_use {
	int8_t bonded, default_route; /* 1, 0, or -1: not known */
	int32_t qps, processes;       /* queue pairs on it and processes that have some; -1: not known */
	int32_t connected;            /* of the queue pairs: those that keep what they have until they reconnect */
	int8_t management;            /* the one who asks came by it; as .bonded. Told by the agent, not by the guard */
};

#define PROTOCOL_USE_UNKNOWN           \
	{                              \
		-1, -1, -1, -1, -1, -1 \
	}

/* Queue pairs that keep a feature which was undone for those made afterwards: UNDO of parameters that act on new ones. */
struct protocol_residual {
	int32_t qps;                      /* made while the run's value was there; -1: not known */
	uint32_t pids[PROTOCOL_PIDS_MAX]; /* some of their processes */
	uint32_t pid_count;               /* how many are in .pids */
};

/* The queue pairs of a NIC, or why they cannot be told. */
struct protocol_qps {
	struct ece_qp_census census;
	struct ece_error error; /* code 0: there is none */
};

/* Who has frozen a host. By the store of a fleet and by hand at the host are two things: it is frozen while either is. */
struct protocol_freeze {
	bool fleet, by_hand;
	struct token token;                                /* of the fleet's */
	char who[PROTOCOL_WHO_MAX], why[PROTOCOL_WHY_MAX]; /* of the one by hand, where there are both */
	uint64_t since_s;                                  /* of the day, as the host's clock was then */
};

/* What became of the values that were once confirmed on a host. */
struct protocol_ensured {
	uint32_t right, changed, wrong; /* were there; written now and read back; neither */
};

struct protocol_nic {
	struct ece_nic_info info;
	struct protocol_value *values;
	size_t value_count;
	struct protocol_use use;
	struct protocol_residual residual;
	struct protocol_original *originals; /* READ */
	size_t original_count;
	struct counter_reading *counters; /* COUNTERS: as many as were asked for, in that order */
	size_t counter_count;
	struct protocol_qps *qps; /* QPS */
	bool devx_only; /* COUNTERS: it has queue pairs by DevX and none by verbs that carry data, as far as is known */
};

struct protocol_answer {
	struct protocol_version version; /* of the request; decoded: of the agent, as it answers */
	char id[PROTOCOL_ID_MAX];
	enum protocol_result result;
	struct ece_error error; /* of the whole request; code 0 when there is none */
	struct protocol_nic *nics;
	size_t nic_count;
	bool from_journal;   /* the request had been carried out before */
	bool simulated;      /* the host is simulated: nothing in this answer was seen on hardware */
	uint64_t generation; /* READ, ENSURE: of the fleet, last confirmed here; 0: none */
	uint64_t wanted;     /* READ, ENSURE: the newest one that the host was told it is owed; 0: none */
	int8_t ready;        /* READ: 1: had all that was confirmed at the last look, -1: had not, 0: not told */
	struct protocol_freeze frozen;   /* READ, FREEZE, UNFREEZE, ENSURE, and of what is refused for it */
	struct protocol_ensured ensured; /* ENSURE */
	char holder[PROTOCOL_ID_MAX];    /* READ: a run that holds cards here, or "" */
	struct token obeyed;             /* READ: the newest token seen here; .store "": none */
	char boot[40];  /* COUNTERS: changes when the counters started over with the machine; "" unknown */
	uint64_t at_ns; /* COUNTERS: when they were read, on the host's own clock */
	const struct counter **counters; /* COUNTERS: which ones, in the order in which each NIC has them */
	size_t counter_count;
	struct json_t *facts; /* FACTS: a document of ece-facts, as jansson has it */
};

/**
 * protocol_request_encode, protocol_answer_encode - to one line without newline
 * @line: receives a string that free() frees
 *
 * Return 0 or a negative errno with @e filled.
 */
int protocol_request_encode(const struct protocol_request *request, char **line, size_t *len, struct ece_error *e);
int protocol_answer_encode(const struct protocol_answer *answer, char **line, size_t *len, struct ece_error *e);

/**
 * protocol_request_decode, protocol_answer_decode - from one line
 *
 * The line may be anything. Unknown keys are ignored (a newer minor version), a newer major version is refused with a
 * sentence. Return 0 and an object for protocol_*_free(), which accept NULL; or a negative errno with @e filled (kind
 * SYNTAX, LIMIT, VERSION, UNKNOWN_NAME, ...).
 */
int protocol_request_decode(const char *line, size_t len, struct protocol_request **request, struct ece_error *e);
/* @id: receives the id, PROTOCOL_ID_MAX bytes, also of a request that is refused; "" when it has none */
int protocol_request_decode_id(const char *line, size_t len, struct protocol_request **request, char *id,
			       struct ece_error *e);
int protocol_answer_decode(const char *line, size_t len, struct protocol_answer **answer, struct ece_error *e);
void protocol_request_free(struct protocol_request *request);
void protocol_answer_free(struct protocol_answer *answer);
void protocol_nics_free(struct protocol_nic *nics, size_t count);

/**
 * protocol_op_writes - is it part of a run: needs its name and a token, and its answer is journalled
 */
bool protocol_op_writes(enum protocol_op op);

/**
 * protocol_op_of_host - is it about the host itself, without a run: FREEZE, UNFREEZE, ENSURE
 */
bool protocol_op_of_host(enum protocol_op op);

/**
 * protocol_op_minor - the minor version that brought it
 */
uint32_t protocol_op_minor(enum protocol_op op);

/**
 * protocol_version_parse - "1.0", as people write it
 *
 * Returns 0 or -EINVAL with @e filled.
 */
int protocol_version_parse(const char *text, struct protocol_version *version, struct ece_error *e);

/* The older of two, where 0.0 stands for what this program speaks. */
struct protocol_version protocol_version_older(struct protocol_version a, struct protocol_version b);

/**
 * protocol_request_age - as an agent of an older version sees this request
 *
 * Returns 0; or -EINVAL with @e filled when that version does not have the operation.
 */
int protocol_request_age(struct protocol_request *request, struct protocol_version version, struct ece_error *e);

const char *protocol_op_name(enum protocol_op op);
const char *protocol_result_name(enum protocol_result result);

#endif
