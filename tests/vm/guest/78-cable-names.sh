#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# RDMA devices that belong to one network namespace each, as containers have them.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
# namespaces have to be gone before the mode may change
check cables_down cables_down
check exclusive wait_for 20 rdma system set netns exclusive
own_namespaces() {
	cables_up || return 1
	for own_card in 0 1; do
		rdma dev set "$(ib_of $own_card)" netns "n$own_card" || return 1
	done
}
# the device takes its name along
name0=$(ib_of 0)
name1=$(ib_of 1)
check devices_into_their_namespaces own_namespaces
equal one_sees_its_own "$name0" "$(on 0 rdma dev | sed -n 's/^[0-9]*: \([^:]*\):.*/\1/p')"
equal other_sees_its_own "$name1" "$(on 1 rdma dev | sed -n 's/^[0-9]*: \([^:]*\):.*/\1/p')"
equal nobody_else_sees_them "" "$(rdma dev)"
listens() { on "$1" rdma resource show cm_id | grep -q 'state LISTEN'; }
check rping pair "rping -s -a 10.0.0.2 -V -C 5" "rping -c -a 10.0.0.2 -V -C 5"
check cables_down_again cables_down
check shared wait_for 20 rdma system set netns shared
check kernel_is_quiet no_complaint
