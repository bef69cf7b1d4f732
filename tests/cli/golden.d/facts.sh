# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The document without what grows with other tables: parameters, NV fields, doors.
framed() {
	"$@" | python3 -c 'if True:
		import json, sys
		doc = json.load(sys.stdin)
		for nic in (nic for card in doc["cards"] for nic in card["nics"]):
			for key in ("parameters", "nv", "doors", "algorithms"):
				assert nic[key], key
				nic[key] = "..."
		print(json.dumps(doc, indent=1))'
}

ece-apply six.json --yes >first 2>&1
for i in 1 2 3 4 5 6; do
	ece-facts --sim state --host "node$i" >"node$i.json"
done
golden facts framed ece-facts --sim state --host node1
check "facts: twice the same" 0 cmp node1.json <(ece-facts --sim state --host node1)
check "facts: one line with --json" 0 test "$(ece-facts --json --sim state --host node1 | wc -l)" = 1
echo "a secret of six hosts" >salt
golden facts-redacted framed ece-facts --redact --salt salt --sim state --host node1
ece-facts --redact --salt salt --sim state --host node2 >redacted2.json
check "facts: no name survives" 1 grep -q node2 redacted2.json
check "facts: no address survives" 1 grep -qiE '0c.?42.?a1' redacted2.json
check "facts: a random salt is another each time" 1 cmp -s <(ece-facts --redact --sim state --host node1) \
	<(ece-facts --redact --sim state --host node1)
golden facts-compare-alike ece-facts compare node1.json node2.json node3.json
ece-sim fleet drift "node[3-4]" --state state >drift 2>&1
for i in 3 4; do
	ece-facts --sim state --host "node$i" >"node$i.json"
done
sed 's/"mtu": 1500/"mtu": 9000/; s/"kernel": "[^"]*"/"kernel": "6.1.0"/' node6.json >odd.json
golden facts-compare ece-facts compare node1.json node2.json node3.json node4.json node5.json odd.json
json facts-compare-json ece-facts compare --json node1.json node3.json
golden facts-compare-same-host ece-facts compare node1.json node1.json
golden facts-compare-redacted ece-facts compare redacted2.json node1.json
echo '{"version": 1,' >cut.json
golden facts-compare-no-json ece-facts compare node1.json cut.json
golden facts-compare-not-facts ece-facts compare node1.json six.json
golden facts-compare-one ece-facts compare node1.json
golden facts-compare-no-file ece-facts compare node1.json none.json
: >empty
golden facts-empty-salt ece-facts --redact --salt empty --sim state --host node1
golden facts-salt-alone ece-facts --salt salt --sim state --host node1
golden facts-sim-alone ece-facts --sim state
golden facts-no-host ece-facts --sim state --host node9
golden facts-too-many ece-facts node1.json
ece-sim fleet tell node2 --card 0 fault vanish 0x805 >told 2>&1
ece-facts --sim state --host node2 >silent.json
golden facts-compare-silent ece-facts compare node1.json node5.json silent.json
truncate -s 8388609 large.json
golden facts-compare-too-large ece-facts compare node1.json large.json

# Settings of the made-up programs against the policy of each NIC.
ece-set --yes --sim state --host node6 mlx5_0 ece.require=selective_repeat >set 2>&1
ece-set --yes --sim state --host node6 mlx5_1 ece.allow=selective_repeat >set 2>&1
contradicted() { ece-facts --json --sim state --host node6 |
	python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["applications"], indent=1))'; }
golden facts-contradicted contradicted
