/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the cases share: the check, short forms of the seam's calls, and the cases of each file. */
#ifndef ECE_TESTS_SEAM_SEAM_H
#define ECE_TESTS_SEAM_SEAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/seam/cases.h"

#define SEAM_UNTOUCHED 0xa5   /* what outputs hold before a call */
#define SEAM_MAILBOX   0x1010 /* bytes of every mailbox here */
#define SEAM_PATH_MAX  200
#define SEAM_TEXT_MAX  128

/* A case returns at the first difference. */
#define EXPECT(s, got, want)                                                                                           \
	do {                                                                                                           \
		long long got_ = (long long)(got), want_ = (long long)(want);                                          \
		if (got_ != want_) {                                                                                   \
			snprintf((s)->text, sizeof((s)->text), "%s:%d: %s is %lld, expected %lld", __FILE__, __LINE__, \
				 #got, got_, want_);                                                                   \
			return SEAM_FAILED;                                                                            \
		}                                                                                                      \
	} while (0)

#define TRY(call)                                    \
	do {                                         \
		enum seam_verdict verdict_ = (call); \
		if (verdict_ != SEAM_OK)             \
			return verdict_;             \
	} while (0)

static inline enum seam_verdict seam_skip(struct seam *s, const char *why)
{
	snprintf(s->text, sizeof(s->text), "%s", why);
	return SEAM_SKIPPED;
}

/* A file as a string. Returns its length or a negative errno. */
int seam_read(struct seam *s, enum ece_os_root root, const char *path, char buf[SEAM_TEXT_MAX]);

/* "a/b" into @path. Returns it. */
const char *seam_join(char path[SEAM_PATH_MAX], const char *a, const char *b);

struct seam_search {
	const char *name;
	int hits;
	int entries;
};

/* Counts the entries of a directory, and those with the name that is searched. Returns 0 or a negative errno. */
int seam_list(struct seam *s, enum ece_os_root root, const char *path, struct seam_search *search);

/* Clears a mailbox and writes its header; the second also names a register. */
void seam_header(uint8_t *in, uint16_t opcode, uint16_t op_mod);
void seam_access_reg(uint8_t *in, uint16_t id, bool read);

bool seam_untouched(const uint8_t *out, size_t len);

/* One command in a context of its own; @out is filled with SEAM_UNTOUCHED before. Returns as the seam does. */
int seam_devx(struct seam *s, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);
int seam_rpc(struct seam *s, unsigned int scope, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);

/* Files of cc_params. A text that is not a number and a newline reads as -1000. */
const char *seam_cc_path(struct seam *s, char path[SEAM_PATH_MAX], const char *file);
int seam_cc_write(struct seam *s, const char *file, const char *text);
long long seam_cc_read(struct seam *s, const char *file);

/* files.c, devx.c, fwctl.c, cc_params.c, counters.c, network.c, policy.c, rdma.c, refusals.c, refused_writes.c, rights.c, stat.c,
 * sweep.c, vendor.c */
enum seam_verdict pci_function_says_what_it_is(struct seam *s);
enum seam_verdict rdma_device_says_what_it_is(struct seam *s);
enum seam_verdict smaller_files_say_the_same(struct seam *s);
enum seam_verdict links_lead_back_to_the_function(struct seam *s);
enum seam_verdict a_last_link_is_read_or_followed(struct seam *s);
enum seam_verdict function_lists_its_devices(struct seam *s);
enum seam_verdict paths_go_through_links(struct seam *s);
enum seam_verdict files_refuse_as_files_do(struct seam *s);
enum seam_verdict host_facts_are_one_line(struct seam *s);
enum seam_verdict modules_tell_a_version_of_their_own(struct seam *s);
enum seam_verdict etc_is_there_to_be_read(struct seam *s);
enum seam_verdict policies_are_replaced_whole(struct seam *s);
enum seam_verdict policies_refuse_as_files_do(struct seam *s);
enum seam_verdict a_user_reads_policies_only(struct seam *s);
enum seam_verdict devx_needs_a_device(struct seam *s);
enum seam_verdict devx_queries_capabilities(struct seam *s);
enum seam_verdict devx_queries_congestion(struct seam *s);
enum seam_verdict devx_keeps_other_commands_from_the_firmware(struct seam *s);
enum seam_verdict devx_wants_whole_headers(struct seam *s);
enum seam_verdict devx_hands_refusals_out(struct seam *s);
enum seam_verdict devx_lets_the_general_range_through(struct seam *s);
enum seam_verdict devx_lets_exactly_these_through(struct seam *s);
enum seam_verdict fwctl_is_there_or_not(struct seam *s);
enum seam_verdict fwctl_reads_registers_for_debugging(struct seam *s);
enum seam_verdict fwctl_writes_registers_as_configuration(struct seam *s);
enum seam_verdict fwctl_finds_alpha_by_name(struct seam *s);
enum seam_verdict fwctl_hands_refusals_out(struct seam *s);
enum seam_verdict fwctl_keeps_other_commands_from_the_firmware(struct seam *s);
enum seam_verdict fwctl_checks_lengths_and_scopes(struct seam *s);
enum seam_verdict fwctl_switches_congestion_control(struct seam *s);
enum seam_verdict fwctl_lets_exactly_these_through(struct seam *s);
enum seam_verdict cc_params_has_its_files(struct seam *s);
enum seam_verdict cc_params_reads_the_defaults(struct seam *s);
enum seam_verdict cc_params_takes_any_base(struct seam *s);
enum seam_verdict cc_params_refuses_other_text(struct seam *s);
enum seam_verdict cc_params_bounds_a_write(struct seam *s);
enum seam_verdict cc_params_prints_large_values(struct seam *s);
enum seam_verdict cc_params_writes_one_word_each(struct seam *s);
enum seam_verdict cc_params_writes_the_general_word(struct seam *s);
enum seam_verdict cc_params_packs_without_looking(struct seam *s);
enum seam_verdict cc_params_priority_drags_its_mode(struct seam *s);
enum seam_verdict cc_params_response_dscp_drags_its_flag(struct seam *s);
enum seam_verdict cc_params_maps_refusals(struct seam *s);
enum seam_verdict cc_params_and_devx_agree(struct seam *s);
enum seam_verdict no_command_writes_congestion_params(struct seam *s);
enum seam_verdict devx_does_not_switch_congestion_control(struct seam *s);
enum seam_verdict no_register_goes_through_devx(struct seam *s);
enum seam_verdict other_features_have_no_file(struct seam *s);
enum seam_verdict vendor_files_are_those_of_debugfs(struct seam *s);
enum seam_verdict vendor_files_switch_priorities(struct seam *s);
enum seam_verdict a_busy_card_shows_in_every_door(struct seam *s);
enum seam_verdict the_driver_maps_each_status(struct seam *s);
enum seam_verdict link_says_what_it_is(struct seam *s);
enum seam_verdict links_are_dumped(struct seam *s);
enum seam_verdict rtnetlink_refuses_what_is_not_there(struct seam *s);
enum seam_verdict dcb_reads_the_defaults(struct seam *s);
enum seam_verdict dcb_follows_the_registers(struct seam *s);
enum seam_verdict ethtool_names_the_driver(struct seam *s);
enum seam_verdict ethtool_tells_the_link(struct seam *s);
enum seam_verdict ethtool_counts_by_priority(struct seam *s);
enum seam_verdict ethtool_counts_pause_where_there_is_some(struct seam *s);
enum seam_verdict ethtool_refuses_what_is_not_there(struct seam *s);
enum seam_verdict rdma_devices_are_told(struct seam *s);
enum seam_verdict rdma_lists_the_kernels_own_queue_pair(struct seam *s);
enum seam_verdict rdma_refuses_what_is_not_there(struct seam *s);
enum seam_verdict rdma_dumps_a_queue_pair(struct seam *s);
enum seam_verdict rdma_dumps_for_administrators_only(struct seam *s);
enum seam_verdict netlink_names_the_counters_of_a_port(struct seam *s);
enum seam_verdict sysfs_has_a_file_for_each_counter(struct seam *s);
enum seam_verdict counters_are_as_wide_as_the_cards(struct seam *s);
enum seam_verdict netlink_refuses_counters_with_one_word(struct seam *s);
enum seam_verdict a_user_may_read_counters(struct seam *s);
enum seam_verdict rdma_ports_are_told(struct seam *s);
enum seam_verdict netlink_lists_optional_counters(struct seam *s);
enum seam_verdict optional_counters_come_and_go(struct seam *s);
enum seam_verdict netlink_refuses_other_sets(struct seam *s);
enum seam_verdict netlink_checks_attributes_by_age(struct seam *s);
enum seam_verdict counter_sets_are_switched(struct seam *s);
enum seam_verdict counter_sets_refuse_what_is_not_there(struct seam *s);
enum seam_verdict a_user_switches_no_counters(struct seam *s);
enum seam_verdict a_user_may_ask_the_network(struct seam *s);
enum seam_verdict config_space_leads_to_the_window(struct seam *s);
enum seam_verdict the_window_has_one_user_at_a_time(struct seam *s);
enum seam_verdict a_user_has_devx_only(struct seam *s);
enum seam_verdict fwctl_full_scope_needs_rawio(struct seam *s);
enum seam_verdict fwctl_debug_write_taints(struct seam *s);
enum seam_verdict lockdown_shuts_debugfs(struct seam *s);
enum seam_verdict lockdown_keeps_the_window_from_being_written(struct seam *s);

#endif
