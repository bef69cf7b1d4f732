# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh
# Sourced after lib.sh by the scenarios that have ece-counters watch while something happens.

watch_starts() {
	ece-counters --watch 500ms --json > /run/watch 2> /run/watch.err &
	watcher=$!
}
# watch_of PCI: what the last whole line says of the card that is there, a line for each counter
watch_of() {
	tail -n 2 /run/watch | head -n 1 | tr '{' '\n' |
		awk -v pci="\"pci\":\"$1\"" '/^"device":/ { on = index($0, pci) && index($0, "\"gone\":false") } on'
}
# watch_says PCI NAME KEY
watch_says() { watch_of "$1" | sed -n "s/^\"name\":\"$2\",\"source\".*\"$3\":\([^,]*\),.*/\1/p"; }
watch_shows() { [ "$(watch_says "$1" "$2" "$3")" = "$4" ] || { watch_of "$1" | head -n 3; return 1; }; }
watch_is_over() { ! kill -0 "$watcher" 2> /dev/null || grep -q '^State:.Z' "/proc/$watcher/status"; }
watch_ends() {
	kill -TERM "$watcher"
	wait_for 30 watch_is_over && rm /run/watch
}
