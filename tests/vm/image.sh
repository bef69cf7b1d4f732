# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2154
# Sourced by mkinitramfs and mkroot, after common.sh: puts files, and the libraries that they need, below $root.
# $own names our shared libraries; what is below $base is there already.

kmod() { "${foreign[@]}" --argv0 "$1" "$vm_user/usr/bin/kmod" "${@:2}"; }

# Shared libraries among the PROGRAMs go where a loader looks for them.
is_ours() { # NAME
	[[ " $own " = *" $1 "* ]]
}

# libraries FILE: the paths, in the guest, of what FILE needs
libraries() {
	local out line
	# UCX finds its own modules by the folder that they lie in
	out=$("${foreign[0]}" --library-path "${foreign[2]}:$vm_user$lib/ucx" --list "$1" 2>&1) || die "$1 does not load in the guest: ${out##*: }"
	while read -r line; do
		case $line in
		*" => $vm_user"/*) line=${line#*" => $vm_user"} && echo "${line%% (*}" ;;
		# the loader also looks in this machine's folders; the guest has none of them, but what is put there with it
		*" => "*) is_ours "${line%% =>*}" || die "$1 needs ${line%% =>*}, which no package of fetch's list has" ;;
		esac
	done <<< "$out"
}

# put FILE PATH-IN-GUEST. A link stays one: libmlx5 as provider and libmlx5 as library must be the same file
put() {
	local real
	[ -e "$1" ] || die "no $1"
	real=$(readlink -f "$1")
	if [ -L "$1" ] && [[ $real = "$vm_user"/* ]]; then
		mkdir -p "$root$(dirname "$2")"
		ln -sf "${real#"$vm_user"}" "$root$2"
		set -- "$real" "${real#"$vm_user"}"
	fi
	install -D -m 755 "$real" "$root$2"
}

put_libraries() { # FILE
	local l list
	list=$(libraries "$1")
	for l in $list; do
		if [ ! -e "$root$l" ] && [ ! -e "${base:-/nonexistent}$l" ]; then put "$vm_user$l" "$l"; fi
	done
}

put_with_libraries() {
	put "$1" "$2"
	put_libraries "$1"
}
