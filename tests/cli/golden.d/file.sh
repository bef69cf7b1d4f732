# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# A fleet file that cannot be used: all faults at once, nothing contacted, nothing written.
golden file-missing ece-apply ./none.json --yes
golden file-broken ece-apply broken.json --yes
golden file-faulty ece-apply faulty.json --yes
json file-faulty-json ece-apply faulty.json --yes --json
golden file-faulty-no-state ls -d state
{
	printf '{ "version": 1, "//": "'
	head -c 17000000 /dev/zero | tr '\0' x
	printf '" }'
} >large.json
golden file-too-large ece-apply large.json --yes
golden file-is-a-folder ece-apply . --yes
