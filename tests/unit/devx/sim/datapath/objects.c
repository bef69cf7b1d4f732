// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/objects.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"
#include "devx/prm/mkey.h"
#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/prm/wqe.h"
#include "tests/unit/devx/sim/datapath/fail.h"
#include "tests/unit/devx/sim/datapath/place.h"

#define OP_CREATE_MKEY     0x200
#define OP_DESTROY_MKEY    0x202
#define OP_CREATE_CQ       0x400
#define OP_DESTROY_CQ      0x401
#define OP_ALLOC_Q_COUNTER 0x771
#define OP_QUERY_Q_COUNTER 0x773
#define OP_ALLOC_PD        0x800
#define OP_CREATE_TIR      0x900
#define OP_CREATE_SQ       0x904
#define OP_MODIFY_SQ       0x905
#define OP_CREATE_RQ       0x908
#define OP_MODIFY_RQ       0x909
#define OP_CREATE_RMP      0x90c
#define OP_DESTROY_RMP     0x90e
#define OP_CREATE_RQT      0x916
#define OP_MODIFY_RQT      0x917

#define Q_COUNTER_SET_AT 0x1c
#define Q_COUNTER_BYTES  0x100
#define KEY_VARIANT      0x5a
#define VIRTUAL          UINT64_C(0x00007f5500000000)
#define MR_SKIP          0x128 /* so that nothing begins on a page */
#define RQT_ENTRIES      256   /* of the table that a netdev spreads its packets by */

static uint8_t *context(uint8_t *in)
{
	return in + PRM_QUEUE_CONTEXT_AT;
}

static uint8_t *wq(uint8_t *in)
{
	return context(in) + PRM_WQ_AT;
}

uint32_t driver_make_pd(struct driver_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0};

	return driver_create(card, OP_ALLOC_PD, in, sizeof(in));
}

uint32_t driver_make_counters(struct driver_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0};

	return driver_create(card, OP_ALLOC_Q_COUNTER, in, sizeof(in)) & 0xff;
}

uint32_t driver_counter(struct driver_card *card, uint32_t set, enum driver_counter what)
{
	uint8_t in[0x20] = {0}, out[Q_COUNTER_BYTES];

	prm_set(in, &prm_mbox_in.opcode, OP_QUERY_Q_COUNTER);
	ece_put_be32(in + Q_COUNTER_SET_AT, set ? set : card->counters);
	driver_require(!driver_command(card, in, sizeof(in), out, sizeof(out)), "no counter set %u", set);
	return ece_be32(out + what);
}

/* Registers what was placed: by pages in the mailbox, by a umem, or not at all for a physical key. */
static void describe_memory(struct driver_card *card, const struct driver_mr_options *options, struct driver_mr *mr,
			    uint8_t *in, size_t *in_bytes)
{
	struct driver_placed placed;
	uint32_t octwords;

	driver_place(card, &placed, options->skip, options->bytes, options->big_pages);
	mr->bytes = placed.bytes + options->skip;
	if (options->physical) {
		mr->address = arena_linear(&card->memory, mr->bytes);
		return;
	}
	mr->address =
		VIRTUAL + ((uint64_t)(mr->bytes - card->memory.bytes) << 4 & ~(placed.page_bytes - 1)) + options->skip;
	octwords = (uint32_t)(placed.pages + 1) / 2;
	prm_set(in + PRM_MKC_AT, &prm_mkc.translations_octword_size, octwords);
	prm_set(in + PRM_MKC_AT, &prm_mkc.log_page_size, options->big_pages ? 13 : 12);
	prm_set(in, &prm_create_mkey_in.translations_octword_actual_size, octwords);
	if (!options->umem) {
		/* The low bits are rights that the driver writes there. */
		*in_bytes = driver_place_pages(card, &placed, in, PRM_CREATE_MKEY_LIST_AT, 3);
		return;
	}
	prm_set(in, &prm_create_mkey_in.mkey_umem_valid, 1);
	prm_set(in, &prm_create_mkey_in.mkey_umem_id, driver_place_umem(card, &placed));
	prm_set(in, &prm_create_mkey_in.mkey_umem_offset, options->skip);
}

