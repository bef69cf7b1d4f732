# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts and cards that do not do what they are asked.
fresh() {
	rm -rf state
}
golden refuses ece-apply refuses.json --yes
fresh
json refuses-json ece-apply refuses.json --yes --json
fresh
golden ignores ece-apply ignores.json --yes
fresh
golden down ece-apply down.json --yes
golden down-check ece-apply down.json --check
fresh
golden all-down ece-apply all_down.json --yes
fresh
golden unsupported ece-apply old_cards.json --yes
fresh
golden unsupported-skip ece-apply old_cards_skip.json --yes
golden unsupported-skip-again ece-apply old_cards_skip.json --check
fresh
golden needs ece-apply needs.json --yes
