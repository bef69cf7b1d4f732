# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The guard after a boot: what was confirmed is put back, somebody else's value is left alone, a card may be forgotten.
here_is=(--sim state --host node1)
ece-apply six.json --check >first 2>&1 || true
golden guard-boot-nothing ece-guard boot "${here_is[@]}"
ece-set mlx5_0 'dcqcn.rp.ai_rate=40 Mb/s' dcqcn.rp.gd=10 "${here_is[@]}" --yes >set 2>&1
golden guard-boot-right ece-guard boot "${here_is[@]}"
ece-sim fleet tell node1 firmware-reset >reset 2>&1
golden guard-boot ece-guard boot "${here_is[@]}"
ece-sim fleet tell node1 firmware-reset >reset 2>&1
json guard-boot-json ece-guard boot --json "${here_is[@]}"
ece-sim fleet drift node1 --param dcqcn.rp.ai_rate --value '7 Mb/s' >drift 2>&1
golden guard-boot-drift ece-guard boot "${here_is[@]}"
json guard-boot-drift-json ece-guard boot --json "${here_is[@]}"
golden guard-forget ece-guard forget 0c42a10300000001 "${here_is[@]}"
golden guard-forget-again ece-guard forget 0c42a10300000001 "${here_is[@]}"
golden guard-forget-rubbish ece-guard forget 12 "${here_is[@]}"
golden guard-unknown-host ece-guard boot --sim state --host nowhere
golden guard-two-words ece-guard forget