static void put_rights(uint8_t *mkc, unsigned int rights)
{
	prm_set(mkc, &prm_mkc.lr, !!(rights & DRIVER_LOCAL_READ));
	prm_set(mkc, &prm_mkc.lw, !!(rights & DRIVER_LOCAL_WRITE));
	prm_set(mkc, &prm_mkc.rr, !!(rights & DRIVER_REMOTE_READ));
	prm_set(mkc, &prm_mkc.rw, !!(rights & DRIVER_REMOTE_WRITE));
	prm_set(mkc, &prm_mkc.a, !!(rights & DRIVER_ATOMIC));
	prm_set(mkc, &prm_mkc.qpn, PRM_MKC_QPN_ANY);
	prm_set(mkc, &prm_mkc.mkey_7_0, KEY_VARIANT);
}

void driver_make_mr(struct driver_card *card, struct driver_mr *mr, const struct driver_mr_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	uint8_t *mkc = in + PRM_MKC_AT;
	size_t in_bytes = PRM_CREATE_MKEY_LIST_AT;

	*mr = (struct driver_mr){.card = card, .length = options->bytes};
	describe_memory(card, options, mr, in, &in_bytes);
	prm_set(mkc, &prm_mkc.access_mode_1_0, options->physical ? PRM_MKEY_PHYSICAL : PRM_MKEY_MTT);
	put_rights(mkc, options->rights);
	prm_set(mkc, &prm_mkc.umr_en, options->changeable);
	prm_set(mkc, &prm_mkc.pd, options->pd ? options->pd : card->pd);
	prm_set(mkc, &prm_mkc.start_addr, mr->address);
	prm_set(mkc, &prm_mkc.len, options->bytes);
	mr->key = driver_create(card, OP_CREATE_MKEY, in, in_bytes) << 8 | KEY_VARIANT;
}

static void make_indirect(struct driver_card *card, struct driver_mr *mr, const struct driver_sge *pieces, size_t count,
			  unsigned int rights, enum prm_mkey_mode mode)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	uint8_t *klm = in + PRM_CREATE_MKEY_LIST_AT;

	*mr = (struct driver_mr){.card = card};
	for (size_t i = 0; i < count; i++, klm += PRM_OCTWORD_BYTES) {
		prm_set(klm, &prm_klm.byte_count, mode == PRM_MKEY_KLM ? pieces[i].bytes : 0);
		prm_set(klm, &prm_klm.mkey, pieces[i].key);
		prm_set(klm, &prm_klm.address, pieces[i].address);
		mr->length += pieces[i].bytes;
	}
	put_rights(in + PRM_MKC_AT, rights);
	prm_set(in + PRM_MKC_AT, &prm_mkc.access_mode_1_0, mode);
	prm_set(in + PRM_MKC_AT, &prm_mkc.log_page_size, mode == PRM_MKEY_KLM ? 0 : ARENA_PAGE_SHIFT);
	prm_set(in + PRM_MKC_AT, &prm_mkc.pd, card->pd);
	prm_set(in + PRM_MKC_AT, &prm_mkc.len, mr->length);
	prm_set(in + PRM_MKC_AT, &prm_mkc.translations_octword_size, count);
	prm_set(in, &prm_create_mkey_in.translations_octword_actual_size, count);
	mr->key = driver_create(card, OP_CREATE_MKEY, in, (size_t)(klm - in)) << 8 | KEY_VARIANT;
}

void driver_make_list_key(struct driver_card *card, struct driver_mr *mr, const struct driver_sge *pieces, size_t count,
			  unsigned int rights)
{
	make_indirect(card, mr, pieces, count, rights, PRM_MKEY_KLM);
}

