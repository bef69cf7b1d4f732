# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2154 # root is golden.sh's
# The hosts of a fleet file for Prometheus.
cp "$root/configs/fleet.json" "$root/configs/site.json" "$root/configs/site-hosts" .
golden targets ece-apply targets site.json --now 2030-01-01
json targets-json ece-apply targets fleet.json --port 9100 --json
golden targets-to-file ece-apply targets fleet.json --out t.json
golden targets-file-mode stat -c '%a %s' t.json
golden targets-no-folder ece-apply targets fleet.json --out none/t.json
golden targets-faulty ece-apply targets faulty.json
json targets-faulty-json ece-apply targets faulty.json --json
golden targets-no-port ece-apply targets fleet.json --port 65536
golden targets-wrong-form ece-apply fleet.json --port 80
