#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7 cx7
# layers: rdma rxe exporters
# kernels: vm7x
# Not a check: what one reading of all counters costs here, of the cards alone and with 64 devices of rdma_rxe beside them,
# as a multiple of the netlink exchanges that it takes. Run by its name. Figures of an emulated CPU: only the ratios say
# something, and of the cards' time only ours (the firmware model answers outside of the guest).
# shellcheck source=lib.sh
. /t/lib.sh

node=127.0.0.1:9100 ours=127.0.0.1:10049

# cost TIMES NAME ARGS...: a line "CPU WALL NAME"
cost() {
	cost_times=$1
	cost_name=$2
	shift 2
	cost_is=$(scrape_cost "$cost_times" "$@" 2> /run/cost) || { cat /run/cost; cost_is="0 0"; }
	echo "$cost_is $cost_name" >> /run/bench
}

# serve ADDRESS COMMAND...: a server, known as $served, when it answers
serve() {
	serve_at=$1
	shift
	"$@" > /run/served 2>&1 < /dev/null &
	served=$!
	wait_for 60 answers_at "http://$serve_at/metrics" || cat /run/served
}
answers_at() { wget -q -O /run/page "$1" 2> /dev/null; }
stop() { kill "$served"; wait "$served"; }

all() {
	: > /run/bench
	cost 20 "the netlink exchanges alone" floor
	cost 20 "lib/scrape, resident: rdma" read rdma
	cost 20 "lib/scrape, resident: rdma port ethtool dcb" read rdma port ethtool dcb
	serve "$ours" ece-exporter --web.listen-address "$ours" --no-collect port,ethtool,dcb
	cost 20 "ece-exporter over HTTP: rdma" get "$served" "http://$ours/metrics"
	stop
	serve "$ours" ece-exporter --web.listen-address "$ours"
	cost 20 "ece-exporter over HTTP: all that it tells by default" get "$served" "http://$ours/metrics"
	stop
	serve "$ours" ece-exporter --web.listen-address "$ours" --node-names --no-collect ethtool,dcb
	cost 10 "ece-exporter over HTTP: with the names of node_exporter" get "$served" "http://$ours/metrics"
	stop
	serve "$ours" ece-exporter --web.listen-address "$ours" --node-names --no-collect rdma,ethtool,dcb
	cost 10 "ece-exporter over HTTP: only what node_exporter has" get "$served" "http://$ours/metrics"
	stop
	cost 5 "ece-exporter --once, a process" run ece-exporter --once
	cost 5 "rdma -j statistic, a process" run rdma -j statistic
	cost 5 "each file of sysfs, in a loop of C" sysfs
	serve "$node" prometheus-node-exporter --collector.disable-defaults --collector.infiniband \
		--web.disable-exporter-metrics --web.listen-address "$node"
	cost 3 "node_exporter over HTTP: infiniband" get "$served" "http://$node/metrics"
	stop
	floor=$(sed -n 's/ the netlink exchanges alone$//p' /run/bench)
	awk -v cpu="${floor% *}" -v wall="${floor#* }" '{ c = $1; w = $2; $1 = $2 = ""
		printf "# bench %8d us CPU %7.1f x %9d us wall %7.1f x %s\n", c, c / cpu, w, w / wall, $0 }' /run/bench >&3
}

say "$(rdma dev | wc -l) cards, ready $(cut -d ' ' -f 1 /proc/uptime) s after the boot began"
all
modprobe rdma_rxe && modprobe dummy numdummies=0
for n in $(seq 64); do
	ip link add "d$n" type dummy && ip link set "d$n" up && rdma link add "rxe$n" type rxe netdev "d$n"
done
say "with $(rdma link | grep -c rxe) devices of rdma_rxe beside them"
all
ok printed
