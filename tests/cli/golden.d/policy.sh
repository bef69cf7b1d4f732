# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The ECE policy of hosts: rolled out by domain, drifted, kept over a boot, undone. The story is in docs/stories/policy.md.
golden policy-plan ece-apply policy.json
check policy-applied 0 ece-apply policy.json --yes
run=$(ece-apply history | sed -n '1s/ .*//p')
golden policy-explain ece-apply policy.json --explain --host store1
golden policy-show ece-show --sim state --host store1
# /run is empty after a boot: what was confirmed comes back.
ece-sim fleet reboot 'train1,store1' >told 2>&1
check policy-kept-over-a-boot 0 ece-apply policy.json --check
ece-sim fleet drift store1 --param ece.allow --value all >told 2>&1
golden policy-drift ece-apply policy.json --check
# And back.
golden policy-undo ece-apply undo "$run"
check policy-undone-differs 2 ece-apply policy.json --check

# What nobody confirmed is gone with /run.
allow_of() {
	ece-show --sim state --host "$1" | sed -n 's/^ *ece.allow *\([^ ]*\).*/\1/p'
}
ece-sim fleet drift train3 --param ece.allow --value 0x4 >told 2>&1
golden policy-drifted allow_of train3
ece-sim fleet reboot train3 >told 2>&1
golden policy-gone-with-a-boot allow_of train3

# One host, by hand: what is required has to be allowed, by what is written and by what is there.
here_is=(--sim state --host train2)
golden policy-set ece-set mlx5_0 ece.require=selective_repeat ece.allow=selective_repeat,programmable_cc --yes "${here_is[@]}"
golden policy-set-forbids ece-set mlx5_0 ece.allow=0x4 --yes "${here_is[@]}"
golden policy-set-words ece-set mlx5_0 ece.allow=selective_repeet ece.require=0x10000000 "${here_is[@]}"
golden policy-set-undo ece-set --undo --yes "${here_is[@]}"

# No card hears of it, so none refuses it; and a list has its own faults.
cat >faulty.json <<-'END'
	{ "version": 1,
	  "profiles": {
	    "p": { "ece": { "allow": [ "selective_repeet", "0x8" ], "require": [ 1 ], "forbid": [] } },
	    "q": { "ece": { "allow": [ "0x8" ], "require": [ "selective_repeat" ] }, "set": { "ece.allow": "all" } } },
	  "assign": [ { "hosts": "n1", "profile": "p" } ],
	  "transport": { "kind": "sim", "seed": 1, "cards": [ { "type": "cx7", "count": 1 } ],
	    "faults": [ { "hosts": "n1", "kind": "refuses", "param": "ece.allow" } ] } }
END
golden policy-faulty ece-apply faulty.json --check
