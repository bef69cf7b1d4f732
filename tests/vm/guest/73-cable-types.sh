#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx bf3 cx4
# connect: 0:1,1:1,2:1,3:1
# layers: rdma
# kernels: vm7x
# Four types of cards on a switch, each pair in both directions: ECE comes to what both can, and to nothing with a card that has
# no ECE. What the packets carry is judged outside, on the capture.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh

check cables_up cables_up
# client, server: what the client offers, what the server answers, which is what both have
port=7700
while read -r client server offer both; do
	from=$(echo cx7 cx6dx bf3 cx4 | xargs -n 1 | grep -nx "$client" | cut -d : -f 1)
	to=$(echo cx7 cx6dx bf3 cx4 | xargs -n 1 | grep -nx "$server" | cut -d : -f 1)
	port=$((port + 1))
	agree "${client}_to_$server" $((from - 1)) $((to - 1)) $port own "$both" < /dev/null
	expect "${client}_to_$server" $port 0x15b3 "$offer" 0x15b3 "$both"
done <<-EOF2
	cx7 cx6dx 0x30000003 0x20000001
	cx7 bf3 0x30000003 0x30000003
	cx7 cx4 0x30000003 0x00000000
	cx6dx cx7 0x20000001 0x20000001
	cx6dx bf3 0x20000001 0x20000001
	cx6dx cx4 0x20000001 0x00000000
	bf3 cx7 0x30000003 0x30000003
	bf3 cx6dx 0x30000003 0x20000001
	bf3 cx4 0x30000003 0x00000000
	cx4 cx7 0x00000000 0x00000000
	cx4 cx6dx 0x00000000 0x00000000
	cx4 bf3 0x00000000 0x00000000
EOF2

# by libece
CLIENT=ececm SERVER=ececm CLIENT_ARGS=allow=all SERVER_ARGS=allow=all
agree libece_cx7_to_cx6dx 0 1 7731 own 0x20000001
expect libece_cx7_to_cx6dx 7731 0x15b3 0x30000003 0x15b3 0x20000001
agree libece_cx6dx_to_cx7 1 0 7732 own 0x20000001
expect libece_cx6dx_to_cx7 7732 0x15b3 0x20000001 0x15b3 0x20000001
agree libece_cx7_to_cx4 0 3 7733 own 0x00000000
check libece_cx7_to_cx4.why says server 'missing selective_repeat driver'
expect libece_cx7_to_cx4 7733 0x15b3 0x30000003 0x15b3 0x00000000
agree libece_cx4_to_cx7 3 0 7734 own 0x00000000
expect libece_cx4_to_cx7 7734 0x0 0x00000000 0x0 0x00000000
check kernel_is_quiet no_complaint
