# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
: "${here:?golden.sh sets it}"
# What a person at a terminal sees, after all redrawing.
pty terminal-no '[y/N]=n\n' ece-apply six.json
pty terminal-yes '[y/N]=y\n' ece-apply six.json
pty terminal-nothing-to-do '' ece-apply six.json
rm -r state
pty terminal-trouble '[y/N]=yes\n' ece-apply refuses.json
rm -r state

# The first Ctrl-C stops a run where it can be resumed.
check terminal-interrupt 5 python3 "$here/screen.py" '[y/N]=y\n|soaking=^C' ece-apply six.json
check terminal-interrupt-status 0 ece-apply status
check terminal-interrupt-resume 0 ece-apply resume
check terminal-interrupt-check 0 ece-apply six.json --check

styles() { # WANT COMMAND...: "some" or "none"
	local want=$1 count
	shift
	count=$(python3 "$here/screen.py" --styles "$@")
	[ "$want" = "$([ "$count" = 0 ] && echo none || echo some)" ]
}
check terminal-colour 0 styles some ece-show --sim state --host node1
NO_COLOR=1 check terminal-no-color 0 styles none ece-show --sim state --host node1
NO_COLOR='' check terminal-no-color-empty 0 styles some ece-show --sim state --host node1
TERM=dumb check terminal-dumb 0 styles none ece-show --sim state --host node1