void driver_make_equal_key(struct driver_card *card, struct driver_mr *mr, const struct driver_sge *pieces,
			   size_t count, unsigned int rights)
{
	make_indirect(card, mr, pieces, count, rights, PRM_MKEY_KSM);
}

void driver_mr(struct driver_card *card, struct driver_mr *mr, size_t bytes)
{
	driver_make_mr(card, mr, &(struct driver_mr_options){.bytes = bytes, .rights = DRIVER_ALL, .skip = MR_SKIP});
}

void driver_destroy_mr(struct driver_mr *mr)
{
	driver_destroy(mr->card, OP_DESTROY_MKEY, PRM_MKEY_INDEX(mr->key));
}

/* All entries of hardware's, as drivers do: with the opcode that is none. */
static void invalidate(const struct driver_ring *ring)
{
	for (uint32_t i = 0; i < ring->entries; i++)
		ring->bytes[(size_t)(i + 1) * ring->stride - 1] = 0xf1;
}

static void describe_cq(struct driver_cq *cq, const struct driver_cq_options *options, uint8_t *in, size_t *in_bytes)
{
	const struct driver_place *how = &options->place;
	struct driver_card *card = cq->card;
	size_t start = how->page_offset * driver_place_unit(how);
	struct driver_placed placed;
	struct driver_placed record;

	driver_place(card, &placed, start, (size_t)cq->ring.stride * cq->ring.entries, how->big_pages);
	cq->ring.bytes = placed.bytes + start;
	driver_place_record(card, &record);
	cq->ring.record = record.bytes + DRIVER_RECORD_AT;
	if (how->umem) {
		prm_set(in, &prm_create_cq_in.cq_umem_valid, 1);
		prm_set(in, &prm_create_cq_in.cq_umem_id, driver_place_umem(card, &placed));
		prm_set(in, &prm_create_cq_in.cq_umem_offset, start);
		prm_set(in, &prm_create_cq_in.dbr_umem_valid, 1);
		prm_set(in, &prm_create_cq_in.dbr_umem_id, driver_place_umem(card, &record));
		prm_set(in, &prm_create_cq_in.dbr_addr, DRIVER_RECORD_AT);
		return;
	}
	prm_set(in, &prm_create_cq_in.page_offset, how->page_offset);
	prm_set(in, &prm_create_cq_in.log_page_size, how->big_pages);
	prm_set(in, &prm_create_cq_in.dbr_addr, arena_scattered(&card->memory, cq->ring.record));
	*in_bytes = driver_place_cut(how, driver_place_pages(card, &placed, in, PRM_CREATE_CQ_PAGES_AT, 0));
}

void driver_make_cq(struct driver_card *card, struct driver_cq *cq, const struct driver_cq_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	size_t in_bytes = PRM_CREATE_CQ_PAGES_AT;

	*cq = (struct driver_cq){.card = card};
	cq->ring.entries = 1U << options->log_entries;
	cq->ring.stride = options->wide ? 2 * PRM_CQE_BYTES : PRM_CQE_BYTES;
	describe_cq(cq, options, in, &in_bytes);
	invalidate(&cq->ring);
	prm_set(in, &prm_create_cq_in.cqe_sz, options->wide ? PRM_CQE_SIZE_128 : PRM_CQE_SIZE_64);
	prm_set(in, &prm_create_cq_in.log_cq_size, options->log_entries);
	prm_set(in, &prm_create_cq_in.c_eqn, card->eqn);
	cq->number = driver_create(card, OP_CREATE_CQ, in, in_bytes);
}

void driver_destroy_cq(struct driver_cq *cq)
{
	driver_destroy(cq->card, OP_DESTROY_CQ, cq->number);
}

