# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What a person at a terminal sees, after all redrawing.
pty terminal-no '[y/N]=n\n' ece-apply six.json
pty terminal-yes '[y/N]=y\n' ece-apply six.json
pty terminal-nothing-to-do '' ece-apply six.json
rm -r state
pty terminal-trouble '[y/N]=yes\n' ece-apply refuses.json
