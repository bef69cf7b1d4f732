# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Plans: parts and units, for a ticket, saved and carried out later.

golden plan-parts ece-apply parts.json
json plan-parts-json ece-apply parts.json --check --json
golden plan-markdown ece-apply parts.json --check --markdown --change-id CHG-417

# One unit of the racks parts domain x, and the plan names both ends.
sed 's/node\[1-4\]", "labels": { "rack": "r1"/node[1-3]", "labels": { "rack": "r1"/; s/node\[5-8\]", "labels": { "rack": "r2", "domain": "y"/node[4-8]", "labels": { "rack": "r2", "domain": "x"/' parts.json >parted.json
golden plan-parted ece-apply parted.json --check

# Saved, looked at, carried out.
rm -r state
golden plan-saved ece-apply six.json --plan-out plan.json
check "plan: a saved plan is one JSON object" 0 python3 -c \
	'import json, sys; sys.exit(json.load(open("plan.json"))["host_count"] != 6)'
check "plan: the same file is the same plan" 2 ece-apply six.json --plan plan.json --check
ece-sim fleet drift node2 >drift 2>&1
golden plan-moved ece-apply six.json --plan plan.json --check
ece-sim fleet drift node3 >drift 2>&1
golden plan-too-many-moved ece-apply six.json --plan plan.json --yes
# A plan that was refused left no lock and no run behind (hashicorp/terraform#28693).
golden plan-refused-leaves-nothing ece-apply history
golden plan-moved-yes ece-apply six.json --plan plan.json --moved 2 --change-id CHG-417 --yes
golden plan-history ece-apply history
json plan-history-json ece-apply history --json
golden plan-done-already ece-apply six.json --plan plan.json --moved 100% --yes

# The fleet file is another one by now; what is no plan; one of a newer program.
sed 's/0.08/0.09/' six.json >other.json
golden plan-of-another-file ece-apply other.json --plan plan.json --yes
golden plan-none ece-apply six.json --plan six.json --yes
golden plan-no-file ece-apply six.json --plan nowhere.json --yes
sed 's/"plan_version":1/"plan_version":9/' plan.json >newer.json
golden plan-newer ece-apply six.json --plan newer.json --yes
golden plan-nowhere-to-save ece-apply six.json --plan-out nowhere/plan.json

golden plan-usage-moved ece-apply six.json --plan plan.json --moved many
golden plan-usage-moved-alone ece-apply six.json --moved 3
golden plan-usage-out ece-apply six.json --plan-out plan.json --yes
golden plan-usage-forms ece-apply six.json --markdown --json
golden plan-usage-change-id ece-apply six.json --change-id "two words"

# A parameter that is no longer named gets back what it was.
rm -r state
ece-apply six.json --yes >first 2>&1
sed 's/, "ztr_rtt.ALPHA": 0.08//' six.json >less.json
golden plan-removed-only-said ece-apply less.json --check
sed 's/"version": 1,/"version": 1, "removed": "restore_original",/' less.json >back.json
golden plan-removed ece-apply back.json --check
check "plan: what is no longer named is put back" 0 ece-apply back.json --yes
check "plan: and then there is nothing to do" 0 ece-apply back.json --check

# A selector that takes nothing: no host has what the file asks for, and nobody is told so.
sed 's/"profile": "roce"/"nics": { "netdev": "rail*" }, "profile": "roce"/' six.json >nothing.json
golden plan-takes-no-nic ece-apply nothing.json --check
json plan-takes-no-nic-json ece-apply nothing.json --check --json
