// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/hostile_world.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/fail.h"

#define PAGES       256
#define MR_BYTES    20000
#define BIG_BYTES   40000
#define SMALL_BYTES 512
#define RECEIVES    6
#define FRAME_BYTES 2048
#define KEY_STEP    0x100 /* between the keys of two numbers */

/* Each command that made the world is a pattern for others. */
static void keep_command(void *ctx, const uint8_t *in, size_t bytes)
{
	struct hostile_world *world = ctx;
	struct hostile_template *to;

	if (world->templates == HOSTILE_TEMPLATES)
		return;
	to = &world->template[world->templates++];
	to->in = malloc(bytes);
	driver_require(to->in, "no memory");
	memcpy(to->in, in, bytes);
	to->bytes = bytes;
}

static void keep_frame(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct hostile_world *world = ctx;
	struct hostile_frame *to = &world->frame[world->frames++ % HOSTILE_FRAMES];

	(void)now_ns;
	free(to->bytes);
	to->bytes = malloc(bytes);
	driver_require(to->bytes, "no memory");
	memcpy(to->bytes, frame, bytes);
	to->length = bytes;
}

/* The number that a key will have is that of the last one and one. */
static void make_lists(struct hostile_host *host)
{
	struct driver_mr *mr = host->mr;
	const struct driver_sge pieces[] = {
		driver_sge(&mr[HOSTILE_PLAIN], 100, 5000),
		driver_sge(&mr[HOSTILE_BIG_PAGES], 4000, 9000),
		{.bytes = 0, .key = mr[HOSTILE_PLAIN].key},
		driver_sge(&mr[HOSTILE_PLAIN], 9000, 3),
	};
	struct driver_sge nested[2];

	driver_make_list_key(host->card, &mr[HOSTILE_PIECES], pieces, 4, DRIVER_ALL);
	nested[0] = driver_sge(&mr[HOSTILE_PIECES], 50, ARENA_PAGE);
	nested[1] = (struct driver_sge){ARENA_PAGE, mr[HOSTILE_PIECES].key + KEY_STEP, ARENA_PAGE};
	driver_make_equal_key(host->card, &mr[HOSTILE_ENDLESS], nested, 2, DRIVER_ALL);
}

