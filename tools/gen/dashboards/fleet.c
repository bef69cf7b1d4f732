// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/dashboard.h"

#define THIRD 8
#define HALF  12
#define FULL  24
#define HIGH  8
#define LOW   4

/* Nothing to count is none, not "no data". */
#define COUNT(of, heading, orange_from, red_from, text)                                            \
	{                                                                                          \
		.kind = PANEL_STAT, .width = 4, .height = LOW, .title = (heading), .unit = "none", \
		.orange = (orange_from), .red = (red_from), .about = (text), .queries = {          \
			{"(" of ") or vector(0)", ""}                                              \
		}                                                                                  \
	}

static const struct panel seen[] = {
	COUNT("count(up" OF_JOB " == 1)", "Hosts that answer", 0, 0,
	      "Exporters that Prometheus reached. What is not seen here is judged nowhere on this page."),
	COUNT("count(up" OF_JOB " == 0)", "Hosts that do not answer", 0, 1,
	      "Exporters that Prometheus cannot reach: the host is down, or ece-exporter is. Look at the targets page "
	      "of "
	      "Prometheus for the reason."),
	COUNT("sum(ece_device_late_seconds" OF_JOB " > bool 0)", "Devices late", 0, 1,
	      "Devices whose reading did not end in time: they have no counters on this page. The card, its firmware "
	      "or "
	      "the PCI slot is slow; the kernel log of the host is the first place to look."),
	COUNT("sum(ece_device_part_success" OF_JOB " == bool 0)", "Parts failing", 1, 0,
	      "Parts of devices (rdma, port, ethtool, ...) that could not be read. ece-exporter's log has the errors."),
	COUNT("sum(ece_counters{" JOB ", state=\"unreadable\"})", "Counters unreadable", 1, 0,
	      "Counters that are there and could not be read. They have no samples, and are never 0 for that."),
	COUNT("sum(ece_device_devx_only" OF_JOB ")", "Blind NICs", 1, 0,
	      "NICs whose queue pairs are all made by DevX: the counters of queue pairs do not move, whatever happens. "
	      "Loss, timeouts and retries of these NICs are not seen; marks, CNPs and pause are."),
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Counters by state",
	 .unit = "none",
	 .about = "Absent: this kernel or card does not have the counter, which is usual and differs by firmware. A "
		  "line "
		  "that moves says that a fleet's firmware or kernel changed.",
	 .queries = {{"sum by (state) (ece_counters" OF_JOB ")", "{{state}}"}}},
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Absent counters by card and firmware",
	 .unit = "none",
	 .about = "Average number of absent counters of a port. A gate or an alert on a counter that is absent does "
		  "nothing: `ece-counters DEVICE` names them.",
	 .queries = {{"avg by (card, firmware) (ece_counters{" JOB ", state=\"absent\"} "
		      "* on (job, instance, device) group_left (card, firmware) ece_device_info" OF_JOB ")",
		      ""}}},
	{0},
};

