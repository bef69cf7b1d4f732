# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2154 # root is golden.sh's
# What a fleet file comes to, and where each value is said. The examples of configs/ are the files.
cp "$root/configs/fleet.json" "$root/configs/site.json" "$root/configs/site-hosts" .
golden explain-defaults ece-apply fleet.json --explain
golden explain-site ece-apply site.json --explain --now 2030-01-01
golden explain-host ece-apply site.json --explain --host gpu017 --param roce_tx_window_en --now 2030-01-01T00:30Z
golden explain-excluded-host ece-apply site.json --explain --host gpu060 --param dcqcn.rp.ai_rate --now 2030-01-01T00:30Z
json explain-json ece-apply site.json --explain --host store01 --param dcqcn.rp.ai_rate --json --now 2030-01-01T00:30Z
golden explain-no-host ece-apply site.json --explain --host gpu65 --now 2030-01-01T00:30Z
golden explain-no-parameter ece-apply site.json --explain --param dcqcn.rp.ai_rat --now 2030-01-01T00:30Z
golden explain-faulty ece-apply faulty.json --explain
json explain-faulty-json ece-apply faulty.json --explain --json
golden explain-no-file ece-apply ./none.json --explain
golden explain-and-check ece-apply fleet.json --explain --check
golden explain-host-alone ece-apply fleet.json --host gpu001
# The whole form on the simulated fleet.
golden site-check ece-apply site.json --check --now 2030-01-01T00:30Z
