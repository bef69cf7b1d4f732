#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# transcript_test.sh SCRIPT AGENT APPLY FLEET TRANSCRIPT...: what was once said to an agent is said to this one.
set -euo pipefail
unset ECE_STATE ECE_FAULT
exec python3 "$@"
