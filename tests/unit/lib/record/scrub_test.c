// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record/mailbox.h"
#include "lib/record/scrub.h"

static struct scrub scrub;

static void becomes(const char *text, const char *want)
{
	char got[256];

	scrub_text(&scrub, text, got, sizeof(got));
	assert_string_equal(got, want);
}

static void start(void)
{
	memset(&scrub, 0, sizeof(scrub));
}

static void addresses_are_found_by_their_form(void **state)
{
	(void)state;
	start();
	becomes("b8:3f:d2:a1:b2:c3", "mac-1");
	becomes("b8:3f:d2:a1:b2:c4", "mac-2");
	becomes("B8:3F:D2:A1:B2:C3 and b83fd2a1b2c3", "mac-1 and mac-1");
	becomes("enxb83fd2a1b2c4", "enxmac-2");
	becomes("b83f:d203:00a1:b2c3\n", "guid-1\n");
	becomes("0xb83fd20300a1b2c3", "0xguid-1");
	becomes("fe80:0000:0000:0000:ba3f:d2ff:fea1:b2c3", "guid-2");
}

static void what_is_none_stays(void **state)
{
	(void)state;
	start();
	becomes("0000:3b:00.0", "0000:3b:00.0");
	becomes("28.39.1002", "28.39.1002");
	becomes("MT_0000000838", "MT_0000000838");
	becomes("0000:0000:0000:0000", "0000:0000:0000:0000");
	becomes("00:00:00:00:00:00", "00:00:00:00:00:00");
	becomes("mlx5_0/ports/1", "mlx5_0/ports/1");
	becomes("12345678901", "12345678901");
	assert_int_equal(scrub.count, 0);
}

static void names_are_words(void **state)
{
	(void)state;
	start();
	assert_true(scrub_learn(&scrub, "gpu17\n"));
	assert_true(scrub_learn(&scrub, "gpu17"));
	assert_int_equal(scrub.count, 1);
	becomes("gpu17", "name-1");
	becomes("on gpu17.example", "on name-1.example");
	becomes("gpu170 xgpu17", "gpu170 xname-1");
	becomes("agpu17", "agpu17");
	assert_true(scrub_learn(&scrub, ""));
	assert_int_equal(scrub.count, 1);
}

static void learned_addresses_are_found_in_bytes(void **state)
{
	static const uint8_t mac[] = {0xb8, 0x3f, 0xd2, 0xa1, 0xb2, 0xc3};
	static const uint8_t want[] = {1, 2, 0x02, 0, 0, 0, 0, 1, 3, 0x02, 0, 0, 0, 0, 1};
	uint8_t bytes[15] = {1, 2, [8] = 3};

	(void)state;
	start();
	memcpy(bytes + 2, mac, sizeof(mac));
	memcpy(bytes + 9, mac, sizeof(mac));
	assert_true(scrub_learn(&scrub, "b8:3f:d2:a1:b2:c3"));
	scrub_bytes(&scrub, bytes, sizeof(bytes));
	assert_memory_equal(bytes, want, sizeof(want));
	/* one byte too few is none */
	memcpy(bytes, mac, sizeof(mac));
	scrub_bytes(&scrub, bytes, sizeof(mac) - 1);
	assert_memory_equal(bytes, mac, sizeof(mac));
}

static void text_is_cut_and_ended(void **state)
{
	char got[8];

	(void)state;
	start();
	scrub_text(&scrub, "0123456789", got, sizeof(got));
	assert_string_equal(got, "0123456");
	scrub_text(&scrub, "ab b8:3f:d2:a1:b2:c3", got, sizeof(got));
	assert_string_equal(got, "ab mac-");
}

static void there_is_a_limit(void **state)
{
	char text[32];

	(void)state;
	start();
	for (unsigned int i = 0; i < SCRUB_SECRETS_MAX; i++) {
		snprintf(text, sizeof(text), "host%u", i);
		assert_true(scrub_learn(&scrub, text));
	}
	assert_false(scrub_learn(&scrub, "one-more"));
	/* what finds no room is not let through */
	becomes("b8:3f:d2:a1:b2:c3", "?");
}

static void files_by_their_place(void **state)
{
	(void)state;
	assert_int_equal(scrub_file(ECE_OS_INFINIBAND, "mlx5_0/node_guid"), SCRUB_IDENTITY);
	assert_int_equal(scrub_file(ECE_OS_NET, "eth0/address"), SCRUB_IDENTITY);
	assert_int_equal(scrub_file(ECE_OS_HOST, "hostname"), SCRUB_IDENTITY);
	assert_int_equal(scrub_file(ECE_OS_INFINIBAND, "mlx5_0/fw_ver"), SCRUB_KEEP);
	assert_int_equal(scrub_file(ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params/rp_gd"), SCRUB_KEEP);
	assert_int_equal(scrub_file(ECE_OS_INFINIBAND, "mlx5_0/ports/1/gids/0"), SCRUB_WITHHOLD);
	assert_int_equal(scrub_file(ECE_OS_PCI_DEVICES, "0000:01:00.0/vpd"), SCRUB_WITHHOLD);
	assert_int_equal(scrub_file(ECE_OS_PROCESSES, "17/comm"), SCRUB_WITHHOLD);
}

static void the_address_of_a_peer_is_not_kept(void **state)
{
	/* QUERY_QP; ACCESS_REG read of MGIR (0x9020); CREATE_QP */
	static const uint8_t query_qp[16] = {0x05, 0x0b}, mgir[16] = {0x08, 0x05, [7] = 1, [10] = 0x90, [11] = 0x20};
	static const uint8_t create_qp[16] = {0x05, 0x00};
	const struct record_mailbox *mailbox = record_mailbox_find(query_qp, sizeof(query_qp));
	uint8_t out[0x110];

	(void)state;
	memset(out, 0xff, sizeof(out));
	assert_non_null(mailbox);
	record_mailbox_blank(mailbox, out, sizeof(out));
	assert_int_equal(out[0x1b], 0xff);
	for (size_t i = 0x1c; i < sizeof(out); i++)
		assert_int_equal(out[i], 0);
	mailbox = record_mailbox_find(mgir, sizeof(mgir));
	assert_non_null(mailbox);
	memset(out, 0xff, sizeof(out));
	record_mailbox_blank(mailbox, out, 0xb0);
	for (size_t i = 0; i < 0xb0; i++)
		assert_int_equal(out[i], i >= 0x20 && i < 0x30 ? 0 : 0xff);
	assert_null(record_mailbox_find(create_qp, sizeof(create_qp)));
	assert_null(record_mailbox_find(query_qp, 15));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_found_by_their_form),
		cmocka_unit_test(what_is_none_stays),
		cmocka_unit_test(names_are_words),
		cmocka_unit_test(learned_addresses_are_found_in_bytes),
		cmocka_unit_test(text_is_cut_and_ended),
		cmocka_unit_test(there_is_a_limit),
		cmocka_unit_test(files_by_their_place),
		cmocka_unit_test(the_address_of_a_peer_is_not_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
