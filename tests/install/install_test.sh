#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What ./install puts onto a machine is complete, and programs can be built against it with nothing else.
set -uo pipefail
dest=$TEST_TMPDIR/dest
prefix=/opt/ece
failed=0

verdict() { # NAME COMMAND...
	local name=$1
	shift
	echo "[ RUN      ] install: $name"
	if "$@"; then
		echo "[       OK ] install: $name"
	else
		echo "[  FAILED  ] install: $name"
		failed=1
	fi
}

compilers() { # WORDS...: those that are installed; Debian's other one is wanted for ./test only
	for compiler in "$@"; do
		command -v "$compiler" || echo "[  SKIPPED ] install: $compiler is not installed" >&2
	done
}

pkg() {
	PKG_CONFIG_PATH=$dest$prefix/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dest pkg-config "$@"
}

installs() {
	bazel/install --prefix "$prefix" --destdir "$dest" 2>/dev/null
}

# The tools that ./run starts, which a test holds against those that have a page.
has_every_tool() {
	diff <(./run no-such-tool 2>&1 | sed 's/.*; there are: //' | tr ' ' '\n' | sort) <(ls "$dest$prefix/bin")
}

tools_start() {
	local tool
	for tool in "$dest$prefix"/bin/*; do
		"$tool" --version >/dev/null || return
	done
}

trace_finds_its_library() {
	# shellcheck disable=SC2016 # the program's own
	[ "$("$dest$prefix/bin/ece-trace" sh -c 'echo "${LD_PRELOAD##*/}"')" = libece-trace.so ]
}

tools_have_page_and_completion() {
	local tool name
	for tool in "$dest$prefix"/bin/*; do
		name=${tool##*/}
		compgen -G "$dest$prefix/share/man/man[18]/$name.[18]" >/dev/null || { echo "$name has no page"; return 1; }
		grep -q "complete .* $name\$" "$dest$prefix/share/bash-completion/completions/$name" || return
	done
}

stands_alone() { # COMPILER WORDS...: every header, as the only one, under the warnings of strict people
	local header
	for header in "$dest$prefix"/include/ece/*.h; do
		echo "#include <ece/${header##*/}>" |
			"$@" -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I "$dest$prefix/include" -fsyntax-only - || return
	done
}

stands_alone_in_cxx() { # COMPILER WORDS...
	local header
	for header in "$dest$prefix"/include/ece/*.h; do
		echo "#include <ece/${header##*/}>" |
			"$@" -x c++ -Wall -Wextra -Wpedantic -Werror -I "$dest$prefix/include" -fsyntax-only - || return
	done
}

pkg_config_knows_it() {
	[ "$(pkg --libs ece)" = "-L$dest$prefix/lib -lece " ] || [ "$(pkg --libs ece)" = "-L$dest$prefix/lib -lece" ] || return
	[ "$(pkg --modversion ece)" = "$(<VERSION)" ]
}

# A program of another language's sort: C++, linked with what pkg-config says.
links_in_cxx() { # COMPILER
	cat >"$TEST_TMPDIR/word.cc" <<-'END'
		#include <ece/offer.h>
		#include <iostream>

		int main()
		{
			char text[ECE_OFFER_TEXT_MAX];
			ece_offer offer = {ECE_VENDOR_NVIDIA, 0x30000002};

			std::cout << ece_offer_format(&offer, text, sizeof(text)) << std::endl;
		}
	END
	# shellcheck disable=SC2046 # words
	"$1" -o "$TEST_TMPDIR/word" "$TEST_TMPDIR/word.cc" $(pkg --cflags --libs ece) || return
	[ "$(LD_LIBRARY_PATH=$dest$prefix/lib "$TEST_TMPDIR/word")" = "version=3 programmable_cc" ]
}

# Each example says on top how it is built.
builds_example() { # COMPILER FILE
	local libraries
	# shellcheck disable=SC2016 # it is what the example says
	libraries=$(sed -n 's/.*\$(pkg-config --cflags --libs \([a-z ]*\)).*/\1/p' "$2")
	# shellcheck disable=SC2046,SC2086 # words
	"$1" -Wall -Wextra -Werror -o "$TEST_TMPDIR/$(basename "$2" .c)" "$2" $(pkg --cflags --libs $libraries)
}

# steps needs no device and shows what it is there for; the others say what is missing. None leaves a trace.
runs_example() { # FILE
	local name status=0
	name=$(basename "$1" .c)
	case $name in
	steps) set -- ;;
	raw) set -- no-such-device 0 ;;
	cm_*) set -- 192.0.2.1 client ;;
	esac
	LD_LIBRARY_PATH=$dest$prefix/lib timeout 60 "$TEST_TMPDIR/$name" "$@" >"$TEST_TMPDIR/out" 2>&1 || status=$?
	cat "$TEST_TMPDIR/out"
	if [ "$name" = steps ]; then
		[ "$status" = 0 ] && grep -qx 'b: selective_repeat: it is in effect' "$TEST_TMPDIR/out"
	else
		[ "$status" = 77 ] && grep -q '^no RDMA device' "$TEST_TMPDIR/out"
	fi
}

units_name_their_program() {
	grep -q "^ExecStart=$prefix/bin/ece-exporter " "$dest$prefix/lib/systemd/system/ece-exporter.service" &&
		[ -e "$dest$prefix/lib/systemd/system/ece-exporter.socket" ] &&
		! grep -r @PREFIX@ "$dest$prefix/lib/systemd/system"
}

other_folders() {
	bazel/install --prefix=/usr --libdir=/usr/lib/x86_64-linux-gnu --destdir="$TEST_TMPDIR/other" 2>/dev/null || return
	[ -e "$TEST_TMPDIR/other/usr/lib/x86_64-linux-gnu/libece.so" ] || return
	grep -qx 'libdir=/usr/lib/x86_64-linux-gnu' "$TEST_TMPDIR/other/usr/lib/x86_64-linux-gnu/pkgconfig/ece.pc"
}

refuses() { # WORDS...
	local status=0
	bazel/install "$@" 2>/dev/null || status=$?
	[ "$status" = 64 ]
}

verdict "into a folder of packages" installs
verdict "every tool is there" has_every_tool
verdict "every tool starts" tools_start
verdict "ece-trace finds its library" trace_finds_its_library
verdict "every tool has its page and its completion" tools_have_page_and_completion
for cc in $(compilers gcc clang); do
	verdict "headers stand alone: ${cc##*/}, C11" stands_alone "$cc" -x c -std=c11
	verdict "headers stand alone: ${cc##*/}, gnu99" stands_alone "$cc" -x c -std=gnu99
done
for cxx in $(compilers g++ clang++); do
	verdict "headers stand alone: ${cxx##*/}, C++11" stands_alone_in_cxx "$cxx" -std=c++11
	verdict "a program of C++ links: ${cxx##*/}" links_in_cxx "$cxx"
done
verdict "pkg-config knows it" pkg_config_knows_it
verdict "units name their program" units_name_their_program
for cc in $(compilers gcc clang); do
	for example in docs/examples/*.c; do
		verdict "example ${example##*/} is built by ${cc##*/}" builds_example "$cc" "$example"
		verdict "example ${example##*/} of ${cc##*/} runs" runs_example "$example"
	done
done
verdict "into other folders" other_folders
verdict "a relative prefix is refused" refuses --prefix here
verdict "an unknown word is refused" refuses --perfix /usr
exit $failed
