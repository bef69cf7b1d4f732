#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# bazel run //bazel:install -- [--prefix DIR] [--libdir DIR] [--destdir DIR]: installs what was built (see ../install).
set -euo pipefail
# Where the words were typed; Bazel starts this beside what it built.
called_in=${BUILD_WORKING_DIRECTORY:-$PWD}
prefix=/usr/local
libdir=
destdir=

usage() {
	echo "usage: install [--prefix DIR] [--libdir DIR] [--destdir DIR]" >&2
	exit 64
}

while [ $# -gt 0 ]; do
	case $1 in
	--prefix=* | --libdir=* | --destdir=*)
		set -- "${1%%=*}" "${1#*=}" "${@:2}"
		;;
	--prefix | --libdir | --destdir)
		[ -n "${2:-}" ] || usage
		printf -v "${1#--}" %s "$2"
		shift 2
		;;
	*) usage ;;
	esac
done
libdir=${libdir:-$prefix/lib}
for dir in "$prefix" "$libdir"; do
	[[ $dir == /* ]] || {
		echo "error: \"$dir\" is not an absolute path" >&2
		exit 64
	}
done
[ -z "$destdir" ] || [[ $destdir == /* ]] || destdir=$called_in/$destdir

put() { # MODE FILE TARGET
	install -D -m "$1" "$2" "$destdir$3"
}

for tool in tools/ece-*; do
	put 755 "$tool" "$prefix/bin/${tool##*/}"
done
# a part of ece-trace, which looks for it from where it lies itself
put 644 tools/libece-trace.so "$prefix/lib/ece/libece-trace.so"
put 644 lib/libece/libece.so.1 "$libdir/libece.so.1"
ln -sfn libece.so.1 "$destdir$libdir/libece.so"
for header in lib/include/ece/*.h; do
	put 644 "$header" "$prefix/include/ece/${header##*/}"
done
install -d "$destdir$libdir/pkgconfig"
sed -e "s|@PREFIX@|$prefix|; s|@LIBDIR@|$libdir|; s|@VERSION@|$(<VERSION)|" lib/libece/ece.pc.in \
	>"$destdir$libdir/pkgconfig/ece.pc"
for page in docs/man/*.[1-8]; do
	put 644 "$page" "$prefix/share/man/man${page##*.}/${page##*/}"
done
# bash looks for a file named like the command
completions=$prefix/share/bash-completion/completions
put 644 tools/completion/ece.bash "$completions/ece-apply"
for tool in tools/ece-*; do
	[ "${tool##*/}" = ece-apply ] || ln -sfn ece-apply "$destdir$completions/${tool##*/}"
done
# where systemd looks below /usr and /usr/local alike
install -d "$destdir$prefix/lib/systemd/system"
for unit in configs/systemd/*; do
	sed "s|@PREFIX@|$prefix|" "$unit" >"$destdir$prefix/lib/systemd/system/${unit##*/}"
done
put 644 configs/sysusers/ece.conf "$prefix/lib/sysusers.d/ece.conf"
put 644 configs/tmpfiles/ece.conf "$prefix/lib/tmpfiles.d/ece.conf"
put 644 configs/udev/90-ece.rules "$prefix/lib/udev/rules.d/90-ece.rules"
put 644 configs/fleet.schema.json "$prefix/share/ecekit/fleet.schema.json"
for file in configs/grafana/*.json configs/prometheus/*.yml; do
	put 644 "$file" "$prefix/share/ecekit/${file#configs/}"
done
for file in configs/examples/*/*; do
	mode=644
	[ "$(head -c 2 "$file")" != '#!' ] || mode=755
	put "$mode" "$file" "$prefix/share/ecekit/${file#configs/}"
done
put 644 docs/monitoring.md "$prefix/share/ecekit/docs/monitoring.md"
echo "installed in $destdir$prefix" >&2
