// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Objects of a driver: numbers, life, limits. */
#include "tests/unit/sim/bench.h"

static uint32_t create(struct bench *b, uint16_t opcode, size_t in_len)
{
	bench_word(b, 0x00, (uint32_t)opcode << 16);
	assert_int_equal(bench_run(b, in_len, 0x10), 0);
	return bench_got(b, 0x08);
}

static uint8_t destroy(struct bench *b, uint16_t opcode, uint32_t id)
{
	bench_word(b, 0x00, (uint32_t)opcode << 16);
	bench_word(b, 0x08, id);
	return bench_run(b, 0x10, 0x10);
}

static void what_was_created_can_be_destroyed_once(void **state)
{
	struct bench b;
	uint32_t pd;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	pd = create(&b, 0x800, 0x10);
	assert_int_not_equal(create(&b, 0x800, 0x10), pd);
	assert_int_equal(destroy(&b, 0x801, pd), 0);
	assert_int_equal(destroy(&b, 0x801, pd), 0x05);
	assert_int_equal(fw_object_count(b.fw.objects, FW_OBJECT_PD), 1);
	bench_down(&b);
}

static void queues_of_one_table_have_different_numbers(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	/* QP, SQ, RQ; then XRC SRQ and RMP */
	assert_int_equal(create(&b, 0x500, 0x110), 0x100);
	assert_int_equal(create(&b, 0x904, 0x110), 0x101);
	assert_int_equal(create(&b, 0x908, 0x110), 0x102);
	assert_int_equal(create(&b, 0x705, 0x110), 1);
	assert_int_equal(create(&b, 0x90c, 0x110), 2);
	/* a number is of one kind only: no QP 0x101 */
	assert_int_equal(destroy(&b, 0x501, 0x101), 0x05);
	assert_int_equal(destroy(&b, 0x906, 0x101), 0);
	bench_down(&b);
}

static void uars_lie_behind_the_register_block(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(create(&b, 0x802, 0x10), 16);
	bench_down(&b);
}

static void narrow_numbers_run_out_and_come_back(void **state)
{
	struct bench b;
	int i;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	for (i = 4; i < 0x40; i++)
		assert_int_equal(create(&b, 0x301, 0x110), i);
	bench_word(&b, 0x00, 0x03010000);
	assert_int_equal(bench_run(&b, 0x110, 0x10), 0x0f);
	assert_int_equal(destroy(&b, 0x302, 7), 0);
	assert_int_equal(create(&b, 0x301, 0x110), 7);
	bench_down(&b);
}

static void the_number_of_objects_is_limited(void **state)
{
	struct fw_objects *objects = fw_objects_new();
	const uint8_t create_pd[0x10] = {0x08, 0x00};
	size_t i;

	(void)state;
	assert_non_null(objects);
	for (i = 0; i < FW_OBJECTS_MAX; i++)
		assert_non_null(fw_object_add(objects, FW_OBJECT_PD, create_pd, sizeof(create_pd)));
	assert_null(fw_object_add(objects, FW_OBJECT_MKEY, create_pd, sizeof(create_pd)));
	assert_true(fw_object_remove(objects, FW_OBJECT_PD, 1));
	assert_non_null(fw_object_add(objects, FW_OBJECT_MKEY, create_pd, sizeof(create_pd)));
	fw_objects_free(objects);
}

static void the_bytes_of_objects_are_limited(void **state)
{
	static uint8_t large[1 << 20];
	struct fw_objects *objects = fw_objects_new();
	size_t i;

	(void)state;
	assert_non_null(objects);
	for (i = 0; i < FW_OBJECT_BYTES_MAX / sizeof(large); i++)
		assert_non_null(fw_object_add(objects, FW_OBJECT_MKEY, large, sizeof(large)));
	assert_null(fw_object_add(objects, FW_OBJECT_MKEY, large, 1));
	assert_null(fw_object_add_larger(objects, FW_OBJECT_MKEY, large, 0, 1));
	assert_true(fw_object_remove(objects, FW_OBJECT_MKEY, 0x2000));
	assert_non_null(fw_object_add(objects, FW_OBJECT_MKEY, large, sizeof(large)));
	fw_objects_free(objects);
}

static void a_context_is_read_back(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x14, 0x11223344);
	bench_word(&b, 0x4c, 0x55667788);
	assert_int_equal(create(&b, 0x400, 0x110), 0x400);
	bench_word(&b, 0x00, 0x04020000);
	bench_word(&b, 0x08, 0x400);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x14), 0x11223344);
	assert_int_equal(bench_got(&b, 0x4c), 0x55667788);
	assert_int_equal(bench_got(&b, 0x50), 0);
	bench_down(&b);
}

static uint8_t modify_sq(struct bench *b, uint32_t sqn, uint32_t from, uint32_t to)
{
	bench_word(b, 0x00, 0x09050000);
	bench_word(b, 0x08, from << 28 | sqn);
	bench_word(b, 0x20, to << 20);
	return bench_run(b, 0x110, 0x10);
}

static void a_send_queue_moves_only_from_where_it_is(void **state)
{
	struct bench b;
	uint32_t sqn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	sqn = create(&b, 0x904, 0x110);
	assert_int_equal(modify_sq(&b, sqn, 1, 0), 0x09);
	assert_int_equal(modify_sq(&b, sqn, 0, 1), 0);
	bench_word(&b, 0x00, 0x09070000);
	bench_word(&b, 0x08, sqn);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x20), 0x00100000);
	bench_down(&b);
}

static void a_reset_takes_everything(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	create(&b, 0x800, 0x10);
	create(&b, 0x500, 0x110);
	fw_reset(&b.fw);
	assert_int_equal(fw_object_count(b.fw.objects, FW_OBJECT_NONE), 0);
	assert_int_equal(create(&b, 0x500, 0x110), 0x100);
	bench_down(&b);
}

static void without_a_heap_nothing_is_created(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, 0x00, 0x05000000);
	assert_int_equal(bench_run(&b, 0x110, 0x10), 0x0f);
	bench_word(&b, 0x00, 0x050b0000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0x05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_created_can_be_destroyed_once),
		cmocka_unit_test(queues_of_one_table_have_different_numbers),
		cmocka_unit_test(uars_lie_behind_the_register_block),
		cmocka_unit_test(narrow_numbers_run_out_and_come_back),
		cmocka_unit_test(the_number_of_objects_is_limited),
		cmocka_unit_test(the_bytes_of_objects_are_limited),
		cmocka_unit_test(a_context_is_read_back),
		cmocka_unit_test(a_send_queue_moves_only_from_where_it_is),
		cmocka_unit_test(a_reset_takes_everything),
		cmocka_unit_test(without_a_heap_nothing_is_created),
	};

	return cmocka_run_group_tests_name("object", tests, NULL, NULL);
}