void driver_arm(struct driver_cq *cq, bool solicited_only)
{
	uint8_t doorbell[8] = {0};

	prm_set(doorbell, &prm_cq_doorbell.sequence, cq->arms & 3);
	prm_set(doorbell, &prm_cq_doorbell.solicited_only, solicited_only);
	prm_set(doorbell, &prm_cq_doorbell.consumer_index, cq->consumer);
	prm_set(doorbell, &prm_cq_doorbell.cqn, cq->number);
	/* The second half of the record is what the doorbell says first. */
	memcpy(cq->ring.record + 4, doorbell, 4);
	cq->arms++;
	dp_arm(cq->card->dp, cq->card->driver->now_ns, doorbell);
}

/* SQ, RQ and RMP describe their ring alike. */
static size_t describe_wq(struct driver_card *card, struct driver_ring *ring, const struct driver_place *how,
			  uint8_t *in)
{
	size_t start = how->page_offset * driver_place_unit(how);
	struct driver_placed placed, record;

	driver_place(card, &placed, start, (size_t)ring->stride * ring->entries, how->big_pages);
	driver_place_record(card, &record);
	ring->bytes = placed.bytes + start;
	ring->record = record.bytes + DRIVER_RECORD_AT;
	prm_set(wq(in), &prm_wq.pd, card->pd);
	prm_set(wq(in), &prm_wq.log_wq_stride, (uint64_t)__builtin_ctz(ring->stride));
	prm_set(wq(in), &prm_wq.log_wq_sz, (uint64_t)__builtin_ctz(ring->entries));
	if (how->umem) {
		prm_set(wq(in), &prm_wq.wq_umem_valid, 1);
		prm_set(wq(in), &prm_wq.wq_umem_id, driver_place_umem(card, &placed));
		prm_set(wq(in), &prm_wq.wq_umem_offset, start);
		prm_set(wq(in), &prm_wq.dbr_umem_valid, 1);
		prm_set(wq(in), &prm_wq.dbr_umem_id, driver_place_umem(card, &record));
		prm_set(wq(in), &prm_wq.dbr_addr, DRIVER_RECORD_AT);
		return PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT + PRM_WQ_PAGES_AT;
	}
	prm_set(wq(in), &prm_wq.page_offset, how->page_offset);
	prm_set(wq(in), &prm_wq.log_wq_pg_sz, how->big_pages);
	prm_set(wq(in), &prm_wq.dbr_addr, arena_scattered(&card->memory, ring->record));
	return driver_place_cut(how, driver_place_pages(card, &placed, in,
							PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT + PRM_WQ_PAGES_AT, 0));
}

/* Each entry names the next; the last one is filled last. */
static void link_entries(const struct driver_ring *ring)
{
	for (uint32_t i = 0; i < ring->entries; i++)
		prm_set(ring->bytes + (size_t)i * ring->stride, &prm_srq_next.next, (i + 1) % ring->entries);
}

void driver_make_srq(struct driver_card *card, struct driver_srq *srq, const struct driver_srq_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	size_t in_bytes;

	*srq = (struct driver_srq){.card = card};
	srq->ring.entries = 1U << options->log_entries;
	srq->ring.stride = 1U << (options->log_stride ? options->log_stride : 6);
	srq->last = (uint16_t)(srq->ring.entries - 1);
	in_bytes = describe_wq(card, &srq->ring, &options->place, in);
	link_entries(&srq->ring);
	prm_set(context(in), &prm_rmpc.state, PRM_QUEUE_RDY);
	prm_set(wq(in), &prm_wq.wq_type, PRM_WQ_LINKED_LIST);
	prm_set(wq(in), &prm_wq.lwm, options->low_water);
	srq->number = driver_create(card, OP_CREATE_RMP, in, in_bytes);
}

void driver_destroy_srq(struct driver_srq *srq)
{
	driver_destroy(srq->card, OP_DESTROY_RMP, srq->number);
}

