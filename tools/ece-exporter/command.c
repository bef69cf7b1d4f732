// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"Serves the counters of this host's RDMA devices, of any vendor, to Prometheus: those of rdma netlink, and "
	"what "
	"it lacks out of sysfs, ethtool and DCB. Each request reads the devices anew; requests that come while they "
	"are "
	"being read share that reading. A device that does not answer within --deadline is told as late, and holds up "
	"nothing else.",
	"A counter that a kernel or card does not have, or that could not be read, has no series: never a 0. Counters "
	"of "
	"32 bits are counted on beyond their end.",
	"It works as any user. What needs more is off unless it is asked for, and then says what is missing; "
	"docs/exporter.md has the list.",
	"The options that begin with web. are those of Prometheus' own exporters, as is the file of --web.config.file: "
	"TLS, "
	"client certificates, users with bcrypt hashes, headers, a rate limit. That file and the certificates are read "
	"again when they change; a broken one is said, and the old one stays in use.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "", .text = "Serve until SIGTERM"},
};

static const struct command_option options[] = {
	{.id = EXPORTER_OPTION_LISTEN,
	 .name = "web.listen-address",
	 .value = "ADDRESS",
	 .text = "Listen on HOST:PORT, [IPV6]:PORT or :PORT; otherwise on :10049; may be repeated"},
	{.id = EXPORTER_OPTION_PATH,
	 .name = "web.telemetry-path",
	 .value = "PATH",
	 .text = "Serve the metrics under PATH; otherwise under /metrics"},
	{.id = EXPORTER_OPTION_WEB_CONFIG,
	 .name = "web.config.file",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "TLS, users, headers and a rate limit, in the format of Prometheus' exporters"},
	{.id = EXPORTER_OPTION_SYSTEMD_SOCKET,
	 .name = "web.systemd-socket",
	 .text = "Listen on the sockets that systemd hands over; that there are none is an error"},
	{.id = EXPORTER_OPTION_ONCE, .name = "once", .text = "Print the page once, and end"},
	{.id = EXPORTER_OPTION_TEXTFILE,
	 .name = "textfile",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Write the page once to DIR/ece.prom, for the textfile collector of node_exporter, and end; the file "
		 "is "
		 "replaced as a whole"},
	{.id = EXPORTER_OPTION_JSON, .name = "json", .text = "The same as --format json"},
	{.id = EXPORTER_OPTION_FORMAT,
	 .name = "format",
	 .value = "FORMAT",
	 .text = "For --once: prometheus (if nothing is said), openmetrics or json"},
	{.id = EXPORTER_OPTION_DEVICE,
	 .name = "device",
	 .value = "PATTERN",
	 .text = "Read only devices whose RDMA name or PCI address fits, \"mlx5_*\"; may be repeated"},
	{.id = EXPORTER_OPTION_NO_DEVICE,
	 .name = "no-device",
	 .value = "PATTERN",
	 .text = "Do not touch devices that fit, whatever --device says; may be repeated"},
	{.id = EXPORTER_OPTION_COLLECT,
	 .name = "collect",
	 .value = "PARTS",
	 .text = "Also read these parts: congestion, algorithms, qps, bound, optional; or \"all\"; separated by "
		 "commas"},
	{.id = EXPORTER_OPTION_NO_COLLECT,
	 .name = "no-collect",
	 .value = "PARTS",
	 .text = "Do not read these: rdma, port, ethtool, dcb, or one of the others; or \"all\", for only what a "
		 "--collect "
		 "behind it says"},
	{.id = EXPORTER_OPTION_DEADLINE,
	 .name = "deadline",
	 .value = "SECONDS",
	 .text = "How long a reading may take before what is missing is told as late; otherwise 8"},
	{.id = EXPORTER_OPTION_ALL, .name = "all", .text = "Every counter, not only those that are shown by default"},
	{.id = EXPORTER_OPTION_NODE_NAMES,
	 .name = "node-names",
	 .text = "Tell them by the names of node_exporter's infiniband collector as well, so that its dashboards go on "
		 "working; not beside that collector"},
	{.id = EXPORTER_OPTION_PER_PROCESS,
	 .name = "per-process",
	 .text = "Also a series for each process that has queue pairs, within --series-max"},
	{.id = EXPORTER_OPTION_PER_QP,
	 .name = "per-qp",
	 .text = "Also a series for each bound counter set, within --series-max"},
	{.id = EXPORTER_OPTION_SERIES_MAX,
	 .name = "series-max",
	 .value = "N",
	 .text = "How many series --per-process and --per-qp may make together; otherwise 1000"},
	{.id = EXPORTER_OPTION_KEEP,
	 .name = "keep",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Keep in FILE how often counters of 32 bits have gone round, so that a restart does not lose it"},
	{.id = EXPORTER_OPTION_PARAMETERS,
	 .name = "parameters",
	 .value = "SECONDS",
	 .text = "Also tell the configured parameters against what was confirmed, read every SECONDS at most: firmware "
		 "commands, which need rights"},
	{.id = EXPORTER_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Where the journal of this host is, for --parameters; otherwise $ECE_STATE, /var/lib/ece for root, or "
		 "$XDG_STATE_HOME/ece"},
	{.id = EXPORTER_OPTION_STORE,
	 .name = "store",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Also tell runs, leases and generations out of a controller's store in DIR"},
	{.id = EXPORTER_OPTION_USER,
	 .name = "user",
	 .value = "NAME",
	 .text = "Become this user when everything is open; needs root"},
	{.id = EXPORTER_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Read a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = EXPORTER_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to read"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "The page was written, or SIGTERM or SIGINT ended the service"},
	{TOOL_EXIT_ERROR, "It could not be; the reason is on stderr"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "The file of --web.config.file is wrong"},
};

static const struct command_example examples[] = {
	{"ece-exporter", "Serve on port 10049 of every address."},
	{"ece-exporter --web.config.file web.yml --web.listen-address [::1]:9879",
	 "With TLS and users, on one address."},
	{"ece-exporter --once --device 'mlx5_*'", "Look at the page."},
	{"ece-exporter --textfile /var/lib/node_exporter", "Beside a node_exporter, by a timer."},
	{"ece-exporter --once --sim .state --host gpu017", "Of a simulated host."},
};

static const char *const see_also[] = {"ece-counters(1)", "ece-show(1)", "ece-apply(1)", "ece-agent(8)", NULL};

const struct command ece_exporter_command = {
	.name = "ece-exporter",
	.section = 8,
	.summary = "Serve RDMA counters and the configuration of NICs to Prometheus",
	.description = description,
	.forms = forms,
	.form_count = COMMAND_ROWS(forms),
	.options = options,
	.option_count = COMMAND_ROWS(options),
	.exits = exits,
	.exit_count = COMMAND_ROWS(exits),
	.examples = examples,
	.example_count = COMMAND_ROWS(examples),
	.see_also = see_also,
};
