#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# verdicts_test.sh SCRIPT JUDGE SCHEMA AJV: runs SCRIPT on the rest.
set -euo pipefail
exec python3 "$@"
