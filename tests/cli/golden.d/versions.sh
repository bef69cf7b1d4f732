# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Agents of an older version of the protocol and of newer ones: who is understood goes on, who is not says so and is owed.
golden versions-check ece-apply versions.json --check
ece-apply versions.json --yes >applied 2>&1 || true
run=$(grep -o 'run: .*' applied | cut -d ' ' -f 2- | tr -d ' ')
golden versions-status ece-apply status "$run"
golden versions-undo ece-apply undo "$run" --yes
