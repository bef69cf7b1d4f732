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
rm -r state
ece-apply old_cards_skip.json --yes >first 2>&1
golden show-unsupported ece-show mlx5_0 --sim state --host node1
