# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# One card, by hand: plan, write, undo, and what is in the way.
here_is=(--sim state --host node1)
ece-apply six.json --yes >first 2>&1
golden set-off-a-terminal ece-set mlx5_0 'dcqcn.rp.ai_rate=40 Mb/s' "${here_is[@]}"
golden set-yes ece-set mlx5_0 'rpg_ai_rate=40 Mb/s' dcqcn.rp.gd=11 roce_accl.selective_repeat_forced_en=true \
	"${here_is[@]}" --yes
golden set-same ece-set 01:00.0 'dcqcn.rp.ai_rate=40 Mb/s' "${here_is[@]}"
golden set-history ece-set --history "${here_is[@]}"
json set-history-json ece-set --history --json "${here_is[@]}"
golden set-undo-off-a-terminal ece-set --undo "${here_is[@]}"
golden set-undo ece-set --undo --yes "${here_is[@]}"
golden set-undo-nothing ece-set --undo --yes "${here_is[@]}"
json set-yes-json ece-set eth1 dcqcn.np.cnp_prio=5 --yes --json "${here_is[@]}"
json set-undo-json ece-set --undo --yes --json "${here_is[@]}"
pty set-terminal-no '[y/N]=n\n' ece-set mlx5_0 dcqcn.np.cnp_prio=5 "${here_is[@]}"
pty set-terminal-yes '[y/N]=y\n' ece-set mlx5_0 dcqcn.np.cnp_prio=5 "${here_is[@]}"

# A switch whose read-back says nothing is sent even where it seems to be so already.
golden set-no-verify ece-set mlx5_0 ppcc.slot.15.enable=true --yes "${here_is[@]}"
golden set-no-verify-undo ece-set --undo --yes "${here_is[@]}"

# Words that are none.
golden set-words ece-set mlx5_0 dcqcn.rp.ai_rat=5 foo dcqcn.rp.gd=99 dcqcn.np.cnp_prio=1 cnp_prio= \
	dcqcn.np.cnp_prio=2 "${here_is[@]}"
golden set-no-card ece-set mlx5_9 dcqcn.np.cnp_prio=1 "${here_is[@]}"
golden set-card-range ece-set mlx5_0 ztr_rtt.AI=4000000000 --yes "${here_is[@]}"
golden set-floor-above-ceiling ece-set mlx5_0 "dcqcn.rp.min_rate=500 Mb/s" "dcqcn.rp.max_rate=100 Mb/s" --yes \
	"${here_is[@]}"
golden set-unsupported ece-set mlx5_0 roce_accl.cc_per_plane_en=true --yes "${here_is[@]}"
golden set-nothing-named ece-set mlx5_0 "${here_is[@]}"
golden set-undo-two ece-set --undo a b "${here_is[@]}"
golden set-undo-unknown ece-set --undo set-none --yes "${here_is[@]}"
check set-undo-of-a-fleet-run 65 ece-set --undo "$(sed -n 's/^ *run: *//p' first)" --yes "${here_is[@]}"

# Somebody else changed it since: left alone.
ece-set mlx5_0 dcqcn.rp.ai_rate=40 --yes "${here_is[@]}" >second 2>&1
ece-sim fleet drift node1 >drifted 2>&1
golden set-undo-conflict ece-set --undo --yes "${here_is[@]}"

# A write that the card ignores is put back.
ece-sim fleet tell node1 --card 0 fault ignore 0x825 1 >told 2>&1
golden set-ignored ece-set mlx5_0 dcqcn.rp.ai_rate=50 --yes "${here_is[@]}"

# It has left nothing to undo: that goes to the run before it, which still has what it could not put back.
golden set-ignored-history ece-set --history "${here_is[@]}"
golden set-ignored-undo ece-set --undo "$(ece-set --history "${here_is[@]}" | sed -n 's/^\(set-[^ ]*\) .*/\1/p' |
	head -n 1)" --yes "${here_is[@]}"
golden set-undo-conflict-again ece-set --undo --yes "${here_is[@]}"
rm -r state

# An undo that the card refuses is tried again; it goes to no older run.
ece-apply six.json --yes >third 2>&1
ece-set mlx5_0 dcqcn.np.cnp_prio=5 --yes "${here_is[@]}" >older 2>&1
ece-sim fleet tell node1 --card 0 fault vanish 0x825 >told 2>&1
golden set-vanishes ece-set mlx5_0 dcqcn.rp.ai_rate=50 dcqcn.rp.hai_rate=70 --yes "${here_is[@]}"
golden set-undo-fails ece-set --undo --yes "${here_is[@]}"
golden set-undo-fails-history ece-set --history "${here_is[@]}"
ece-sim fleet tell node1 --card 0 fault clear >told 2>&1
golden set-undo-holds ece-set mlx5_0 roce_accl.selective_repeat_forced_en=true --yes "${here_is[@]}"
golden set-undo-after-all ece-set --undo --yes "${here_is[@]}"

# Of a switch whose read-back says nothing nobody can promise that it is back, but there is nothing left to undo.
ece-sim fleet tell node1 --card 0 fault status 0x825 3 1 >told 2>&1
golden set-no-verify-put-back ece-set mlx5_0 ppcc.slot.15.enable=true dcqcn.rp.ai_rate=60 --yes "${here_is[@]}"

# Putting back is refused, too: each value that was left is named.
ece-sim fleet tell node1 --card 0 fault status 0x825 3 2 1 >told 2>&1
golden set-cannot-put-back ece-set mlx5_0 dcqcn.rp.ai_rate=60 dcqcn.rp.hai_rate=299 dcqcn.np.cnp_dscp=39 --yes \
	"${here_is[@]}"
rm -r state

# A set is not looked for behind ten thousand newer runs, and nobody is told that there is none.
ece-apply six.json --yes >first 2>&1
ece-set mlx5_0 dcqcn.np.cnp_prio=4 --yes "${here_is[@]}" >second 2>&1
journal() { # SQL
	python3 -c 'import sqlite3, sys
with sqlite3.connect("state/sim/journal.db") as db:
    db.execute(sys.argv[1])' "$1"
}
journal "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
	INSERT INTO run(host, run, state) SELECT 'node1', 'set-' || i, 2 FROM n"
golden set-undo-too-many ece-set --undo --yes "${here_is[@]}"
journal "DELETE FROM run WHERE run = 'set-10000'"
check set-undo-behind-many 0 ece-set --undo --yes "${here_is[@]}"
rm -r state

# A run of the fleet that stands open holds the card.
ece-apply stops.json --yes >stopped 2>&1 || true
golden set-held ece-set mlx5_0 dcqcn.np.cnp_prio=5 --yes --sim state --host node3

# Of a long history the newest runs are shown.
rm -r state
ece-apply six.json --yes >first 2>&1
for i in $(seq 101); do
	ece-set mlx5_0 "dcqcn.np.cnp_prio=$((i % 2))" --yes "${here_is[@]}" >many 2>&1
done
ece-set --history --json "${here_is[@]}" >history.json
check "set: the history has 100 runs" 0 python3 -c \
	'import json, sys; sys.exit(len(json.load(open("history.json"))["runs"]) != 100)'
