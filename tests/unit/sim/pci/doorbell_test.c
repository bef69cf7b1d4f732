// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Doorbells of a UAR page, as drivers write them: offsets of Linux include/linux/mlx5/{cq,driver}.h. */
#include "tests/unit/sim/pci/guest.h"

#include <stdlib.h>

#include "devx/sim/datapath/internal.h"
#include "devx/sim/pci/bar.h"

#define ARM        0x20
#define SEND       0x800
#define BLUE_FLAME 0x900
#define UAR_7      (PCI_BAR_UAR + 7 * 0x1000)

static struct fw_object *object(struct guest *g, enum fw_object_kind kind)
{
	static const uint8_t create[0x110];
	struct fw_object *made = fw_object_add(g->card->fw.objects, kind, create, sizeof(create));

	assert_non_null(made);
	return made;
}

/* @bytes of one write, of which the first eight are these words; what follows them in memory is not the driver's. */
static void write_uar(struct guest *g, uint64_t at, uint32_t first, uint32_t second, size_t bytes)
{
	uint8_t *data = malloc(bytes);
	uint8_t words[8];

	assert_non_null(data);
	ece_put_be32(words, first);
	ece_put_be32(words + 4, second);
	memset(data, 0, bytes);
	memcpy(data, words, bytes < sizeof(words) ? bytes : sizeof(words));
	pci_bar_write(g->card, UAR_7 + at, data, bytes);
	free(data);
}

static void a_cq_is_armed(void **state)
{
	struct guest g;
	struct fw_object *cq;

	(void)state;
	guest_up(&g, "cx7");
	cq = object(&g, FW_OBJECT_CQ);
	write_uar(&g, SEND, 0, cq->id, 8);
	write_uar(&g, ARM, 0, cq->id, 4);
	assert_int_equal(cq->armed, FW_NOT_ARMED);
	write_uar(&g, ARM, 1 << 24, cq->id, 8);
	assert_int_equal(cq->armed, FW_ARMED_SOLICITED);
	write_uar(&g, ARM, 0, cq->id, 8);
	assert_int_equal(cq->armed, FW_ARMED);
	guest_down(&g);
}

/* Returns whether the queue pair has its turn after that. */
static bool rings(struct guest *g, const struct fw_object *qp, uint64_t at, size_t bytes)
{
	struct dp *dp = g->card->dp;

	write_uar(g, at, 0, qp->id << 8, bytes);
	if (!dp->ready_first)
		return false;
	assert_ptr_equal(dp->ready_first->object, qp);
	dp_run(dp, 0);
	return true;
}

static void a_send_queue_has_work(void **state)
{
	struct fw_object *qp;
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	qp = object(&g, FW_OBJECT_QP);
	assert_true(rings(&g, qp, SEND, 8));
	assert_true(rings(&g, qp, BLUE_FLAME, 8));
	/* the whole work request may come along */
	assert_true(rings(&g, qp, SEND, 64));
	/* half a doorbell, and places that are none */
	assert_false(rings(&g, qp, SEND, 4));
	assert_false(rings(&g, qp, ARM, 8));
	assert_false(rings(&g, qp, 0, 8));
	assert_false(rings(&g, qp, SEND + 8, 8));
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cq_is_armed),
		cmocka_unit_test(a_send_queue_has_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
