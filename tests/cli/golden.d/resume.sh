# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# A run that stops in the middle, and what the next command says and does.
golden paused ece-apply stops.json --yes
golden paused-status ece-apply status
golden paused-another-run ece-apply six.json --yes
# a command that does not fit into the sentence is left out, not cut
golden paused-long-state ece-apply six.json --yes --state "$(printf './%.0s' {1..100})state"
golden paused-resume-other-file ece-apply down.json --resume
# of the same name, in another directory
mkdir elsewhere
cp stops.json elsewhere/
cd elsewhere
golden paused-resume-same-name ece-apply stops.json --resume --state ../state
cd ..
# the run has its plan: what the file says by now does not matter
echo '{' >stops.json
golden paused-resume ece-apply ./elsewhere/../stops.json --resume
golden paused-resume-status ece-apply status

# A controller that dies half way. Where that is depends on how many operations a run has.
killed() {
	rm -r state
	ECE_FAULT=kill@$1 ece-apply six.json --yes >killed 2>&1 || true
}
rm -r state
operations=$(ECE_FAULT=count ece-apply six.json --yes 2>&1 | sed -n 's/^operations: //p')
killed $((operations / 2))
check killed-status 0 ece-apply status
check killed-another-run 6 ece-apply six.json --yes
check killed-resume 0 ece-apply six.json --resume
check killed-resume-check 0 ece-apply six.json --check
killed $((operations / 2))
check killed-undo 3 ece-apply undo "$(ece-apply history | cut -d' ' -f1)"
check killed-undo-check 2 ece-apply six.json --check
