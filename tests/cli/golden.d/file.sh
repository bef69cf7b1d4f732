# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# A fleet file that cannot be used: all faults at once, nothing contacted, nothing written.
golden file-missing ece-apply ./none.json --yes
golden file-broken ece-apply broken.json --yes
golden file-faulty ece-apply faulty.json --yes
json file-faulty-json ece-apply faulty.json --yes --json
golden file-faulty-no-state ls -d state
