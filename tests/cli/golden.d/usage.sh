# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
golden usage-no-words ece-apply
golden usage-unknown-option ece-apply six.json --chek
golden usage-unknown-verb ece-apply stauts
golden usage-word ece-apply frobnicate
golden usage-option-of-another-verb ece-apply status --check
golden usage-check-and-yes ece-apply six.json --check --yes
golden usage-check-and-adopt ece-apply six.json --check --adopt
golden usage-resume-and-adopt ece-apply six.json --resume --adopt
golden usage-too-many-words ece-apply undo one two
golden usage-sim-verb ece-sim flet
golden usage-show-host-without-sim ece-show --host node1
# shellcheck disable=SC2046 # many words
check "usage: ece-qp takes 256 cards and no more" 64 ece-qp $(seq 257)
# shellcheck disable=SC2046
check "usage: ece-set takes a card and 256 values" 64 ece-set mlx5_0 $(seq -f "a=%g" 257)
