# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Slots, a parameter without a row, and a value that cannot be read back: its undo is never called verified.
golden slot15 ece-apply slot15.json --yes
golden slot15-check ece-apply slot15.json --check
golden slot15-undo ece-apply undo "$(ece-apply history | cut -d' ' -f1)"
golden slot15-show-param ece-show --param ppcc.slot.3.trace
