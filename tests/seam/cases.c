// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

/* clang-format off */
const struct seam_case seam_cases[] = {
	{"pci_function_says_what_it_is", pci_function_says_what_it_is, SEAM_NEEDS_NOTHING},
	{"rdma_device_says_what_it_is", rdma_device_says_what_it_is, SEAM_NEEDS_NOTHING},
	{"smaller_files_say_the_same", smaller_files_say_the_same, SEAM_NEEDS_NOTHING},
	{"links_lead_back_to_the_function", links_lead_back_to_the_function, SEAM_NEEDS_NOTHING},
	{"a_last_link_is_read_or_followed", a_last_link_is_read_or_followed, SEAM_NEEDS_NOTHING},
	{"function_lists_its_devices", function_lists_its_devices, SEAM_NEEDS_NOTHING},
	{"paths_go_through_links", paths_go_through_links, SEAM_NEEDS_NOTHING},
	{"files_refuse_as_files_do", files_refuse_as_files_do, SEAM_NEEDS_NOTHING},
	{"host_facts_are_one_line", host_facts_are_one_line, SEAM_NEEDS_NOTHING},
	{"modules_tell_a_version_of_their_own", modules_tell_a_version_of_their_own, SEAM_NEEDS_NOTHING},
	{"etc_is_there_to_be_read", etc_is_there_to_be_read, SEAM_NEEDS_NOTHING},
	{"policies_are_replaced_whole", policies_are_replaced_whole, SEAM_NEEDS_NOTHING},
	{"policies_refuse_as_files_do", policies_refuse_as_files_do, SEAM_NEEDS_NOTHING},
	{"a_user_reads_policies_only", a_user_reads_policies_only, SEAM_NEEDS_NOTHING},
	{"devx_needs_a_device", devx_needs_a_device, SEAM_NEEDS_NOTHING},
	{"devx_queries_capabilities", devx_queries_capabilities, SEAM_NEEDS_NOTHING},
	{"devx_queries_congestion", devx_queries_congestion, SEAM_NEEDS_NOTHING},
	{"devx_keeps_other_commands_from_the_firmware", devx_keeps_other_commands_from_the_firmware, SEAM_NEEDS_NOTHING},
	{"devx_wants_whole_headers", devx_wants_whole_headers, SEAM_NEEDS_NOTHING},
	{"devx_hands_refusals_out", devx_hands_refusals_out, SEAM_NEEDS_NOTHING},
	{"devx_lets_the_general_range_through", devx_lets_the_general_range_through, SEAM_NEEDS_NOTHING},
	{"devx_lets_exactly_these_through", devx_lets_exactly_these_through, SEAM_NEEDS_REMOTE_IO},
	{"fwctl_is_there_or_not", fwctl_is_there_or_not, SEAM_NEEDS_NOTHING},
	{"fwctl_reads_registers_for_debugging", fwctl_reads_registers_for_debugging, SEAM_NEEDS_FWCTL},
	{"fwctl_writes_registers_as_configuration", fwctl_writes_registers_as_configuration, SEAM_NEEDS_FWCTL},
	{"fwctl_finds_alpha_by_name", fwctl_finds_alpha_by_name, SEAM_NEEDS_FWCTL},
	{"fwctl_hands_refusals_out", fwctl_hands_refusals_out, SEAM_NEEDS_FWCTL},
	{"fwctl_keeps_other_commands_from_the_firmware", fwctl_keeps_other_commands_from_the_firmware, SEAM_NEEDS_FWCTL},
	{"fwctl_checks_lengths_and_scopes", fwctl_checks_lengths_and_scopes, SEAM_NEEDS_FWCTL},
	{"fwctl_switches_congestion_control", fwctl_switches_congestion_control, SEAM_NEEDS_FWCTL},
	{"fwctl_lets_exactly_these_through", fwctl_lets_exactly_these_through, SEAM_NEEDS_FWCTL},
	{"cc_params_has_its_files", cc_params_has_its_files, SEAM_NEEDS_NOTHING},
	{"cc_params_reads_the_defaults", cc_params_reads_the_defaults, SEAM_NEEDS_NOTHING},
	{"cc_params_takes_any_base", cc_params_takes_any_base, SEAM_NEEDS_NOTHING},
	{"cc_params_refuses_other_text", cc_params_refuses_other_text, SEAM_NEEDS_NOTHING},
	{"cc_params_bounds_a_write", cc_params_bounds_a_write, SEAM_NEEDS_NOTHING},
	{"cc_params_prints_large_values", cc_params_prints_large_values, SEAM_NEEDS_NOTHING},
	{"cc_params_writes_one_word_each", cc_params_writes_one_word_each, SEAM_NEEDS_NOTHING},
	{"cc_params_writes_the_general_word", cc_params_writes_the_general_word, SEAM_NEEDS_CC_GENERAL},
	{"cc_params_packs_without_looking", cc_params_packs_without_looking, SEAM_NEEDS_NOTHING},
	{"cc_params_priority_drags_its_mode", cc_params_priority_drags_its_mode, SEAM_NEEDS_NOTHING},
	{"cc_params_response_dscp_drags_its_flag", cc_params_response_dscp_drags_its_flag, SEAM_NEEDS_CC_GENERAL},
	{"cc_params_maps_refusals", cc_params_maps_refusals, SEAM_NEEDS_NOTHING},
	{"cc_params_and_devx_agree", cc_params_and_devx_agree, SEAM_NEEDS_NOTHING},
	{"no_command_writes_congestion_params", no_command_writes_congestion_params, SEAM_NEEDS_NOTHING},
	{"devx_does_not_switch_congestion_control", devx_does_not_switch_congestion_control, SEAM_NEEDS_NOTHING},
	{"no_register_goes_through_devx", no_register_goes_through_devx, SEAM_NEEDS_NOTHING},
	{"other_features_have_no_file", other_features_have_no_file, SEAM_NEEDS_NOTHING},
	{"vendor_files_are_those_of_debugfs", vendor_files_are_those_of_debugfs, SEAM_NEEDS_ECN},
	{"vendor_files_switch_priorities", vendor_files_switch_priorities, SEAM_NEEDS_ECN},
	{"a_busy_card_shows_in_every_door", a_busy_card_shows_in_every_door, SEAM_NEEDS_NOTHING},
	{"the_driver_maps_each_status", the_driver_maps_each_status, SEAM_NEEDS_NOTHING},
	{"link_says_what_it_is", link_says_what_it_is, SEAM_NEEDS_NOTHING},
	{"links_are_dumped", links_are_dumped, SEAM_NEEDS_NOTHING},
	{"rtnetlink_refuses_what_is_not_there", rtnetlink_refuses_what_is_not_there, SEAM_NEEDS_NOTHING},
	{"dcb_reads_the_defaults", dcb_reads_the_defaults, SEAM_NEEDS_NOTHING},
	{"dcb_follows_the_registers", dcb_follows_the_registers, SEAM_NEEDS_FWCTL},
	{"ethtool_names_the_driver", ethtool_names_the_driver, SEAM_NEEDS_NOTHING},
	{"ethtool_tells_the_link", ethtool_tells_the_link, SEAM_NEEDS_NOTHING},
	{"ethtool_counts_by_priority", ethtool_counts_by_priority, SEAM_NEEDS_NOTHING},
	{"ethtool_counts_pause_where_there_is_some", ethtool_counts_pause_where_there_is_some, SEAM_NEEDS_FWCTL},
	{"ethtool_refuses_what_is_not_there", ethtool_refuses_what_is_not_there, SEAM_NEEDS_NOTHING},
	{"rdma_devices_are_told", rdma_devices_are_told, SEAM_NEEDS_NOTHING},
	{"rdma_lists_the_kernels_own_queue_pair", rdma_lists_the_kernels_own_queue_pair, SEAM_NEEDS_NOTHING},
	{"rdma_refuses_what_is_not_there", rdma_refuses_what_is_not_there, SEAM_NEEDS_NOTHING},
	{"rdma_dumps_a_queue_pair", rdma_dumps_a_queue_pair, SEAM_NEEDS_NOTHING},
	{"rdma_dumps_for_administrators_only", rdma_dumps_for_administrators_only, SEAM_NEEDS_NOTHING},
	{"netlink_names_the_counters_of_a_port", netlink_names_the_counters_of_a_port, SEAM_NEEDS_NOTHING},
	{"sysfs_has_a_file_for_each_counter", sysfs_has_a_file_for_each_counter, SEAM_NEEDS_NOTHING},
	{"counters_are_as_wide_as_the_cards", counters_are_as_wide_as_the_cards, SEAM_NEEDS_NOTHING},
	{"netlink_refuses_counters_with_one_word", netlink_refuses_counters_with_one_word, SEAM_NEEDS_NOTHING},
	{"a_user_may_read_counters", a_user_may_read_counters, SEAM_NEEDS_NOTHING},
	{"rdma_ports_are_told", rdma_ports_are_told, SEAM_NEEDS_NOTHING},
	{"netlink_lists_optional_counters", netlink_lists_optional_counters, SEAM_NEEDS_NOTHING},
	{"optional_counters_come_and_go", optional_counters_come_and_go, SEAM_NEEDS_NOTHING},
	{"netlink_refuses_other_sets", netlink_refuses_other_sets, SEAM_NEEDS_NOTHING},
	{"netlink_checks_attributes_by_age", netlink_checks_attributes_by_age, SEAM_NEEDS_NOTHING},
	{"counter_sets_are_switched", counter_sets_are_switched, SEAM_NEEDS_NOTHING},
	{"counter_sets_refuse_what_is_not_there", counter_sets_refuse_what_is_not_there, SEAM_NEEDS_NOTHING},
	{"a_user_switches_no_counters", a_user_switches_no_counters, SEAM_NEEDS_NOTHING},
	{"a_user_may_ask_the_network", a_user_may_ask_the_network, SEAM_NEEDS_NOTHING},
	{"config_space_leads_to_the_window", config_space_leads_to_the_window, SEAM_NEEDS_NOTHING},
	{"the_window_has_one_user_at_a_time", the_window_has_one_user_at_a_time, SEAM_NEEDS_NOTHING},
	{"a_user_has_devx_only", a_user_has_devx_only, SEAM_NEEDS_NOTHING},
	{"fwctl_full_scope_needs_rawio", fwctl_full_scope_needs_rawio, SEAM_NEEDS_FWCTL},
	{"fwctl_debug_write_taints", fwctl_debug_write_taints, SEAM_NEEDS_FWCTL},
	{"lockdown_shuts_debugfs", lockdown_shuts_debugfs, SEAM_NEEDS_NOTHING},
	{"lockdown_keeps_the_window_from_being_written", lockdown_keeps_the_window_from_being_written,
	 SEAM_NEEDS_NOTHING},
};
/* clang-format on */

const size_t seam_case_count = sizeof(seam_cases) / sizeof(seam_cases[0]);

bool seam_applies(const struct seam_case *test, const struct sim_persona *kernel)
{
	switch (test->needs) {
	case SEAM_NEEDS_FWCTL:
		return kernel->fwctl;
	case SEAM_NEEDS_REMOTE_IO:
		return kernel->remote_io;
	case SEAM_NEEDS_CC_GENERAL:
		return kernel->cc_general;
	case SEAM_NEEDS_ECN:
		return kernel->ecn;
	default:
		return true;
	}
}
