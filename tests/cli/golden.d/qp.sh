# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
ece-apply six.json --yes >first 2>&1
golden qp ece-qp --sim state --host node1
golden qp-card ece-qp mlx5_1 --sim state --host node1
golden qp-number ece-qp eth0 --qpn 0x101 --sim state --host node1
golden qp-number-in-no-list ece-qp mlx5_0 --qpn 259 --sim state --host node1
golden qp-process ece-qp --pid 4003 --sim state --host node1
json qp-json ece-qp mlx5_0 --json --sim state --host node1
golden qp-no-number ece-qp --qpn 999 --sim state --host node1
golden qp-no-process ece-qp --pid 4002 --sim state --host node1
golden qp-no-card ece-qp mlx5_7 --sim state --host node1
golden qp-usage-number ece-qp --qpn -1
golden qp-usage-process ece-qp --pid 0
golden qp-usage-host ece-qp --host node1
golden qp-summary ece-qp --summary --sim state --host node1
golden qp-summary-has-it ece-qp --summary --want selective_repeat --sim state --host node1
golden qp-summary-lacks ece-qp --summary --want selective_repeat,0x4 mlx5_0 --sim state --host node1
json qp-summary-json ece-qp --summary --want 0x5 --json mlx5_0 --sim state --host node1
golden qp-summary-usage-want ece-qp --summary --want selective_repaet
golden qp-summary-usage-none ece-qp --summary --want none
golden qp-summary-usage-alone ece-qp --want selective_repeat
golden qp-summary-usage-number ece-qp --summary --qpn 1
ece-sim fleet kernel 6.1 node1 >second 2>&1
golden qp-older-kernel ece-qp mlx5_0 --sim state --host node1
json qp-older-kernel-json ece-qp mlx5_0 --qpn 258 --json --sim state --host node1
golden qp-older-kernel-in-no-list ece-qp mlx5_0 --qpn 259 --sim state --host node1
rm -r state
ece-apply old_cards_skip.json --yes >first 2>&1
golden qp-card-tells-nothing ece-qp mlx5_0 --sim state --host node1
golden qp-summary-tells-nothing ece-qp --summary --want selective_repeat mlx5_0 --sim state --host node1
# A policy of the host: its programs advertise no more, and its connections are held against it.
rm -r state
ece-apply six.json --yes >third 2>&1
ece-set --sim state --host node1 mlx5_0 ece.allow=selective_repeat,0x4 --yes >fourth 2>&1
golden qp-summary-policy ece-qp --summary --sim state --host node1
json qp-summary-policy-json ece-qp --summary --sim state --host node1 mlx5_0 --json
