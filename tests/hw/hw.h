/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cases for a card that somebody named by hand: what it can be asked, and with leave to write, whether every value
 * takes another one and takes its own one back. Many cases settle what no public document says; those report what
 * they saw and judge nothing.
 *
 * The same list runs against a card of the model under a simulated kernel (hw_sim_test), so that a card at hand is not
 * the first to try it.
 */
#ifndef ECE_TESTS_HW_HW_H
#define ECE_TESTS_HW_HW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/backend.h"
#include "devx/nic/nic.h"
#include "devx/os/os.h"

enum hw_verdict {
	HW_OK,
	HW_SKIPPED,
	HW_FAILED,
};

struct hw_saved; /* tests/hw/save.h */

struct hw {
	const struct ece_os *os;
	struct ece_nic_info info;
	struct ece_nic_info sibling; /* another function of the same card; empty pci: none */
	struct ece_nic *nic;
	struct ece_doors doors;
	struct hw_saved *saved; /* only with leave to write */
	/* What was seen, one line without its newline. */
	void (*note)(void *ctx, const char *line);
	/* Did somebody want an end? Cases that write ask between two values. */
	bool (*stop)(void *ctx);
	void *ctx;
	char text[512]; /* why, for what is not OK */
};

struct hw_case {
	const char *name;
	enum hw_verdict (*run)(struct hw *hw);
	bool writes;
	const char *settles; /* an open question, or NULL */
};

/* In the order in which they run. */
extern const struct hw_case hw_cases[];
extern const size_t hw_case_count;

/**
 * hw_start - find the NIC that a word names, and open it
 * @word: PCI address, with or without its domain, netdev or RDMA device
 * @hw: zero but for @os, @note, @stop and @ctx
 *
 * Returns 0, or a negative errno with @e filled. hw_end() closes it.
 */
int hw_start(struct hw *hw, const char *word, struct ece_error *e);
void hw_end(struct hw *hw);

__attribute__((format(printf, 2, 3))) void hw_note(struct hw *hw, const char *format, ...);
__attribute__((format(printf, 2, 3))) enum hw_verdict hw_skip(struct hw *hw, const char *format, ...);
__attribute__((format(printf, 2, 3))) enum hw_verdict hw_fail(struct hw *hw, const char *format, ...);

/**
 * hw_register_door - a backend that carries register reads and writes, opened; NULL where there is none
 */
const struct ece_backend *hw_register_door(struct hw *hw);

/* "ok", "status 0x03 (bad parameter), syndrome 0x325a82", or what the kernel said. Returns @buf. */
const char *hw_result(const struct ece_result *result, char *buf, size_t size);

/* identity.c, doors.c, registers.c, write.c */
enum hw_verdict the_card_says_who_it_is(struct hw *hw);
enum hw_verdict every_door_opens_or_says_why(struct hw *hw);
enum hw_verdict every_parameter_reads_or_says_why(struct hw *hw);
enum hw_verdict two_reads_say_the_same(struct hw *hw);
enum hw_verdict doors_say_the_same(struct hw *hw);
enum hw_verdict capabilities_are_told(struct hw *hw);
enum hw_verdict roce_accl_has_a_length(struct hw *hw);
enum hw_verdict roce_accl_has_no_unknown_select_bits(struct hw *hw);
enum hw_verdict access_register_user_is_tried(struct hw *hw);
enum hw_verdict ppcc_tells_its_algorithms(struct hw *hw);
enum hw_verdict ppcc_counters_are_walked(struct hw *hw);
enum hw_verdict ppcc_answers_what_it_has_not(struct hw *hw);
enum hw_verdict nv_headers_are_told(struct hw *hw);
enum hw_verdict query_qp_is_tried(struct hw *hw);
enum hw_verdict every_value_takes_another_and_comes_back(struct hw *hw);
enum hw_verdict roce_accl_of_the_other_function(struct hw *hw);
enum hw_verdict the_built_in_algorithm_goes_and_comes_back(struct hw *hw);
enum hw_verdict values_are_as_they_were(struct hw *hw);

#endif
