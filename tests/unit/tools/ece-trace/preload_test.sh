#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# preload_test.sh ECE-TRACE LIBRARY VICTIM LINKED FAKE-LIBIBVERBS: the library itself in front of programs, over a double of
# libibverbs with its versions.
set -uo pipefail
trace=$PWD/$1 library=$PWD/$2 victim=$PWD/$3 linked=$PWD/$4
fakes=$(dirname "$PWD/$5")
work=$TEST_TMPDIR
log=$work/log
failed=0
sanitizer=$(nm -D "$library" | grep -oE '__(asan|tsan|ubsan)_' | head -n 1)
# programs of a sanitizer load its runtime behind the library
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0:detect_leaks=0"
export LD_LIBRARY_PATH=$fakes

verdict() { # NAME COMMAND...
	local name=$1
	shift
	echo "[ RUN      ] preload: $name"
	if "$@"; then
		echo "[       OK ] preload: $name"
	else
		[ ! -e "$log" ] || head -c 2000 "$log"
		echo "[  FAILED  ] preload: $name"
		failed=1
	fi
}

lines() { grep -c "\"event\":\"$1\"" "$log"; }

# traced CASE: the case ends well, and so many lines of each kind are there
traced() { # CASE CREATE TRANSITION DESTROY
	: >"$log"
	"$trace" --output "$log" -- "$victim" "$1" || return 1
	[ "$(lines create) $(lines transition) $(lines destroy)" = "$2 $3 $4" ]
}

all_lines_are_json() {
	python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$log"
}

is_linked() {
	rm -f "$log"
	"$trace" --output "$log" -- "$linked" || return 1
	grep -q '"event":"transition".*"from":"RESET","to":"INIT","asked":536870913,"got":536870913,"default":805306371' "$log"
}

exports() {
	diff - <(nm -D --defined-only --with-symbol-versions "$library" | awk '$2 == "T" || $2 == "D" { print $3 }' | sort) <<-END
		dlvsym
		ibv_create_qp@@IBVERBS_1.1
		ibv_destroy_qp@@IBVERBS_1.1
		ibv_modify_qp@@IBVERBS_1.1
		ibv_query_ece@@IBVERBS_1.10
		ibv_set_ece@@IBVERBS_1.10
		mlx5dv_create_qp@@MLX5_1.3
		mlx5dv_devx_obj_create@@MLX5_1.7
		mlx5dv_devx_obj_destroy@@MLX5_1.7
		mlx5dv_devx_obj_modify@@MLX5_1.7
		mlx5dv_devx_qp_modify@@MLX5_1.8
	END
}
versions() {
	local l
	# those of Debian's libraries on this machine
	for l in libibverbs libmlx5; do
		nm -D --defined-only --with-symbol-versions "/usr/lib/$(gcc -print-multiarch)/$l.so.1" | awk '{ sub("@@", "@"); print $3 }'
	done | sort >"$work/real"
	nm -D --defined-only --with-symbol-versions "$library" | awk '$2 == "T" { sub("@@", "@"); print $3 }' | grep @ | sort >"$work/ours"
	[ "$(wc -l <"$work/ours")" -ge 10 ] && [ -z "$(comm -23 "$work/ours" "$work/real")" ]
}
needs_libc_alone() {
	[ "$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')" = libc.so.6 ]
}