static const struct panel loss[] = {
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Loss per TB, the ten worst NICs",
	 .unit = "none",
	 .about = "Sequence NAKs, implied NAKs and timeouts for each TB that the port moved; ports below 10 MB/s are "
		  "not "
		  "judged. One NIC far above the others: cable, optic or its switch port. Many in one rack: the "
		  "switch. All at once: congestion without PFC, or a timeout that is too short.",
	 .queries = {{"topk(10, port:ece_rdma_loss_per_terabyte:rate5m" OF_JOB ")",
		      "{{instance}} {{device}}/{{port}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Loss per TB, the fleet",
	 .unit = "none",
	 .about = "What a usual NIC loses (median), what nine of ten stay below, and the worst. Outliers are far from "
		  "the median; a fleet that gets worse as a whole moves the median.",
	 .queries = {{"job:ece_rdma_loss_per_terabyte:median" OF_JOB, "median"},
		     {"quantile(0.9, port:ece_rdma_loss_per_terabyte:rate5m" OF_JOB ")", "nine of ten"},
		     {"max(port:ece_rdma_loss_per_terabyte:rate5m" OF_JOB ")", "worst"}}},
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Outliers: times the median of the fleet",
	 .unit = "none",
	 .orange = 10,
	 .red = 100,
	 .about = "Loss per TB against the fleet's median, which is taken as 1 at least. Above 10 for a quarter of an "
		  "hour "
		  "the alert EceLossAboveFleet fires.",
	 .queries = {{"topk(20, port:ece_rdma_loss_per_terabyte:rate5m" OF_JOB
		      " / on (job) group_left () clamp_min(job:ece_rdma_loss_per_terabyte:median" OF_JOB ", 1))",
		      ""}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Timeouts without peers that went down",
	 .unit = "cps",
	 .about = "Timeouts of acknowledgements in domains in which, for 15 minutes, no host stopped or began to "
		  "answer, no "
		  "port changed its state and no device registered anew. A peer that dies makes timeouts, and they are "
		  "no fault of the network; these here have no such excuse.",
	 .queries = {{"domain:ece_rdma_ack_timeouts_unexplained:rate5m" OF_JOB, "{{domain}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Retransmission, by $by",
	 .unit = "cps",
	 .about = "What the cards did about loss.",
	 .queries = {{"sum by ($by) (rate(@roce_adp_retrans@" OF_JOB RATE "))", "adaptive {{$by}}"},
		     {"sum by ($by) (rate(@roce_adp_retrans_to@" OF_JOB RATE "))", "adaptive, timed out {{$by}}"},
		     {"sum by ($by) (rate(@roce_slow_restart@" OF_JOB RATE "))", "slow restart {{$by}}"},
		     {"sum by ($by) (rate(@out_of_sequence@" OF_JOB RATE "))", "out of sequence {{$by}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Connections lost, by $by",
	 .unit = "none",
	 .about = "In ten minutes. Retries that are used up end a connection: jobs notice. An ordinary end of a job "
		  "does "
		  "not move the first two; it may move the third.",
	 .queries = {{"sum by ($by) (increase(@req_transport_retries_exceeded@" OF_JOB "[10m]))", "no answer {{$by}}"},
		     {"sum by ($by) (increase(@req_rnr_retries_exceeded@" OF_JOB "[10m]))", "not ready {{$by}}"},
		     {"sum by ($by) (increase(@req_cqe_error@" OF_JOB "[10m]))", "sends in error {{$by}}"}}},
	{0},
};

static const struct panel pause[] = {
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Share of time paused by the switch, the ten worst",
	 .unit = "percentunit",
	 .orange = 0.05,
	 .red = 0.3,
	 .about = "By port and priority, of each second. The switch holds this host back: congestion beyond it. Look "
		  "for "
		  "the port that pauses others (beside), not for this one.",
	 .queries = {{"topk(10, port:ece_pause_received:ratio_rate5m" OF_JOB ")",
		      "{{instance}} {{device}}/{{port}} priority {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Share of time that ports paused the switch, the ten worst",
	 .unit = "percentunit",
	 .orange = 0.05,
	 .red = 0.3,
	 .about = "A host that cannot take what it is sent: slow PCI slot, IOMMU, memory, or a card that is stuck. One "
		  "such "
		  "host slows its whole pod down.",
	 .queries = {{"topk(10, port:ece_pause_sent:ratio_rate5m" OF_JOB ")",
		      "{{instance}} {{device}}/{{port}} priority {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Pause share by priority, average",
	 .unit = "percentunit",
	 .about = "Pause on a priority that should not have PFC says that a switch or host is configured otherwise.",
	 .queries = {{"avg by (priority) (port:ece_pause_received:ratio_rate5m" OF_JOB ")", "received, {{priority}}"},
		     {"avg by (priority) (port:ece_pause_sent:ratio_rate5m" OF_JOB ")", "sent, {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_HOST,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Pause storms",
	 .unit = "none",
	 .about = "In ten minutes, by host. The card has paused the switch for so long that it gave up: take the host "
		  "out "
		  "of service before it takes its pod down.",
	 .queries = {{"sum by (instance) (increase(@tx_pause_storm_warning_events@" OF_JOB "[10m]))",
		      "{{instance}} warned"},
		     {"sum by (instance) (increase(@tx_pause_storm_error_events@" OF_JOB "[10m]))",
		      "{{instance}} gave up"}}},
	{.kind = PANEL_SERIES,
	 .width = FULL,
	 .height = HIGH,
	 .title = "Packets dropped by ports, by $by",
	 .unit = "pps",
	 .about = "On a priority with PFC nothing should be dropped for want of room.",
	 .queries = {{"sum by ($by) (rate(@rx_discards_phy@" OF_JOB RATE "))", "received {{$by}}"},
		     {"sum by ($by) (rate(@tx_discards_phy@" OF_JOB RATE "))", "to be sent {{$by}}"}}},
	{0},
};

static const struct panel congestion[] = {
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Marks, CNPs sent, CNPs handled and ignored",
	 .unit = "pps",
	 .about =
		 "The control loop of DCQCN: switches mark, receivers send CNPs, senders slow down. One CNP answers "
		 "many "
		 "marks: a busy receiver with 21 G marks and 1 G CNPs sent is not by itself a fault. Marks without any "
		 "CNP are: the notification point is off, or the algorithm does not need it (ZTR-RTT).",
	 .queries = {{"sum(rate(@np_ecn_marked_roce_packets@" OF_JOB RATE "))", "marked, received"},
		     {"sum(rate(@np_cnp_sent@" OF_JOB RATE "))", "CNPs sent"},
		     {"sum(rate(@rp_cnp_handled@" OF_JOB RATE "))", "CNPs handled"},
		     {"sum(rate(@rp_cnp_ignored@" OF_JOB RATE "))", "CNPs ignored"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "CNPs sent for each mark, by $by",
	 .unit = "none",
	 .about = "Below 1 by design: CNPs of one flow keep a distance (dcqcn.np.min_time_between_cnps). What matters "
		  "is a "
		  "group whose line differs from the others'.",
	 .queries = {{"sum by ($by) (rate(@np_cnp_sent@" OF_JOB RATE ")) "
		      "/ (sum by ($by) (rate(@np_ecn_marked_roce_packets@" OF_JOB RATE ")) > 0)",
		      "{{$by}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Part of the CNPs that was ignored, the ten worst",
	 .unit = "percentunit",
	 .orange = 0.001,
	 .about = "Any is a fault: the reaction point of that NIC is off for the priority, and it takes bandwidth from "
		  "those that slow down. `ece-show DEVICE` shows dcqcn.rp and the priorities.",
	 .queries = {{"topk(10, port:ece_rp_cnp_ignored:ratio_rate5m" OF_JOB ")", "{{instance}} {{device}}/{{port}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = HALF,
	 .height = HIGH,
	 .title = "CNPs handled, the ten that are slowed down most",
	 .unit = "pps",
	 .about = "Senders into congestion. Used-up retries may move this counter without any CNP on the wire; compare "
		  "with "
		  "lost connections before you blame the network.",
	 .queries = {{"topk(10, rate(@rp_cnp_handled@" OF_JOB RATE "))", "{{instance}} {{device}}/{{port}}"}}},
	{.kind = PANEL_SERIES,
	 .width = FULL,
	 .height = HIGH,
	 .title = "ZTR-RTT: what the algorithms count",
	 .unit = "none",
	 .about = "Counters of programmable congestion control, average and highest over the fleet; latency where the "
		  "algorithm measures it. Names, units and whether a number is a sum or a latest value are the card's: "
		  "compare hosts with each other, and with their own past. Told where ece-exporter reads algorithms.",
	 .queries = {{"avg by (algorithm, counter) (ece_algorithm_counters" OF_JOB ")",
		      "{{algorithm}} {{counter}}, average"},
		     {"max by (algorithm, counter) (ece_algorithm_counters" OF_JOB ")",
		      "{{algorithm}} {{counter}}, highest"}}},
	{0},
};

static const struct panel configuration[] = {
	COUNT("count(ece_parameters_drifted" OF_JOB " - ece_parameters_lost" OF_JOB " > 0)", "NICs that drifted", 0, 1,
	      "NICs with values that differ from what was confirmed: somebody or something else wrote to them. "
	      "`ece-apply why HOST PARAM` says which run wrote a value last."),
	COUNT("count(ece_parameters_lost" OF_JOB " > 0)", "NICs that lost values", 0, 1,
	      "NICs that have again what they had before this toolkit first touched them: a reset or power cycle, and "
	      "nothing put the values back. `ece-guard boot` does that at boot; is its unit enabled?"),
	COUNT("sum(ece_parameters_unconfirmed" OF_JOB ")", "Values on a lease", 0, 0,
	      "Values that a run holds and has not confirmed. They go back by themselves when the lease "
	      "ends."),
	COUNT("sum(ece_parameters_unreadable" OF_JOB ")", "Values not readable", 1, 0,
	      "Confirmed values that cannot be read: whether they drifted is not known."),
	COUNT("count(domain:ece_configurations:count" OF_JOB " > 1)", "Domains of several minds", 1, 0,
	      "Domains in which cards of one type have more than one configuration. During a run that is as it should "
	      "be; afterwards it is not."),
	COUNT("count(ece_device_info" OF_JOB ")", "Devices", 0, 0, "Devices that are told about."),
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Configurations in each domain",
	 .unit = "none",
	 .orange = 2,
	 .about = "Distinct configuration hashes of one type of card. 1: all alike. Values by speed make one for each "
		  "speed.",
	 .queries = {{"max by (domain, card) (domain:ece_configurations:count" OF_JOB ")", "{{domain}} {{card}}"}}},
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Values that differ from what was confirmed",
	 .unit = "none",
	 .about = "Drifted, lost or not confirmed. Empty is good.",
	 .queries = {{"ece_parameter_info" OF_JOB, ""}}},
	{0},
};

static const struct panel rollout[] = {
	{.kind = PANEL_STATES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "State of runs",
	 .unit = "none",
	 .about = "From the controller's store. paused: somebody must say what now (`ece-apply status`). stuck: an "
		  "undo is "
		  "incomplete, and a person is needed.",
	 .queries = {{"max by (run, state) (ece_run_state" OF_JOB " == 1)", "{{run}} {{state}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Hosts of runs, by state",
	 .unit = "none",
	 .about = "How far a run is. held: written, not confirmed. maybe: a write was sent and nothing heard since.",
	 .queries = {{"sum by (run, state) (ece_run_hosts" OF_JOB ")", "{{run}} {{state}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Leases: time until hosts go back by themselves",
	 .unit = "s",
	 .about = "The shortest of each run, as hosts tell it. A controller that lives renews at a third: a line that "
		  "goes "
		  "on falling has nobody who renews. `ece-apply resume` does, or let it end.",
	 .queries = {{"min by (run) (host:ece_lease_remaining:seconds" OF_JOB ")", "{{run}}, as hosts say"},
		     {"min by (run) (ece_run_lease_end_timestamp_seconds" OF_JOB ") - time()",
		      "{{run}}, as the store says"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Hosts by generation",
	 .unit = "none",
	 .about = "A run that was carried out makes a generation. Hosts at an older one are owed something.",
	 .queries = {{"sum by (generation) (ece_fleet_hosts" OF_JOB ")", "generation {{generation}}"},
		     {"sum(ece_fleet_hosts_owed" OF_JOB ")", "owed"}}},
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Hosts that are owed a change",
	 .unit = "none",
	 .about = "Left out, unreachable, failed or excluded when the run went by. The list is limited; the number "
		  "above is "
		  "not. The next `ece-apply FILE` brings them up, or says why not.",
	 .queries = {{"ece_fleet_host_owed" OF_JOB, ""}}},
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Verdicts of gates",
	 .unit = "none",
	 .about = "The newest of each gate and step. inconclusive pauses a run: too quiet, or the counter cannot move.",
	 .queries = {{"ece_run_verdict" OF_JOB, ""}}},
	COUNT("max(ece_fleet_frozen" OF_JOB ")", "Frozen", 1, 0,
	      "1: `ece-apply freeze` holds; nothing is written to any host until `ece-apply unfreeze`."),
	COUNT("max(ece_fleet_lock_held" OF_JOB ")", "A run holds the lock", 0, 0,
	      "1: a controller works on this store now."),
	COUNT("sum(ece_fleet_hosts_owed" OF_JOB ")", "Hosts owed", 1, 0,
	      "Hosts that have not had everything that was carried out."),
	COUNT("max(ece_fleet_generation" OF_JOB ")", "Generation", 0, 0, "The newest generation of the fleet."),
	{0},
};

static const struct panel ports[] = {
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Link flaps in an hour, the ten worst",
	 .unit = "none",
	 .orange = 1,
	 .about = "One is a reboot of something. More is a cable, an optic, or a port of the switch.",
	 .queries = {{"topk(10, increase(@link_down_events_phy@" OF_JOB "[1h]))", "{{instance}} {{device}}/{{port}}"}}},
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Ports by state",
	 .unit = "none",
	 .about = "4 is active, 1 down. Ports without a cable are down for good: what matters is a line that moves.",
	 .queries = {{"count_values by (job) (\"state\", ece_port_state" OF_JOB ")", "state {{state}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_NIC,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Corruption, the ten worst",
	 .unit = "pps",
	 .about =
		 "Checksums of the link that do not fit: cable or optic. Checksums of RoCE alone: a switch or a tunnel "
		 "that rewrites packets.",
	 .queries = {{"topk(10, rate(@rx_crc_errors_phy@" OF_JOB RATE "))", "link {{instance}} {{device}}/{{port}}"},
		     {"topk(10, rate(@rx_icrc_encapsulated@" OF_JOB RATE "))",
		      "RoCE {{instance}} {{device}}/{{port}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "RDMA traffic, by $by",
	 .unit = "Bps",
	 .about = "Sent and received add up to the same over a whole fleet.",
	 .queries = {{"sum by ($by) (rate(@port_xmit_data@" OF_JOB RATE "))", "sent {{$by}}"},
		     {"sum by ($by) (rate(@port_rcv_data@" OF_JOB RATE "))", "received {{$by}}"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_HOST,
	 .width = HALF,
	 .height = HIGH,
	 .title = "RDMA traffic by host, the ten busiest",
	 .unit = "Bps",
	 .about = "Sent.",
	 .queries = {{"topk(10, sum by (instance) (rate(@port_xmit_data@" OF_JOB RATE ")))", "{{instance}}"}}},
	{0},
};

static const struct panel exporters[] = {
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Duration of a scrape",
	 .unit = "s",
	 .about = "Of the exporters' own reading. Prometheus gives up after its scrape_timeout, 10 s if nobody said "
		  "else.",
	 .queries = {{"quantile(0.5, ece_scrape_duration_seconds" OF_JOB ")", "median"},
		     {"max(ece_scrape_duration_seconds" OF_JOB ")", "longest"}}},
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Counters that wrapped or started over, in an hour",
	 .unit = "none",
	 .about = "Wraps of 32-bit counters are corrected. One that started over: the driver was loaded again, or the "
		  "firmware reset; rates over that moment are too low.",
	 .queries = {{"sum(increase(ece_counters_wrapped_total" OF_JOB "[1h]))", "wrapped"},
		     {"sum(increase(ece_counters_reset_total" OF_JOB "[1h]))", "started over"}}},
	{.kind = PANEL_SERIES,
	 .link = PANEL_LINK_HOST,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Processor time of exporters, the ten highest",
	 .unit = "percentunit",
	 .about = "Of one processor. Reading bound counter sets or many queue pairs costs most.",
	 .queries = {{"topk(10, rate(process_cpu_seconds_total{job=~\"$job\"}" RATE "))", "{{instance}}"}}},
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Requests that exporters turned away",
	 .unit = "cps",
	 .about = "Refused for want of room, dropped as too slow, beyond the rate limit, without a valid login: "
		  "somebody "
		  "else asks them.",
	 .queries = {{"sum(rate(ece_exporter_connections_refused_total" OF_JOB RATE "))", "refused"},
		     {"sum(rate(ece_exporter_connections_dropped_total" OF_JOB RATE "))", "dropped"},
		     {"sum(rate(ece_exporter_requests_limited_total" OF_JOB RATE "))", "limited"},
		     {"sum(rate(ece_exporter_logins_failed_total" OF_JOB RATE "))", "logins failed"}}},
	{.kind = PANEL_TABLE,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "Versions",
	 .unit = "none",
	 .about = "Of ece-exporter, and of the firmware of the cards.",
	 .queries = {{"count by (version) (ece_build_info" OF_JOB ")", ""},
		     {"count by (card, firmware) (ece_device_info" OF_JOB ")", ""}}},
	{0},
};

static const struct variable variables[] = {
	{.name = "job", .label = "Job", .query = "label_values(ece_build_info, job)", .several = true},
	{.name = "by", .label = "By", .choices = "domain,rack,fleet_profile,instance,device"},
	{0},
};

static const struct panel_row rows[] = {
	{.title = "What is seen", .panels = seen},
	{.title = "Loss", .panels = loss},
	{.title = "Pause (PFC)", .panels = pause},
	{.title = "Congestion", .panels = congestion},
	{.title = "Configuration", .panels = configuration},
	{.title = "Rollout", .panels = rollout},
	{.title = "Links and traffic", .panels = ports},
	{.title = "Exporters", .panels = exporters},
	{0},
};

const struct dashboard dashboard_fleet = {
	.uid = "ece-fleet",
	.title = "ece: fleet",
	.about = "RoCE transport of a fleet, from ece-exporter. Needs the recording rules of "
		 "configs/prometheus/rules.yml.",
	.variables = variables,
	.rows = rows,
};
