# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The exporter's page of a simulated host, and what is wrong on its command line. Serving: tests/cli/ece-exporter.
ece-apply six.json --yes >first 2>&1
ece-sim fleet tell node1 --card 0 counter packet_seq_err 7 >told 2>&1
# Which devices and parts there are; what pages look like is tests/unit/lib/export's.
devices_of() {
	"$@" | grep -E '^(# EOF|ece_simulated|ece_device_up|ece_port_state|ece_port_pfc_priorities|ece_rdma_sequence)'
}
golden exporter-once devices_of ece-exporter --once --sim state --host node1
# The budget is about sixty; with PFC on a priority five more. Whoever tells more by default has to say for what.
series_of() { ece-exporter --once --sim state --host node1 --device "$1" 2>/dev/null | grep -c "^[^#].*device=\"$1\""; }
golden exporter-series series_of mlx5_0
golden exporter-one-device devices_of ece-exporter --once --sim state --host node1 --device 'mlx5_1' --format openmetrics
golden exporter-no-device devices_of ece-exporter --once --sim state --host node1 --no-device '0000:0*'
golden exporter-one-part devices_of ece-exporter --once --sim state --host node1 --device mlx5_0 --no-collect all --collect ethtool
mkdir textfiles
golden exporter-textfile ece-exporter --textfile textfiles --sim state --host node1
golden exporter-textfile-mode stat -c '%a %n' textfiles/ece.prom
golden exporter-textfile-alone ls -A textfiles
small_files() {
	(ulimit -f 1 && "$@")
}
mkdir full
# Not of a simulated host, whose journal may have to grow as well.
golden exporter-textfile-no-room small_files ece-exporter --textfile full --no-collect all
golden exporter-textfile-no-room-left ls -A full
golden exporter-textfile-no-folder ece-exporter --textfile nowhere --sim state --host node1
golden exporter-no-host ece-exporter --once --sim state
golden exporter-host-unknown ece-exporter --once --sim state --host node9
golden exporter-unknown-part ece-exporter --once --collect rdma,ethtol
golden exporter-wrong-format ece-exporter --once --format xml
golden exporter-format-serving ece-exporter --json
golden exporter-two-ways ece-exporter --once --textfile textfiles
golden exporter-web-once ece-exporter --once --web.listen-address :1
golden exporter-wrong-address ece-exporter --web.listen-address localhost
golden exporter-wrong-path ece-exporter --web.telemetry-path metrics
golden exporter-typo ece-exporter --web.listen-adress :1
golden exporter-no-socket ece-exporter --web.systemd-socket
printf 'tls_server_config:\n  certfile: x\n' >web.yml
golden exporter-wrong-config ece-exporter --web.config.file web.yml --web.listen-address 127.0.0.1:0
golden exporter-no-number ece-exporter --deadline soon
# times N WORD...: the words, so often
times() {
	local n=$1
	shift
	for ((i = 0; i < n; i++)); do printf '%s\n' "$@"; done
}
mapfile -t most < <(times 64 --device 'x*')
check exporter-64-patterns 0 ece-exporter --once --sim state --host node1 "${most[@]}"
check exporter-65-patterns 64 ece-exporter --once --sim state --host node1 "${most[@]}" --device 'y*'
mapfile -t most < <(times 17 --web.listen-address 127.0.0.1:0)
check exporter-17-addresses 64 ece-exporter --sim state --host node1 "${most[@]}"
check exporter-series-limit 64 ece-exporter --once --sim state --host node1 --series-max 1000001
