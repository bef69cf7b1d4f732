# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts with a real sshd each, on addresses of the loopback interface of a network namespace of their own. What they run
# as ece-agent is the real one on a simulated host; its cards tell what became of them.
: "${work:?}" "${tools:?}" "${root:?}"

sshds=()

# Everybody's, before the first host.
ssh_begin() {
	install -d -m 700 "$work/hosts" "$work/keys" "$work/home"
	# The shell of this machine's root may have a profile that prints, or takes its time.
	sed "s#^root:.*#root:x:0:0:root:$work/home:/bin/sh#" /etc/passwd >"$work/passwd"
	mount --bind "$work/passwd" /etc/passwd
	install -d -m 755 /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f "$work/keys/user"
	: >"$work/known_hosts"
	cat >"$work/ssh_config" <<-END
		Host *
			User root
			IdentityFile $work/keys/user
			IdentitiesOnly yes
			UserKnownHostsFile $work/known_hosts
			GlobalKnownHostsFile /dev/null
			StrictHostKeyChecking yes
			ServerAliveInterval 1
			ServerAliveCountMax 3
	END
}

# What a host runs when it is asked for ece-agent; the script comes on stdin, @AGENT@ in it is the real one.
host_agent() { # NAME
	sed "s#@AGENT@#$tools/ece-agent --sim $work/cards --host $1#" >"$work/hosts/$1/bin/ece-agent"
	chmod 755 "$work/hosts/$1/bin/ece-agent"
}

host_agent_well() { # NAME
	host_agent "$1" <<-'END'
		#!/bin/sh
		exec @AGENT@ "$@"
	END
}

host_name() { # NAME ADDRESS
	printf 'Host %s\n\tHostName %s\n\tHostKeyAlias %s\n' "$1" "$2" "$1" >>"$work/ssh_config"
}

# Without a line of configuration for the client, and not known to it.
host_files() { # NAME ADDRESS [LINE-OF-SSHD_CONFIG...]
	local dir=$work/hosts/$1
	mkdir -p "$dir/bin"
	ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$dir/key"
	cp "$work/keys/user.pub" "$dir/authorized"
	host_agent_well "$1"
	{
		[ $# -lt 3 ] || printf '%s\n' "${@:3}"
		cat <<-END
			ListenAddress $2
			HostKey $dir/key
			AuthorizedKeysFile $dir/authorized
			SetEnv PATH=$dir/bin:/usr/bin:/bin
			StrictModes no
			PasswordAuthentication no
			KbdInteractiveAuthentication no
			UsePAM no
			PermitRootLogin yes
			MaxStartups 100
			PidFile none
		END
	} >"$dir/sshd_config"
}

host_start() { # NAME
	/usr/sbin/sshd -D -f "$work/hosts/$1/sshd_config" -E "$work/hosts/$1/log" &
	sshds+=($!)
}

host_known() { # NAME
	echo "$1 $(cut -d ' ' -f 1,2 "$work/hosts/$1/key.pub")" >>"$work/known_hosts"
}

# One that is as it should be.
host() { # NAME ADDRESS [LINE-OF-SSHD_CONFIG...]
	host_files "$@"
	host_name "$1" "$2"
	host_known "$1"
	host_start "$1"
}

# Until its sshd listens.
host_wait() { # ADDRESS
	local until=$((SECONDS + 30))
	until (: <"/dev/tcp/$1/22") 2>/dev/null; do
		if [ $SECONDS -ge $until ]; then
			echo "no sshd listens on $1"
			return 1
		fi
		sleep 0.05
	done
}
