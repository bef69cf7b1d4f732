/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The world that a hostile input begins with: everything is made and connected as it should be. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_WORLD_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_WORLD_H

#include "tests/unit/devx/sim/datapath/post.h"

#define HOSTILE_HOSTS     2
#define HOSTILE_CQS       4
#define HOSTILE_QPS       8
#define HOSTILE_MRS       8
#define HOSTILE_TEMPLATES 64
#define HOSTILE_FRAMES    8
#define HOSTILE_MADE      8

enum hostile_qp {
	HOSTILE_RC_SELECTIVE,
	HOSTILE_RC_GO_BACK,
	HOSTILE_UC,
	HOSTILE_UD,
	HOSTILE_GSI,
	HOSTILE_RC_SHARED, /* receives from the shared queue */
	HOSTILE_RC_CUT,    /* parts of its rings and of a completion queue are nowhere */
	HOSTILE_UMR,       /* changes keys and does nothing else */
};

enum hostile_mr {
	HOSTILE_PLAIN,
	HOSTILE_BIG_PAGES,
	HOSTILE_READ_ONLY,
	HOSTILE_PHYSICAL,
	HOSTILE_OTHER_PD, /* its list is in a umem */
	HOSTILE_CHANGING, /* by UMR */
	HOSTILE_PIECES,   /* of the first two */
	HOSTILE_ENDLESS,  /* of the one before, then of itself */
};

struct hostile_host {
	struct driver_card *card;
	struct driver_cq cq[HOSTILE_CQS];
	struct driver_srq srq;
	struct driver_qp qp[HOSTILE_QPS];
	struct driver_queue sq, rq;
	struct driver_mr mr[HOSTILE_MRS];
	uint32_t made[HOSTILE_MADE]; /* numbers that commands answered last */
	size_t makes;
};

/* A command as a driver sent it. */
struct hostile_template {
	uint8_t *in;
	size_t bytes;
};

/* A frame as the cable saw it. */
struct hostile_frame {
	uint8_t *bytes;
	size_t length;
};

struct hostile_world {
	struct driver driver;
	struct hostile_host host[HOSTILE_HOSTS];
	struct hostile_template template[HOSTILE_TEMPLATES];
	size_t templates;
	struct hostile_frame frame[HOSTILE_FRAMES]; /* the last ones */
	size_t frames;
};

void hostile_begin(struct hostile_world *world);

/*
 * hostile_connect - reset and connect the QPs of one kind again, and post to them; what a hostile host has broken may
 * prevent it
 */
void hostile_connect(struct hostile_world *world, enum hostile_qp kind);

void hostile_end(struct hostile_world *world);

#endif
