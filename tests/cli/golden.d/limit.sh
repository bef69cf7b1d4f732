# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Some hosts of a file only: by name, and those that earlier runs left behind.
golden limit-check ece-apply limit.json --limit 'gpu[002-004]' --check
json limit-json ece-apply limit.json --limit gpu002 --check --json
golden limit-unknown ece-apply limit.json --limit 'gpu[008-009]' --check
golden limit-syntax ece-apply limit.json --limit 'gpu[008' --check
golden limit-domain ece-apply limit.json --limit gpu005 --check
golden limit-owed-nothing ece-apply limit.json --limit gpu002 --owed --check
golden limit-markdown ece-apply limit.json --limit 'gpu[002-004]' --markdown --plan-out plan.json
golden limit-saved ece-apply limit.json --plan plan.json --yes
golden limit-status ece-apply status
golden limit-plan-usage ece-apply limit.json --plan plan.json --limit gpu002
check "one host is down, and owed" 7 ece-apply limit.json --yes
golden owed-list ece-apply --owed
json owed-list-json ece-apply --owed --json
golden owed-usage ece-apply --owed --check
golden no-words ece-apply
golden owed-apply ece-apply limit.json --owed --yes
golden owed-none ece-apply limit.json --owed --yes
golden owed-list-none ece-apply --owed
