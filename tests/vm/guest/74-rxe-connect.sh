#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma rxe
# kernels: vm7x
# ece-connect where the driver has no ECE: rdma_rxe. Connections come about without; one that requires a feature does not.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=rxe.sh
. /t/rxe.sh

modprobe -n rdma_rxe || skip_all "this kernel's rdma_rxe was not built"
check rxe_up rxe_up

rxe_tcp_served() { on_rxe 1 netstat -ltn | grep -q LISTEN || ! kill -0 "$rxe_server" 2> /dev/null; }
# meets_rxe STATUS CLIENT-WORDS SERVER-WORDS: both ends end with it
meets_rxe() {
	# shellcheck disable=SC2086 # words of command lines
	on_rxe 1 timeout 40 ece-connect --listen $3 > /run/server 2>&1 < /dev/null &
	rxe_server=$!
	wait_for 20 rxe_tcp_served
	# shellcheck disable=SC2086
	on_rxe 0 timeout 40 ece-connect 10.1.0.2 $2 > /run/client 2>&1 < /dev/null
	rxe_client=$?
	wait "$rxe_server"
	rxe_status=$?
	cat /run/client /run/server
	test_equal "$1 $1" "$rxe_client $rxe_status"
}
says() { cat "/run/$1"; grep -qF "$2" "/run/$1"; }

for mode in "" --cm --cm-managed; do
	name=${mode#--}
	name=${name:-raw}
	check "$name.connects" meets_rxe 0 "$mode" ""
	check "$name.driver_has_none" says client "card       no ECE"
	check "$name.data" says server "65536 bytes each way on each queue pair, and all came as sent"
	check "$name.client_requires" meets_rxe 2 "$mode --require selective_repeat" ""
	check "$name.server_requires" meets_rxe 2 "$mode" "--require selective_repeat"
done
check why says client "this end has no ECE: its driver, library or device does not know it"
check rxe_down rxe_down
check kernel_is_quiet no_complaint
