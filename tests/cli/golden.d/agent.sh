# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What a prolog asks the agent, and the brake at the host itself.
here_is=(--sim state --host node1)
ece-apply six.json --check >first 2>&1 || true
ece-set mlx5_0 'dcqcn.rp.ai_rate=40 Mb/s' dcqcn.rp.gd=10 "${here_is[@]}" --yes >set 2>&1
golden agent-ensure-ready ece-agent ensure "${here_is[@]}"
ece-sim fleet tell node1 firmware-reset >reset 2>&1
golden agent-ensure-changed ece-agent ensure --detailed-exitcode "${here_is[@]}"
json agent-ensure-json ece-agent ensure --json "${here_is[@]}"
golden agent-ensure-owed ece-agent ensure --gen 3 "${here_is[@]}"
ece-sim fleet drift node1 --param dcqcn.rp.ai_rate --value '7 Mb/s' >drift 2>&1
golden agent-ensure-another-writer ece-agent ensure "${here_is[@]}"
golden agent-freeze ece-agent freeze --why 'switch firmware' "${here_is[@]}"
golden agent-ensure-frozen ece-agent ensure --force "${here_is[@]}"
json agent-ensure-frozen-json ece-agent ensure --force --json "${here_is[@]}"
golden agent-frozen-set ece-set mlx5_0 dcqcn.rp.gd=11 "${here_is[@]}" --yes
json agent-freeze-json ece-agent freeze --json "${here_is[@]}"
golden agent-unfreeze ece-agent unfreeze "${here_is[@]}"
json agent-unfreeze-json ece-agent unfreeze --json "${here_is[@]}"
golden agent-ensure-forced ece-agent ensure --force "${here_is[@]}"
golden agent-no-generation ece-agent ensure --gen zero "${here_is[@]}"
golden agent-gen-and-current ece-agent ensure --gen 3 --current "${here_is[@]}"
golden agent-service-nowhere ece-agent --service
golden agent-service-prefix ece-agent --service --endpoint http://127.0.0.1:1 --prefix nowhere "${here_is[@]}"
golden agent-version-rubbish ece-agent --stdio --protocol new "${here_is[@]}"
