// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/hw/hw.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "tests/hw/save.h"

/* clang-format off */
const struct hw_case hw_cases[] = {
	{"the_card_says_who_it_is", the_card_says_who_it_is, false, NULL},
	{"every_door_opens_or_says_why", every_door_opens_or_says_why, false, NULL},
	{"every_parameter_reads_or_says_why", every_parameter_reads_or_says_why, false, NULL},
	{"two_reads_say_the_same", two_reads_say_the_same, false, NULL},
	{"doors_say_the_same", doors_say_the_same, false, NULL},
	{"capabilities_are_told", capabilities_are_told, false,
	 "which capability bits go with which card and firmware"},
	{"roce_accl_has_a_length", roce_accl_has_a_length, false,
	 "how firmware answers ROCE_ACCL of the other length"},
	{"roce_accl_has_no_unknown_select_bits", roce_accl_has_no_unknown_select_bits, false,
	 "the bit of ps_metadata_reg_id_select, and others that are not public"},
	{"access_register_user_is_tried", access_register_user_is_tried, false,
	 "does ACCESS_REGISTER_USER (0xb0c) read ROCE_ACCL, PPCC and MNVDA for a DevX context"},
	{"ppcc_tells_its_algorithms", ppcc_tells_its_algorithms, false,
	 "parameters, ranges and defaults of ZTR-RTT by firmware"},
	{"ppcc_counters_are_walked", ppcc_counters_are_walked, false,
	 "does PPCC 0x0e tell how many counters there are, or the highest group of them; names of the counters"},
	{"ppcc_answers_what_it_has_not", ppcc_answers_what_it_has_not, false,
	 "how PPCC reports a command, a slot and an index that it has not"},
	{"nv_headers_are_told", nv_headers_are_told, false,
	 "the header that MNVDA returns: length, version, writer, priority, by access mode"},
	{"query_qp_is_tried", query_qp_is_tried, false,
	 "does fwctl's QUERY_QP answer for queue pairs of other contexts"},
	{"every_value_takes_another_and_comes_back", every_value_takes_another_and_comes_back, true,
	 "which values the firmware takes, and which it stores as something else"},
	{"roce_accl_of_the_other_function", roce_accl_of_the_other_function, true,
	 "is ROCE_ACCL of a card, a function or a port"},
	{"the_built_in_algorithm_goes_and_comes_back", the_built_in_algorithm_goes_and_comes_back, true,
	 "is PPCC enable of slot 15 the undo of its disable, and does the read-back tell"},
	{"values_are_as_they_were", values_are_as_they_were, true, NULL},
};
/* clang-format on */

const size_t hw_case_count = sizeof(hw_cases) / sizeof(hw_cases[0]);

static bool is_named(const struct ece_nic_info *info, const char *word)
{
	const char *domain = strchr(info->pci, ':');

	return !strcmp(info->pci, word) || (domain && !strcmp(domain + 1, word)) || !strcmp(info->netdev, word) ||
	       !strcmp(info->rdma, word);
}

/* Functions of one card differ in the last digit of their address. */
static bool is_sibling(const struct ece_nic_info *a, const struct ece_nic_info *b)
{
	size_t len = strlen(a->pci);

	return len && strlen(b->pci) == len && !strncmp(a->pci, b->pci, len - 1) && a->pci[len - 1] != b->pci[len - 1];
}

static int pick(struct hw *hw, const char *word, const struct ece_nic_info *list, size_t count, struct ece_error *e)
{
	const struct ece_nic_info *found = NULL;

	for (size_t i = 0; i < count && !found; i++)
		if (is_named(&list[i], word))
			found = &list[i];
	if (!found)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no ConnectX NIC is called \"%s\"", word);
	hw->info = *found;
	for (size_t i = 0; i < count; i++)
		if (is_sibling(found, &list[i]))
			hw->sibling = list[i];
	return 0;
}

int hw_start(struct hw *hw, const char *word, struct ece_error *e)
{
	struct ece_nic_info *list = NULL;
	size_t count;
	int err = ece_nic_list(hw->os, &list, &count, e);

	if (!err)
		err = pick(hw, word, list, count, e);
	free(list);
	if (!err)
		err = ece_nic_open(hw->os, &hw->info, &hw->nic, e);
	if (err)
		return err;
	hw->doors.os = hw->os;
	memcpy(hw->doors.pci, hw->info.pci, sizeof(hw->doors.pci));
	memcpy(hw->doors.rdma, hw->info.rdma, sizeof(hw->doors.rdma));
	memcpy(hw->doors.fwctl, hw->info.fwctl, sizeof(hw->doors.fwctl));
	return 0;
}

void hw_end(struct hw *hw)
{
	ece_doors_close(&hw->doors);
	ece_nic_close(hw->nic);
	hw_saved_free(hw->saved);
	hw->nic = NULL;
	hw->saved = NULL;
}

void hw_note(struct hw *hw, const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	hw->note(hw->ctx, line);
}

enum hw_verdict hw_skip(struct hw *hw, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(hw->text, sizeof(hw->text), format, args);
	va_end(args);
	return HW_SKIPPED;
}

enum hw_verdict hw_fail(struct hw *hw, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(hw->text, sizeof(hw->text), format, args);
	va_end(args);
	return HW_FAILED;
}

const struct ece_backend *hw_register_door(struct hw *hw)
{
	static const enum ece_backend_id carry[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_VSC};

	for (size_t i = 0; i < sizeof(carry) / sizeof(carry[0]); i++) {
		const struct ece_backend *backend = ece_backend(carry[i]);

		if (backend && backend->command && !ece_backend_open(backend, &hw->doors))
			return backend;
	}
	return NULL;
}

const char *hw_result(const struct ece_result *result, char *buf, size_t size)
{
	if (!result->err)
		snprintf(buf, size, "ok");
	else if (result->has_status)
		snprintf(buf, size, "status 0x%02x (%s), syndrome 0x%x", result->status,
			 prm_status_text(result->status), result->syndrome);
	else
		snprintf(buf, size, "%s", strerror(-result->err));
	return buf;
}
