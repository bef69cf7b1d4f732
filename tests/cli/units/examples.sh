#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# examples.sh AGENT GUARD APPLY SIM FLEET DIR: what a site takes for Slurm, Kubernetes and Ansible, carried out on a
# simulated host as far as that goes without a Slurm and a cluster. What is not installed is skipped by name.
set -uo pipefail
agent=$(realpath "$1") guard=$(realpath "$2") apply=$(realpath "$3") sim=$(realpath "$4") fleet=$(realpath "$5")
examples=$(realpath "$6")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
cd "$work" || exit 1
failed=0

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] examples: $1"
	else
		tail -n 30 out err
		echo "[  FAILED  ] examples: $1"
		failed=1
	fi
}

skip() { # NAME WHY
	echo "[  SKIPPED ] examples: $1: $2"
}

exits() { # STATUS COMMAND...
	local wanted=$1 got=0
	shift
	timeout 120 "$@" >out 2>err || got=$?
	[ "$got" = "$wanted" ] || { echo "exit status $got, wanted $wanted" >>err && return 1; }
}

# The ece-agent of the host: the real one, on a simulated host. The socket of a guard is this machine's, and is left out.
mkdir bin
cat >bin/ece-agent <<-END
	#!/bin/bash
	args=()
	while [ \$# -gt 0 ]; do
		if [ "\$1" = --guard ]; then shift 2; else args+=("\$1"); shift; fi
	done
	echo "\${args[*]}" >>"$work/asked"
	exec "$agent" "\${args[@]}" --sim "$work/s" --host h1
END
# Lines for the system's log are looked at here.
printf '#!/bin/bash\necho "$*" >>"%s/logged"\n' "$work" >bin/logger
chmod +x bin/*
export PATH="$work/bin:$PATH"

token='"token":{"store":"s","epoch":1,"number":1}'
confirm() { # FROM TO
	printf '%s\n' \
		"{\"version\":1,\"op\":\"apply\",\"id\":\"a$2\",\"run\":\"R$2\",$token,\"lease_ms\":60000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"0c42a10300000001\",\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":$1,\"to\":$2}]}]}" \
		"{\"version\":1,\"op\":\"confirm\",\"id\":\"c$2\",\"run\":\"R$2\",$token}" |
		timeout 60 "$agent" --stdio --sim s --host h1 >out 2>err
	grep -q '"result":"confirmed"' out
}
forget() { "$sim" fleet tell h1 firmware-reset --state s >out 2>err; }
drift() { "$sim" fleet drift h1 --param dcqcn.rp.ai_rate --value "7 Mb/s" --state s >out 2>err; }

bash -n "$examples/slurm/prolog" >out 2>err
verdict "prolog is bash" $?
if command -v shellcheck >/dev/null; then
	shellcheck "$examples/slurm/prolog" >out 2>err
	verdict "shellcheck finds nothing in prolog" $?
else
	skip "shellcheck" "it is not installed"
fi

"$apply" "$fleet" --check --state s >out 2>err
confirm 5 20
verdict "something is confirmed on the host" $?

exits 0 "$examples/slurm/prolog"
verdict "prolog: a job may begin" $?
forget
exits 0 "$examples/slurm/prolog" && "$guard" boot --sim s --host h1 --json 2>err | grep -q '"right":1'
verdict "prolog: what a card forgot is put back" $?
drift
SLURM_JOB_ID=17 exits 1 "$examples/slurm/prolog" && grep -q "ece-prolog -- job 17: not as confirmed" logged
verdict "prolog: no job where somebody else changed a value, and the log says so" $?

python3 - "$examples/kubernetes/daemonset.yaml" <<'EOF' >out 2>err
import json, sys
import yaml
docs = list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")))
kinds = [doc["kind"] for doc in docs]
assert kinds == ["ServiceAccount", "ClusterRole", "ClusterRoleBinding", "DaemonSet"], kinds
spec = docs[3]["spec"]["template"]["spec"]
assert docs[3]["spec"]["selector"]["matchLabels"] == docs[3]["spec"]["template"]["metadata"]["labels"]
assert spec["serviceAccountName"] == docs[0]["metadata"]["name"] == docs[2]["subjects"][0]["name"]
assert docs[2]["roleRef"]["name"] == docs[1]["metadata"]["name"]
volumes = {volume["name"] for volume in spec["volumes"]}
for container in spec["initContainers"] + spec["containers"]:
    assert {mount["name"] for mount in container.get("volumeMounts", [])} <= volumes, container
    assert container["image"]
json.dump(spec["initContainers"][0]["command"], open("ensure.json", "w", encoding="utf-8"))
EOF
status=$?
if [ $status != 0 ] && grep -q "No module named 'yaml'" err; then
	skip "daemonset.yaml" "this Python has no yaml"
else
	verdict "daemonset.yaml: names that belong together do" $status
	mapfile -t command < <(python3 -c 'import json; print("\n".join(json.load(open("ensure.json"))))')
	exits 1 "${command[@]}"
	verdict "daemonset.yaml: the init container fails where a host is not ready" $?
	forget
	exits 0 "${command[@]}" && grep -q '"changed": *true' out
	verdict "daemonset.yaml: and puts back what a card forgot" $?
fi

if command -v ansible-playbook >/dev/null; then
	export ANSIBLE_LOCALHOST_WARNING=false ANSIBLE_LOCAL_TEMP="$work/ansible" ANSIBLE_REMOTE_TEMP="$work/remote" HOME="$work" ANSIBLE_NOCOLOR=1
	play=(ansible-playbook -i "h1," -c local -e ansible_python_interpreter=/usr/bin/python3 -e "ece_agent=$work/bin/ece-agent" "$examples/ansible/ece.yml")
	exits 0 "${play[@]}" && grep -qE 'h1 .*changed=0 .*failed=0' out
	verdict "ece.yml: nothing to do is not changed" $?
	forget
	exits 0 "${play[@]}" && grep -qE 'h1 .*changed=1 .*failed=0' out
	verdict "ece.yml: what was put back is changed" $?
	drift
	exits 2 "${play[@]}" && grep -qE 'h1 .*failed=1' out
	verdict "ece.yml: a host that is not ready has failed" $?
	asked=$(wc -l <asked)
	exits 0 "${play[@]}" --check && [ "$(wc -l <asked)" = "$asked" ]
	verdict "ece.yml: --check asks nothing of the host" $?
else
	skip "ece.yml" "there is no ansible-playbook"
fi
exit $failed
