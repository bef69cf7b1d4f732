#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# The ECE policy of a host on a real /run: a profile's "ece" becomes the file that libece reads, and is undone.
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

file=/run/ece/policy/$PCI.json
cat > /run/fleet.json << END
{ "version": 1,
  "profiles": { "p": { "ece": { "allow": [ "selective_repeat", "0x4" ], "require": [ "selective_repeat" ] } } },
  "assign": [ { "hosts": "guest", "profile": "p" } ],
  "rollouts": { "default": { "steps": [ { "to": "100%" } ], "soak": "0s" } },
  "transport": { "kind": "local" } }
END
rm -rf /run/ece
umask 077
shown() { ece-show "$PCI" | awk -v name="$1" '$1 == name { print $2 }'; }

equal without_a_file_all_is_allowed all "$(shown ece.allow)"
check looking_makes_none [ ! -e /run/ece ]
ctl mark > /run/case/out
check apply exits 0 /run/fleet.json --yes
equal file '{"version": 1, "allow": ["selective_repeat", "0x4"], "require": ["selective_repeat"]}' "$(cat "$file")"
equal all_may_read_it '755 755 644' "$(stat -c %a /run/ece /run/ece/policy "$file" | xargs)"
equal nothing_is_left_beside_it "$PCI.json" "$(ls -A /run/ece/policy)"
equal no_card_hears_of_it 'ok {}' "$(ctl moved)"
check check_finds_nothing exits 0 /run/fleet.json --check

# As if there had been a boot: /run is empty, and programs are free again until the file is put back.
rm -r /run/ece
check check_finds_it exits 2 /run/fleet.json --check
check apply_again exits 0 /run/fleet.json --yes
run=$(newest_run)

echo '{"version": 1, "allow": [' > "$file"
refused half_a_file_is_no_policy 'mend or remove the file' ece-set "$PCI" ece.allow=all --yes
equal unreadable unreadable "$(shown ece.require)"
check undo_leaves_it_alone exits 4 undo "$run" --yes
equal half_a_file_stays '{"version": 1, "allow": [' "$(cat "$file")"
echo '{"version": 1, "allow": ["selective_repeat", "0x4"], "require": ["selective_repeat"]}' > "$file"
refused required_and_forbidden 'not all in ece.allow' ece-set "$PCI" ece.allow=0x4 --yes
check undo exits 3 undo "$run" --yes
equal undone '{"version": 1, "allow": "all", "require": []}' "$(cat "$file")"
rm -r /run/ece
check kernel_is_quiet no_complaint
