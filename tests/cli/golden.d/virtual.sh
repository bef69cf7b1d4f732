# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# A fleet in which some NICs are virtual functions: they are left alone, and that is said before anything is written.
golden virtual-refused ece-apply virtual.json --yes
golden virtual-show ece-show --sim state --host node2
golden virtual-set ece-set mlx5_0 dcqcn.rp.ai_rate=20 --yes --sim state --host node2
golden virtual-skip ece-apply virtual_skip.json --yes
golden virtual-skip-check ece-apply virtual_skip.json --check
rm -r state