static void make_memory(struct hostile_host *host)
{
	struct driver_card *card = host->card;
	const struct driver_mr_options options[] = {
		[HOSTILE_PLAIN] = {.bytes = MR_BYTES, .rights = DRIVER_ALL, .skip = 0x128},
		[HOSTILE_BIG_PAGES] = {.bytes = BIG_BYTES, .rights = DRIVER_ALL, .skip = 0x8, .big_pages = true},
		[HOSTILE_READ_ONLY] = {.bytes = MR_BYTES, .rights = DRIVER_LOCAL_READ | DRIVER_REMOTE_READ},
		[HOSTILE_PHYSICAL] = {.bytes = SMALL_BYTES, .rights = DRIVER_ALL, .physical = true},
		[HOSTILE_OTHER_PD] = {.bytes = MR_BYTES,
				      .rights = DRIVER_ALL,
				      .umem = true,
				      .pd = driver_make_pd(card)},
		[HOSTILE_CHANGING] = {.bytes = MR_BYTES, .rights = DRIVER_ALL, .changeable = true},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		driver_make_mr(card, &host->mr[i], &options[i]);
	make_lists(host);
}

static void make_queues(struct hostile_host *host)
{
	const struct driver_cq_options cqs[HOSTILE_CQS] = {
		{.log_entries = 6},
		{.log_entries = 5, .wide = true, .place = {.page_offset = 33}},
		{.log_entries = 5, .place = {.umem = true, .big_pages = true, .page_offset = 5}},
		{.log_entries = 6, .place = {.cut = true, .page_offset = 62}},
	};
	static const enum prm_qp_service services[HOSTILE_QPS] = {
		[HOSTILE_RC_SELECTIVE] = PRM_QP_RC, [HOSTILE_RC_GO_BACK] = PRM_QP_RC, [HOSTILE_UC] = PRM_QP_UC,
		[HOSTILE_UD] = PRM_QP_UD,           [HOSTILE_GSI] = PRM_QP_QP1,       [HOSTILE_RC_SHARED] = PRM_QP_RC,
		[HOSTILE_RC_CUT] = PRM_QP_RC,       [HOSTILE_UMR] = PRM_QP_REG_UMR,
	};

	static const struct driver_place places[HOSTILE_QPS] = {
		[HOSTILE_RC_GO_BACK] = {.page_offset = 7},
		[HOSTILE_UC] = {.umem = true, .page_offset = 11},
		[HOSTILE_UD] = {.big_pages = true, .page_offset = 21},
		[HOSTILE_RC_CUT] = {.cut = true, .page_offset = 44},
	};

	for (size_t i = 0; i < HOSTILE_CQS; i++)
		driver_make_cq(host->card, &host->cq[i], &cqs[i]);
	driver_make_srq(host->card, &host->srq, &(struct driver_srq_options){.log_entries = 4, .low_water = 2});
	for (size_t i = 0; i < HOSTILE_QPS; i++)
		driver_make_qp(host->card, &host->qp[i],
			       &(struct driver_qp_options){
				       .service = services[i],
				       .send_cq = &host->cq[i % HOSTILE_CQS],
				       .receive_cq = &host->cq[(i + 1) % HOSTILE_CQS],
				       .srq = i == HOSTILE_RC_SHARED ? &host->srq : NULL,
				       .place = places[i],
			       });
	driver_make_sq(host->card, &host->sq, &(struct driver_queue_options){.cq = &host->cq[0], .log_entries = 6});
	driver_make_rq(host->card, &host->rq, &(struct driver_queue_options){.cq = &host->cq[1], .log_entries = 4});
	driver_direct_frames(&host->rq);
}

static void post_receives(struct hostile_host *host, enum hostile_qp kind)
{
	struct driver_sge sges[2] = {driver_sge(&host->mr[0], 0, 3000), driver_sge(&host->mr[1], 100, 20000)};

	for (size_t n = 0; n < RECEIVES; n++)
		if (host->qp[kind].srq)
			driver_post_srq(&host->srq, sges, 2);
		else
			driver_post_receive(&host->qp[kind], sges, 2);
}

static void post_frame_receives(struct hostile_host *host)
{
	struct driver_sge sge = driver_sge(&host->mr[1], 0, FRAME_BYTES);

	for (size_t n = 0; n < RECEIVES; n++)
		driver_post_frame_receive(&host->rq, &sge, 1);
}

/* Each kind of network is used by some connection, and each kind of recovery. */
static struct driver_link link_of(const struct hostile_world *world, enum hostile_qp kind)
{
	struct driver_link link = driver_link;

	link.gid = (enum driver_gid)(kind % 4);
	for (size_t h = 0; h < HOSTILE_HOSTS && kind == HOSTILE_RC_SELECTIVE; h++)
		link.ece[h] = world->host[h].qp[kind].ece_offer;
	link.rnr_retry = kind == HOSTILE_RC_GO_BACK ? 2 : 7;
	return link;
}

void hostile_connect(struct hostile_world *world, enum hostile_qp kind)
{
	struct driver_link link = link_of(world, kind);

	for (size_t h = 0; h < HOSTILE_HOSTS; h++)
		if (driver_qp_reset(&world->host[h].qp[kind]) || driver_qp_init(&world->host[h].qp[kind]))
			return;
	for (size_t h = 0; h < HOSTILE_HOSTS; h++) {
		struct driver_peer peer = driver_peer_of(&world->host[!h].qp[kind], &link, link.psn[!h]);

		if (driver_qp_rtr(&world->host[h].qp[kind], &link, &peer, link.ece[h]) ||
		    driver_qp_rts(&world->host[h].qp[kind], &link, link.psn[h], 0))
			return;
		post_receives(&world->host[h], kind);
	}
}

void hostile_begin(struct hostile_world *world)
{
	struct driver *driver = &world->driver;

	memset(world, 0, sizeof(*world));
	driver_start_sized(driver, "cx7", "cx7", PAGES);
	driver->watch = keep_command;
	driver->watch_ctx = world;
	wire_cable_tap(driver->cable, keep_frame, world);
	for (size_t h = 0; h < HOSTILE_HOSTS; h++) {
		world->host[h].card = &driver->card[h];
		make_memory(&world->host[h]);
		make_queues(&world->host[h]);
		post_frame_receives(&world->host[h]);
		/* The second host does the same once more. */
		driver->watch = NULL;
	}
	driver->watch = keep_command;
	for (size_t kind = 0; kind < HOSTILE_QPS; kind++)
		hostile_connect(world, (enum hostile_qp)kind);
	driver->watch = NULL;
}

void hostile_end(struct hostile_world *world)
{
	driver_stop(&world->driver);
	for (size_t i = 0; i < world->templates; i++)
		free(world->template[i].in);
	for (size_t i = 0; i < HOSTILE_FRAMES; i++)
		free(world->frame[i].bytes);
}