/* SQ and RQ are made in the reset state. */
static void make_ready(struct driver_queue *queue, uint16_t opcode)
{
	uint8_t in[PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT + PRM_WQ_PAGES_AT] = {0}, out[PRM_MBOX_MIN];
	uint8_t status;

	prm_set(in, &prm_mbox_in.opcode, opcode);
	prm_set(in, &prm_modify_queue_in.state, PRM_QUEUE_RST);
	prm_set(in, &prm_modify_queue_in.number, queue->number);
	prm_set(context(in), &prm_queue_context.state, PRM_QUEUE_RDY);
	status = driver_command(queue->card, in, sizeof(in), out, sizeof(out));
	driver_require(!status, "queue %#x does not become ready: status %#x", queue->number, status);
}

void driver_make_sq(struct driver_card *card, struct driver_queue *sq, const struct driver_queue_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	size_t in_bytes;

	*sq = (struct driver_queue){.card = card, .cq = options->cq};
	sq->ring = (struct driver_ring){.entries = 1U << options->log_entries, .stride = 64};
	in_bytes = describe_wq(card, &sq->ring, &options->place, in);
	prm_set(context(in), &prm_sqc.cqn, options->cq->number);
	prm_set(context(in), &prm_sqc.user_index, options->user_index);
	prm_set(wq(in), &prm_wq.wq_type, PRM_WQ_CYCLIC);
	sq->number = driver_create(card, OP_CREATE_SQ, in, in_bytes);
	make_ready(sq, OP_MODIFY_SQ);
}

void driver_make_rq(struct driver_card *card, struct driver_queue *rq, const struct driver_queue_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	size_t in_bytes;

	*rq = (struct driver_queue){.card = card, .cq = options->cq};
	rq->ring.entries = 1U << options->log_entries;
	rq->ring.stride = 1U << (options->log_stride ? options->log_stride : 6);
	in_bytes = describe_wq(card, &rq->ring, &options->place, in);
	prm_set(context(in), &prm_rqc.vsd, !options->strip_vlan);
	prm_set(context(in), &prm_rqc.cqn, options->cq->number);
	prm_set(context(in), &prm_rqc.user_index, options->user_index);
	prm_set(context(in), &prm_rqc.counter_set_id, card->counters);
	prm_set(wq(in), &prm_wq.wq_type, PRM_WQ_CYCLIC);
	rq->number = driver_create(card, OP_CREATE_RQ, in, in_bytes);
	make_ready(rq, OP_MODIFY_RQ);
}

/* rqtc of mlx5_ifc.h: rqt_max_size, rqt_actual_size, then the numbers, from 0x110 in the command. */
static void fill_table(uint8_t *in, uint32_t rqn)
{
	ece_put_be32(in + 0x34, RQT_ENTRIES);
	ece_put_be32(in + 0x38, RQT_ENTRIES);
	for (size_t i = 0; i < RQT_ENTRIES; i++)
		ece_put_be32(in + 0x110 + i * sizeof(uint32_t), rqn);
}

/* The table exists before the queue does, as with Linux, and is pointed to it then. */
void driver_direct_frames(struct driver_queue *rq)
{
	uint8_t in[0x110 + RQT_ENTRIES * sizeof(uint32_t)] = {0}, tir[0x110] = {0}, out[PRM_MBOX_MIN];
	uint32_t rqtn;

	fill_table(in, rq->number);
	rqtn = driver_create(rq->card, OP_CREATE_RQT, in, sizeof(in));
	ece_put_be32(tir + 0x24, 0x10000000); /* disp_type: indirect */
	ece_put_be32(tir + 0x40, rqtn);       /* indirect_table */
	driver_create(rq->card, OP_CREATE_TIR, tir, sizeof(tir));
	memset(in, 0, sizeof(in));
	fill_table(in, rq->number);
	prm_set(in, &prm_mbox_in.opcode, OP_MODIFY_RQT);
	ece_put_be32(in + 0x08, rqtn);
	ece_put_be32(in + 0x14, 1); /* bitmask: the list */
	driver_require(!driver_command(rq->card, in, sizeof(in), out, sizeof(out)), "MODIFY_RQT is refused");
}
