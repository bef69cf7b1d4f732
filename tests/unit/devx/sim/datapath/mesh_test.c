// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Four cards on a switch, each connected to each, over every kind of network; with loss, and with one gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define CARDS       4
#define BYTES       20000
#define PLACE(i, j) (((size_t)(i)*CARDS + (size_t)(j)) * BYTES)

/* qp[i][j] is the end at card i of the connection with card j. */
struct mesh {
	struct driver driver;
	struct driver_cq cq[CARDS];
	struct driver_mr from[CARDS], to[CARDS];
	struct driver_qp qp[CARDS][CARDS];
};

static struct mesh mesh;

static void make_card(size_t i)
{
	struct driver_card *card = &mesh.driver.card[i];

	driver_make_cq(card, &mesh.cq[i], &(struct driver_cq_options){.log_entries = 6});
	driver_mr(card, &mesh.from[i], CARDS * CARDS * BYTES);
	driver_mr(card, &mesh.to[i], CARDS * CARDS * BYTES);
	couple_fill(mesh.from[i].bytes, mesh.from[i].length, (uint8_t)(i * 50));
	memset(mesh.to[i].bytes, 0, mesh.to[i].length);
	for (size_t j = 0; j < CARDS; j++)
		driver_make_qp(card, &mesh.qp[i][j],
			       &(struct driver_qp_options){.service = PRM_QP_RC, .send_cq = &mesh.cq[i]});
}

static int begin(void **state)
{
	struct driver_link link = driver_link;

	(void)state;
	driver_start(&mesh.driver, "cx7", "cx7");
	driver_add(&mesh.driver, "cx6dx", DRIVER_PAGES);
	driver_add(&mesh.driver, "cx4", DRIVER_PAGES);
	for (size_t i = 0; i < CARDS; i++)
		make_card(i);
	link.ack_timeout = 8; /* 1 ms */
	link.retry_count = 2;
	for (size_t i = 0; i < CARDS; i++)
		for (size_t j = i; j < CARDS; j++) {
			link.gid = (enum driver_gid)((i + j) % 4);
			driver_connect(&mesh.qp[i][j], &mesh.qp[j][i], &link);
		}
	return 0;
}

static int end(void **state)
{
	(void)state;
	driver_stop(&mesh.driver);
	return 0;
}

/* Card i writes what is for j to the same place there, also to itself. */
static void write_all(void)
{
	for (size_t i = 0; i < CARDS; i++)
		for (size_t j = 0; j < CARDS; j++) {
			struct driver_sge sge = driver_sge(&mesh.from[i], PLACE(i, j), BYTES);

			driver_post_send(&mesh.qp[i][j],
					 &(struct driver_send){.opcode = DP_OP_WRITE,
							       .sges = &sge,
							       .sge_count = 1,
							       .remote_address = mesh.to[j].address + PLACE(i, j),
							       .remote_key = mesh.to[j].key});
		}
	driver_settle(&mesh.driver);
}

static bool arrived(size_t i, size_t j)
{
	return !memcmp(mesh.from[i].bytes + PLACE(i, j), mesh.to[j].bytes + PLACE(i, j), BYTES);
}

/* Completions of card i by kind. */
static void count(size_t i, unsigned int *good, unsigned int *failed)
{
	struct driver_cqe cqe;

	*good = *failed = 0;
	while (driver_poll(&mesh.cq[i], &cqe))
		if (cqe.opcode == DP_CQE_REQUESTER)
			(*good)++;
		else
			(*failed)++;
}

static void all_arrived(void)
{
	unsigned int good, failed;

	for (size_t i = 0; i < CARDS; i++) {
		count(i, &good, &failed);
		assert_int_equal(good, CARDS);
		assert_int_equal(failed, 0);
		for (size_t j = 0; j < CARDS; j++)
			assert_true(arrived(i, j));
	}
}

static void each_reaches_each(void **state)
{
	(void)state;
	write_all();
	all_arrived();
	/* Nothing of others' was taken: each place has one writer. */
	for (size_t j = 0; j < CARDS; j++)
		for (size_t i = 0; i < CARDS; i++)
			for (size_t k = 0; k < CARDS; k++)
				if (k != j)
					assert_int_equal(mesh.to[j].bytes[PLACE(i, k)], 0);
}

static void each_reaches_each_through_loss(void **state)
{
	(void)state;
	driver_weather(&mesh.driver, &(struct wire_weather){.delay_ns = 5000, .loss_per_million = 20000, .seed = 5});
	write_all();
	all_arrived();
	assert_true(wire_cable_counts(mesh.driver.cable)->lost > 0);
}

static void who_is_away_fails_alone(void **state)
{
	unsigned int good, failed;

	(void)state;
	driver_link_up(&mesh.driver.card[2], false);
	write_all();
	for (size_t i = 0; i < CARDS; i++) {
		count(i, &good, &failed);
		/* It still reaches itself. */
		assert_int_equal(good, i == 2 ? 1 : CARDS - 1);
		assert_int_equal(failed, i == 2 ? CARDS - 1 : 1);
		for (size_t j = 0; j < CARDS; j++)
			assert_int_equal(arrived(i, j), (i == 2) == (j == 2));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_reaches_each, begin, end),
		cmocka_unit_test_setup_teardown(each_reaches_each_through_loss, begin, end),
		cmocka_unit_test_setup_teardown(who_is_away_fails_alone, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
