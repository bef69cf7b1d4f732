# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
ece-apply six.json --yes >first 2>&1
golden show ece-show --sim state --host node1
golden show-one ece-show mlx5_1 --sim state --host node1
golden show-probe ece-show 02:00.0 --probe --sim state --host node1
json show-json ece-show eth1 --json --sim state --host node1
json show-probe-json ece-show eth1 --probe --json --sim state --host node1
golden show-no-card ece-show mlx5_2 --sim state --host node1
golden show-no-host ece-show --sim state --host node9
golden show-no-fleet ece-show --sim nothing --host node1
golden show-params ece-show --params
golden show-param ece-show --param rpg_ai_rate
golden show-param-unknown ece-show --param ztr_rtt.ALPA
json show-params-json ece-show --params --json
golden show-param-cards ece-show --param dcqcn.rp.ai_rate --sim state --host node1
json show-param-cards-json ece-show eth0 --param dcqcn.rp.ai_rate --json --sim state --host node1
golden show-nv ece-show mlx5_0 --nv --sim state --host node1
json show-nv-json ece-show eth0 --nv --json --sim state --host node1
golden show-ppcc ece-show mlx5_0 --ppcc --sim state --host node1
json show-ppcc-json ece-show eth0 --ppcc --json --sim state --host node1
ece-sim fleet tell node1 --card 0 fault status 0x805/0x506e 1 1 4 >told 2>&1
golden show-ppcc-untold ece-show mlx5_0 --ppcc --sim state --host node1
golden show-param-told ece-show mlx5_0 --param ztr_rtt.ALPHA --sim state --host node1
golden show-param-pattern ece-show mlx5_0 --param ppcc.TRACER --sim state --host node1
json show-param-pattern-json ece-show mlx5_0 --param ppcc.TRACER --json --sim state --host node1
golden show-param-slot ece-show mlx5_0 --param ppcc.slot.0.enable --sim state --host node1
ece-sim fleet tell node1 --card 0 counter packet_seq_err 7 >told 2>&1
ece-sim fleet tell node1 --card 0 counter rdma_tx_bytes 4000000000 >told 2>&1
golden show-counters ece-show mlx5_0 --counters --sim state --host node1
json show-counters-json ece-show eth0 --counters --json --sim state --host node1
ece-sim fleet tell node1 --card 0 fault status 0x826 3 >told 2>&1
golden show-counters-refused ece-show mlx5_0 --counters --sim state --host node1
golden show-two-views ece-show --params --probe
ece-show --json --sim state --host node1 >node1.json
golden show-diff-same ece-show --diff node1.json --sim state --host node1
check show-diff-of-one-card 0 ece-show mlx5_1 --diff node1.json --sim state --host node1
ece-facts --sim state --host node1 >facts1.json
golden show-diff-of-facts ece-show --diff facts1.json --sim state --host node1
golden show-diff-not-json ece-show --diff six.json --sim state --host node1
ece-sim fleet drift node1 --state state >drifted 2>&1
golden show-diff ece-show --diff node1.json --sim state --host node1
json show-diff-json ece-show --diff node1.json --json --sim state --host node1
ece-set mlx5_1 ppcc.slot.0.enable=false --yes --sim state --host node1 >switched 2>&1
json show-json-slot-off ece-show mlx5_1 --json --sim state --host node1
golden show-diff-slot-off ece-show --diff node1.json --sim state --host node1
ece-sim fleet tell node2 --card 0 fault vanish 0x805 >told 2>&1
golden show-silent ece-show mlx5_0 --sim state --host node2
rm -r state
ece-apply old_cards_skip.json --yes >first 2>&1
golden show-ppcc-none ece-show mlx5_0 --ppcc --sim state --host node1
golden show-unsupported ece-show mlx5_0 --sim state --host node1
