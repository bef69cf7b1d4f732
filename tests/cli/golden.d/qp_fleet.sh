# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Queue pairs of a whole fleet.
golden qp-fleet ece-qp --fleet six.json
golden qp-fleet-lacks ece-qp --fleet six.json --want selective_repeat,0x4 --limit 'node[2-3]'
json qp-fleet-json ece-qp --fleet six.json --want selective_repeat,0x4 --limit node4 --json
golden qp-fleet-no-host ece-qp --fleet six.json --limit 'node[6-7]'
golden qp-fleet-no-list ece-qp --fleet six.json --limit 'node['
golden qp-fleet-no-file ece-qp --fleet missing
golden qp-fleet-faulty ece-qp --fleet faulty.json
golden qp-fleet-usage-card ece-qp --fleet six.json mlx5_0
golden qp-fleet-usage-limit ece-qp --limit node1
rm -r state
golden qp-fleet-virtual ece-qp --fleet virtual.json --want selective_repeat
rm -r state
golden qp-fleet-down ece-qp --fleet down.json --want selective_repeat
json qp-fleet-down-json ece-qp --fleet down.json --json
rm -r state
golden qp-fleet-all-down ece-qp --fleet all_down.json
rm -r state
golden qp-fleet-policy ece-qp --fleet qp_policy.json
json qp-fleet-policy-json ece-qp --fleet qp_policy.json --limit n3,n5 --json
# A long name is cut, but never inside a character: what is left of one is no text, and no JSON.
accents=x$(printf 'é%.0s' {1..60})
sed "s/\"new\"/\"$accents\"/g" qp_policy.json >accents.json
json qp-fleet-long-name-json ece-qp --fleet accents.json --limit n1 --json
