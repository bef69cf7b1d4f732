# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What can be read and not be written, and what only the card knows of a value: said before anything is written.
ece-apply unwritable.json --check >/dev/null 2>&1 || true
ece-sim fleet kernel 6.1 'node[3-4]' >/dev/null 2>&1
golden unwritable ece-apply unwritable.json --yes
golden unwritable-skip ece-apply unwritable_skip.json --yes
golden card-limits ece-apply card_limits.json --yes
rm -r state
