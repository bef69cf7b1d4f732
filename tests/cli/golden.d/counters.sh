# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
ece-apply six.json --yes >first 2>&1
golden counters-quiet ece-counters --sim state --host node1
mapfile -t most < <(for ((i = 0; i < 256; i++)); do echo mlx5_0/1; done)
check counters-256-names 0 ece-counters --sim state --host node1 "${most[@]}"
check counters-257-names 64 ece-counters --sim state --host node1 "${most[@]}" mlx5_1
ece-sim fleet tell node1 --card 1 counter packet_seq_err 7 >told 2>&1
ece-sim fleet tell node1 --card 1 counter req_transport_retries_exceeded 1 >told 2>&1
ece-sim fleet tell node1 --card 0 counter rdma_tx_bytes 4000000000 >told 2>&1
golden counters ece-counters --sim state --host node1
golden counters-port ece-counters eth0/1 --meanings --sim state --host node1
golden counters-all ece-counters 01:00.0 --all --sim state --host node1
ece-sim fleet tell node1 --card 0 fault status 0x826 3 >told 2>&1
golden counters-card ece-counters mlx5_1 --card --sim state --host node1
golden counters-refused ece-counters mlx5_0 --sim state --host node1
golden counters-no-device ece-counters mlx5_2 --sim state --host node1
golden counters-no-port ece-counters mlx5_0/2 --sim state --host node1
golden counters-explain ece-counters --explain rx_prio3_pause_duration
golden counters-explain-alias ece-counters --explain np_cnp_pkts
json counters-explain-json ece-counters --explain req_transport_retries_exceeded --json
golden counters-explain-unknown ece-counters --explain np_cnp_send
golden counters-optional ece-counters mlx5_0 --optional list --sim state --host node1
golden counters-optional-on ece-counters mlx5_0 --optional enable cc_rx_ce_pkts --sim state --host node1
golden counters-optional-again ece-counters mlx5_0 --optional enable cc_rx_ce_pkts --sim state --host node1
# What another one switched on stays on.
golden counters-optional-more ece-counters --optional enable rdma_tx_bytes cc_rx_ce_pkts --sim state --host node1
golden counters-optional-off ece-counters --optional disable all --sim state --host node1
golden counters-optional-unknown ece-counters mlx5_0 --optional enable cc_rx_ce --sim state --host node1
json counters-optional-json ece-counters mlx5_1 --optional enable cc_tx_cnp_pkts --json --sim state --host node1
golden counters-usage-names ece-counters --optional enable
golden counters-usage-optional ece-counters --optional on
golden counters-usage-watch ece-counters --watch 5
golden counters-usage-fast ece-counters --watch 1ms
golden counters-usage-count ece-counters --watch 1s --count 0
golden counters-usage-alone ece-counters --count 3
golden counters-usage-rates ece-counters --rates --watch 1s
golden counters-usage-qp ece-counters --qp --rates
golden counters-usage-keep ece-counters --optional enable all --keep
golden counters-usage-host ece-counters --host node1
ece-sim fleet kernel old-errno node2 >second 2>&1
golden counters-optional-old-kernel ece-counters mlx5_0 --optional enable all --sim state --host node2

# Under traffic; time passes on the clock of the simulated fleet.
rm -r state
ece-apply victim.json --check >third 2>&1 || [ $? = 2 ]
golden counters-rates ece-counters mlx5_0 --rates --interval 10s --sim state --host n01
golden counters-watch ece-counters mlx5_1 --watch 2s --count 2 --sim state --host n01
golden counters-watch-optional ece-counters mlx5_1 --optional enable rdma_tx_packets --watch 1s --count 2 --sim state --host n01
golden counters-watch-put-back ece-counters mlx5_1 --optional list --sim state --host n01
golden counters-watch-kept ece-counters mlx5_1 --optional enable rdma_tx_packets --watch 1s --count 1 --keep --sim state --host n01
golden counters-watch-still-on ece-counters mlx5_1 --optional list --sim state --host n01

readings() { # COMMAND...: one JSON object a line, with every counter of the table in one of three states
	"$@" | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
assert len(lines) == 3, len(lines)
for line in lines:
    (device,) = line["devices"]
    (port,) = device["ports"]
    states = {counter["state"] for counter in port["counters"]}
    assert states == {"present", "absent"}, states
    assert all((counter["value"] is None) == (counter["state"] != "present") for counter in port["counters"])
counters = {counter["name"]: counter for counter in lines[-1]["devices"][0]["ports"][0]["counters"]}
sent = counters["port_xmit_data"]
assert sent["value"] == 4 * sent["raw"] and sent["last"]["change"] == "grew" and sent["last"]["seconds"] == 2.0
assert sent["last"]["per_second"] == sent["last"]["by"] / 2 > 0
assert counters["rp_cnp_ignored"]["value"] == 0
'
}
check counters-watch-json 0 readings ece-counters mlx5_1 --watch 2s --count 3 --json --sim state --host n01
on_a_full_disk() { # COMMAND...
	"$@" >/dev/full
}
check counters-watch-full 1 on_a_full_disk ece-counters mlx5_1 --watch 2s --count 3 --sim state --host n01
check counters-watch-full-json 1 on_a_full_disk ece-counters mlx5_1 --watch 2s --count 3 --json --sim state --host n01
reader_goes() { # COMMAND...: ended by the signal that a pipe without a reader sends
	local status
	"$@" 2>errors | head -c 10 >begin
	status=${PIPESTATUS[0]}
	[ ! -s errors ] || return 1
	return "$status"
}
check counters-watch-no-reader 141 reader_goes ece-counters mlx5_1 --watch 2s --count 5000 --json --sim state --host n01

# Queue pairs, of a workload that is made up, and their counter sets.
golden counters-qp ece-counters mlx5_0 --qp --sim state --host n02
golden counters-qp-bind ece-counters mlx5_0 --qp --bind type,pid --sim state --host n02
golden counters-qp-bound ece-counters mlx5_0 --qp --all --sim state --host n02
json counters-qp-json ece-counters mlx5_0 --qp --json --sim state --host n02
golden counters-qp-busy ece-counters mlx5_0 --qp --bind pid --sim state --host n02
golden counters-qp-watch ece-counters mlx5_1 --qp --bind type --watch 1s --count 2 --sim state --host n02
golden counters-qp-usage-how ece-counters --qp --bind process
golden counters-qp-usage-alone ece-counters --bind pid
