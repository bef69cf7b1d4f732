# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Many parameters of all families, by other names and in other units, there and back.
golden many ece-apply many.json --yes
golden many-same ece-apply many.json --check
golden many-show ece-show --sim state --host node1
golden many-undo ece-apply undo "$(ece-apply history | cut -d' ' -f1)"
golden many-undone ece-show --sim state --host node1