fails_alike() { # CASE: with the library as without
	local alone traced
	"$victim" "$1" "$work/file"
	alone=$?
	"$trace" -- "$victim" "$1" "$work/file" 2>/dev/null
	traced=$?
	[ "$alone" = 0 ] && [ "$traced" = 0 ]
}
stays_empty() { fails_alike taken_stderr && [ ! -s "$work/file" ]; }
no_room() {
	rm -f "$log"
	"$trace" --output "$log" -- "$victim" small_files || return 1
	[ "$(stat -c %s "$log")" -le 8 ]
}
cannot_be_written() {
	"$trace" --output /nonexistent/log -- "$victim" moves 2>"$work/said" || return 1
	grep -q 'ece-trace: 7 lines of process [0-9]* could not be written' "$work/said"
}
nobody_reads() {
	rm -f "$work/fifo"
	mkfifo "$work/fifo"
	timeout 20 "$trace" --output "$work/fifo" -- "$victim" moves 2>/dev/null
}
is_full() {
	rm -f "$log"
	# the limit of 256 MiB, without the bytes
	truncate -s $((256 << 20)) "$log"
	"$trace" --output "$log" -- "$victim" moves 2>/dev/null || return 1
	[ "$(stat -c %s "$log")" = $((256 << 20)) ]
}
by_process() {
	rm -f "$work"/p.*
	"$trace" --output "$work/p.%p.jsonl" -- "$victim" moves && "$trace" --output "$work/p.%p.jsonl" -- "$victim" moves || return 1
	for file in "$work"/p.*.jsonl; do
		file=${file##*/p.}
		grep -q "\"pid\":${file%.jsonl}," "$work/p.$file" || return 1
	done
	[ "$(find "$work" -name 'p.*.jsonl' | wc -l)" = 2 ]
}
to_stderr() { "$trace" -- "$victim" moves 2>&1 >/dev/null | grep -q '"event":"end".*"made":1,"transitions":3'; }
other_preloads_stay() {
	# shellcheck disable=SC2016
	[ "$(LD_PRELOAD=libm.so.6 "$trace" sh -c 'echo "${LD_PRELOAD##*/}"')" = "libece-trace.so:libm.so.6" ]
}

out_of_reach() { # PROGRAM WHY
	"$trace" -- "$1" 2>&1 >/dev/null | grep -q "ece-trace: \"$1\" $2: nothing of it will be seen"
}
in_reach() { [ -z "$("$trace" true 2>&1)" ] && [ -z "$("$trace" -- "$victim" dlsym 2>&1)" ]; }
static_program() {
	printf 'int main(void) { return 0; }\n' | gcc -static -x c -o "$work/static" - && out_of_reach "$work/static" "is linked statically"
}
set_user_id() {
	chmod u+s "$work/suid"
	out_of_reach "$work/suid" "has the rights of another user (set-user-ID)"
}

by_hand() {
	rm -f "$log"
	LD_PRELOAD=$library ECE_TRACE_OUTPUT=$log "$victim" moves && grep -q '"event":"end".*"transitions":3' "$log"
}
damaged_policy() {
	rm -f "$log"
	LD_PRELOAD=$library ECE_TRACE_OUTPUT=$log ECE_TRACE_APPLY='1 everybody 0x20000001 ::/0 -' "$victim" moves &&
		grep -q '"event":"start".*"applies":null,"apply_damaged":true' "$log" && ! grep -q '"apply":' "$log"
}

verdict "says nothing of a program in reach" in_reach
verdict "a static program is out of reach" static_program
cp "$victim" "$work/suid"
if chown 12345 "$work/suid" 2>/dev/null; then
	verdict "a set-user-ID program is out of reach" set_user_id
else
	echo "[  SKIPPED ] preload: a set-user-ID program is out of reach: files can be given to nobody here"
fi
verdict "a program that is linked to libibverbs" is_linked
verdict "one that asks libibverbs by dlvsym (NCCL)" traced moves 1 3 1
verdict "one that asks by dlsym is out of reach, and works" traced dlsym 0 0 0
verdict "an older version of a function is left alone" traced old_version 0 0 0
verdict "a library that is unloaded and loaded again" traced reload 2 6 2
verdict "RTLD_NEXT means the library behind the one that asks" traced next 0 0 0
if [ -z "$sanitizer" ]; then
	verdict "threads, and children of a threaded process" traced threads_and_children 120 360 120
	verdict "lines of many writers stay whole" all_lines_are_json
else
	echo "[  SKIPPED ] preload: threads, and children of a threaded process: the sanitizer's own locks do not survive a fork"
fi
verdict "stderr that became another file stays empty" stays_empty
verdict "stderr whose reader is gone" fails_alike broken_pipe
verdict "a log that may not grow (SIGXFSZ)" no_room
verdict "a log that cannot be written is counted" cannot_be_written
verdict "a pipe that nobody reads" nobody_reads
verdict "a log that is full" is_full
verdict "a log for each process" by_process
verdict "stderr, where no file is given" to_stderr
verdict "works without the command" by_hand
verdict "a damaged word about --apply applies nothing, and says so" damaged_policy
verdict "other libraries to be loaded first stay" other_preloads_stay
verdict "exports what it takes over and nothing else" exports
verdict "takes over the versions that rdma-core has" versions
if [ -z "$sanitizer" ]; then
	verdict "needs the C library alone" needs_libc_alone
else
	echo "[  SKIPPED ] preload: needs the C library alone: a sanitizer is in it"
fi
exit $failed
