# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Values that are not what was confirmed: looked at, repaired through a budget that outlives its passes, not fought over
# with another writer, not repaired where many drifted alike, and holding rollouts where the file says so.
check drift-applied 0 ece-apply drift.json --yes
golden drift-none ece-apply drift.json --drift --now 2030-01-01T00:00Z
ece-sim fleet drift 'gpu[003-005]' >/dev/null 2>&1
golden drift-found ece-apply drift.json --drift --now 2030-01-01T00:10Z
json drift-json ece-apply drift.json --drift --json --limit gpu003 --now 2030-01-01T00:10Z
golden drift-nagios ece-apply drift.json --drift --nagios --now 2030-01-01T00:10Z
check drift-wrote-nothing 2 ece-apply drift.json --check

# The budget holds two.
golden drift-repair ece-apply drift.json --drift --repair --yes --now 2030-01-01T00:20Z
json drift-repair-json ece-apply drift.json --drift --repair --yes --json --now 2030-01-01T00:20Z
golden drift-repair-later ece-apply drift.json --drift --repair --yes --now 2030-01-01T00:21Z
check drift-repaired 0 ece-apply drift.json --check

# Somebody writes it again, and again.
for hour in 01 02; do
	ece-sim fleet drift gpu007 >/dev/null 2>&1
	check "drift-fought-$hour" 0 ece-apply drift.json --drift --repair --yes --now "2030-01-01T$hour:00Z"
done
ece-sim fleet drift gpu007 >/dev/null 2>&1
golden drift-writer ece-apply drift.json --drift --repair --yes --now 2030-01-01T03:00Z
golden drift-writer-nagios ece-apply drift.json --drift --nagios --now 2030-01-09T03:00Z
check drift-again 0 ece-apply drift.json --drift --repair --yes --again gpu007 --now 2030-01-09T04:00Z
golden drift-again-unknown ece-apply drift.json --drift --again 'gpu[020-021]'

# The same on five of twenty hosts is more than 20 %; on four it is not.
ece-sim fleet drift 'gpu[001-004]' >/dev/null 2>&1
check drift-four-hosts 2 ece-apply drift.json --drift --repair --yes --now 2030-02-01T00:00Z
ece-sim fleet drift 'gpu[001-005]' >/dev/null 2>&1
golden drift-widespread ece-apply drift.json --drift --repair --yes --now 2030-02-02T00:00Z
golden drift-widespread-nagios ece-apply drift.json --drift --nagios --now 2030-02-02T00:00Z

# A reboot takes all away, and the host puts back what was confirmed before anybody looks.
check drift-all-repaired 0 ece-apply drift.json --yes
ece-sim fleet reboot gpu009 >/dev/null 2>&1
check drift-boot-puts-back 0 ece-apply drift.json --drift --now 2030-03-01T00:00Z

# What cannot be asked is not known, and never OK.
ece-sim fleet down gpu010 >/dev/null 2>&1
golden drift-unreachable ece-apply drift.json --drift --now 2030-04-01T00:00Z
golden drift-unreachable-nagios ece-apply drift.json --drift --nagios --now 2030-04-01T00:00Z
ece-sim fleet up gpu010 >/dev/null 2>&1

# A person's value on the host is told, and stays.
check drift-person 0 ece-set --sim "$ECE_STATE" --host gpu011 --yes 0000:01:00.0 dcqcn.rp.ai_rate=12
golden drift-person-told ece-apply drift.json --drift --repair --yes --now 2030-05-01T00:00Z

# hold: no rollout begins on such hosts.
sed 's/"do": "repair"/"do": "hold"/; s/"dcqcn.np.cnp_dscp": 48/"dcqcn.np.cnp_dscp": 40/' drift.json >hold.json
ece-sim fleet drift 'gpu[012-013]' >/dev/null 2>&1
golden drift-holds ece-apply hold.json --yes --limit 'gpu[011-014]'
check drift-accepted 0 ece-apply hold.json --yes --limit 'gpu[011-014]' --accept-drift

# A pass is no writer while nothing may be written; looking is always allowed.
ece-sim fleet drift gpu015 >/dev/null 2>&1
ece-apply freeze test >/dev/null 2>&1
check drift-frozen 5 ece-apply drift.json --drift --repair --yes
check drift-frozen-look 2 ece-apply drift.json --drift
ece-apply unfreeze >/dev/null 2>&1
golden drift-no-yes ece-apply drift.json --drift --repair
golden drift-no-check ece-apply drift.json --drift --check
golden drift-no-file ece-apply ./none.json --drift --nagios
