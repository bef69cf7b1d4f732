// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ROCE_ACCL. Fields and select bits: mstflint's register access table; what they do: NVIDIA, "Adaptive Retransmission:
 * Parameters Control". Whether both ports of a card share them is not public. Nothing keeps them over a reboot.
 *
 * Of the forced ones it is documented that queue pairs that exist keep what they have. Of the others that is not
 * public; what is certain of all is that queue pairs made afterwards follow.
 */
#include "devx/prm/roce_accl.h"

#include "devx/params/rows.h"

#define ACCL(of, its_select)                                                                                          \
	.scope = ECE_SCOPE_UNKNOWN, .cost = ECE_COST_NEXT_QP, .home = ECE_HOME_ROCE_ACCL, .field = &prm_roce_accl.of, \
	.select = &prm_roce_accl.its_select##_select, REGISTER_DOORS
#define FLAG(of, its_select) .kind = ECE_PARAM_BOOL, .unit = "", .max = 1, ACCL(of, its_select)

static const struct ece_param rows[] = {
	{
		.name = "roce_accl.roce_adp_retrans_en",
		FLAG(roce_adp_retrans_en, roce_adp_retrans),
		.counters = WORDS("roce_adp_retrans", "roce_adp_retrans_to"),
		.aliases = WORDS("roce_adp_retrans_en"),
		.text = "Retransmission timers of reliable queue pairs adapt to the network instead of staying at the "
			"ACK timeout of the queue pair; whether queue pairs that exist follow is not public",
	},
	{
		.name = "roce_accl.roce_tx_window_en",
		FLAG(roce_tx_window_en, roce_tx_window),
		.aliases = WORDS("roce_tx_window_en"),
		.text = "Limits the data that a queue pair has under way; how is not public, nor whether queue pairs "
			"that exist follow",
	},
	{
		.name = "roce_accl.roce_slow_restart_en",
		FLAG(roce_slow_restart_en, roce_slow_restart),
		.counters = WORDS("roce_slow_restart", "roce_slow_restart_cnps", "roce_slow_restart_trans"),
		.aliases = WORDS("roce_slow_restart_en"),
		.text = "A queue pair that meets congestion starts again slowly",
	},
	{
		.name = "roce_accl.roce_slow_restart_idle_en",
		FLAG(roce_slow_restart_idle_en, roce_slow_restart_idle),
		.counters = WORDS("roce_slow_restart", "roce_slow_restart_trans"),
		.aliases = WORDS("roce_slow_restart_idle_en"),
		.text = "A queue pair that was idle starts again slowly",
	},
	{
		.name = "roce_accl.min_ack_timeout_limit_disabled",
		FLAG(min_ack_timeout_limit_disabled, min_ack_timeout_limit_disabled),
		.counters = WORDS("local_ack_timeout_err"),
		.aliases = WORDS("min_ack_timeout_limit_disabled"),
		.text = "Lifts the lower bound that the firmware sets for the ACK timeout of queue pairs; true means "
			"no bound, and a timeout below the real round-trip time resends what was not lost",
	},
	{
		.name = "roce_accl.adaptive_routing_forced_en",
		FLAG(adaptive_routing_forced_en, adaptive_routing_forced_en),
		.pairwise = true,
		.needs = NEEDS({"ROCE_ADAPTIVE_ROUTING_EN", 1, false, ECE_UNMET_REFUSE,
				"adaptive routing stays off whatever the register says"}),
		.counters = WORDS("out_of_sequence"),
		.aliases = WORDS("adaptive_routing_forced_en", "adaptive_routing_forced"),
		.text = "Queue pairs made from now on let switches reorder their packets; queue pairs that exist keep "
			"what they have, and a receiver that takes a packet out of order for a lost one asks for it "
			"again",
	},
	{
		.name = "roce_accl.selective_repeat_forced_en",
		FLAG(selective_repeat_forced_en, selective_repeat_forced_en),
		.pairwise = true,
		.needs = NEEDS({"RDMA_SELECTIVE_REPEAT_EN", 1, false, ECE_UNMET_REFUSE,
				"selective repeat stays off whatever the register says"}),
		.counters = WORDS("packet_seq_err", "out_of_sequence"),
		.aliases = WORDS("selective_repeat_forced_en", "selective_repeat_forced"),
		.text = "Queue pairs made from now on resend only what was lost, whatever the two ends agreed by ECE; "
			"queue pairs that exist keep what they have, and both ends of a connection must be set alike",
	},
	{
		.name = "roce_accl.dc_half_handshake_en",
		FLAG(dc_half_handshake_en, dc_half_handshake_en),
		.pairwise = true,
		.aliases = WORDS("dc_half_handshake_en"),
		.text = "Dynamically connected (DC) transport connects with half a handshake; a queue pair can say "
			"otherwise for itself",
	},
	{
		.name = "roce_accl.cc_per_plane_en",
		FLAG(cc_per_plane_en, cc_per_plane_en),
		.aliases = WORDS("cc_per_plane_en"),
		.text = "Congestion control keeps a state for each plane, for networks of several planes with load "
			"balancing in hardware",
	},
	{
		.name = "roce_accl.ack_dscp",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 63,
		.words = NAMED({"not_forced", 64}),
		ACCL(ack_dscp, ack_dscp_force),
		.instead = &(const struct ece_param_switch){.field = &prm_roce_accl.ack_dscp_force, .at = false},
		.aliases = WORDS("ack_dscp"),
		.text = "DSCP of the ACKs that this card sends; a number sets ack_dscp_force with it, not_forced "
			"clears that",
	},
	{
		.name = "roce_accl.cc_burst_size",
		.kind = ECE_PARAM_WORD,
		.unit = "",
		.max = 7,
		.words = NAMED({"4 KB", 0}, {"8 KB", 1}, {"16 KB", 2}, {"1.5 KB", 7}),
		ACCL(cc_burst_size, cc_burst_size),
		.aliases = WORDS("cc_burst_size"),
		.text = "How much is sent between two events that tell the congestion control algorithm so",
	},
	{
		.name = "roce_accl.cc_probe_mp_mode",
		.kind = ECE_PARAM_WORD,
		.unit = "",
		.max = 3,
		.words = NAMED({"accept", 0}, {"discard", 1}),
		ACCL(cc_probe_mp_mode, cc_probe_mp_mode),
		.aliases = WORDS("cc_probe_mp_mode"),
		.text = "What becomes of the probes of multipath congestion control",
	},
	{
		.name = "roce_accl.ifa2_turn_around_en",
		FLAG(ifa2_turn_around_en, ifa2_turn_around),
		.aliases = WORDS("ifa2_turn_around_en"),
		.text = "Sends in-band telemetry (IFA2) back to where it came from",
	},
};

const struct rows rows_roce_accl = {rows, sizeof(rows) / sizeof(rows[0])};
