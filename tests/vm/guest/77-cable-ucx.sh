#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma ucx
# kernels: vm61
# UCX between two cards, by verbs, by its own driver for mlx5, and with queues that it makes by DevX in memory of its own.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
export UCX_LOG_LEVEL=warn UCX_WARN_UNUSED_ENV_VARS=n
# Debian's ucx_perftest is an MPI program too: without a terminal it starts MPI, which opens every card and ends in waiting
# for a launcher
cat > /run/perftest <<- 'END'
	#!/bin/sh
	exec ucx_perftest -p 13337 "$@" < /dev/console
END
chmod +x /run/perftest

transports() { UCX_NET_DEVICES=$(ib_of 0):1 on 0 ucx_info -d | grep -E "Transport: $1\$"; }
check sees_rc_verbs transports rc_verbs
check sees_rc_mlx5 transports rc_mlx5
check sees_ud_verbs transports ud_verbs

# ucx TRANSPORT DEVX ARGS...: both ends are content and UCX complains of nothing
ucx() {
	export UCX_TLS="$1,self" UCX_IB_MLX5_DEVX="$2"
	shift 2
	pair "env UCX_NET_DEVICES=$(ib_of 1):1 /run/perftest" \
		"env UCX_NET_DEVICES=$(ib_of 0):1 /run/perftest 10.0.0.2 -w 5 $*" && ! grep -E 'WARN|ERROR' /run/server /run/client
}
umems() { ctl card0 count 0xa08 | cut -d ' ' -f 2; }

check rc_verbs_tags ucx rc_v n -t tag_lat -n 100
check rc_verbs_large_tags ucx rc_v n -t tag_bw -n 50 -s 65536
check ud_verbs_tags ucx ud_v n -t tag_lat -n 50
check ud_verbs_large_tags ucx ud_v n -t tag_bw -n 20 -s 65536
before=$(umems)
check rc_mlx5_tags ucx rc_x n -t tag_lat -n 100
by_verbs=$(($(umems) - before))
check rc_mlx5_large_tags ucx rc_x n -t tag_bw -n 50 -s 65536
before=$(umems)
check rc_mlx5_devx_tags ucx rc_x y -t tag_lat -n 100
# to look at a card takes one or two; rings and doorbell records of queues by DevX are several more
check devx_queues_lie_in_umems test $(($(umems) - before)) -gt $((by_verbs + 3))
check rc_mlx5_devx_large_tags ucx rc_x y -t tag_bw -n 50 -s 65536
check rc_mlx5_devx_rendezvous ucx rc_x y -t tag_bw -n 5 -s 1048576
check rc_mlx5_devx_put ucx rc_x y -t ucp_put_lat -n 50 -s 4096
check rc_mlx5_devx_get ucx rc_x y -t ucp_get -n 50 -s 65536
check rc_mlx5_devx_fetch_and_add ucx rc_x y -t ucp_fadd -n 50 -s 8
check kernel_is_quiet no_complaint
