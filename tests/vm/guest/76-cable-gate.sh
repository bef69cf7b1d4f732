#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# A change that makes a counter of the real kernel rise is stopped at the first step and undone, and the message says why. The
# cable loses packets all the time, before the change and after it. With adaptive retransmission a lost packet is no time-out of
# an ACK; the change switches it off. A change that does no harm passes the same gate in the same weather.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=apply.sh
. /t/apply.sh

if [ -z "$FWCTL" ]; then
	skip_all "without fwctl nothing switches adaptive retransmission"
fi

# fleet FILE SET CHANGES: hurt is the counter of what the change does, per second
fleet() {
	cat > "$1" <<-EOF
		{
		  "version": 1,
		  "profiles": { "roce": { "set": { $2 } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ], $3
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "6s" } ], "baseline": "6s", "gates": [ "timeouts" ], "lease": { "ttl": "2m" } } },
		  "gates": { "timeouts": { "counter": "local_ack_timeout_err", "on": "treated", "per": "second", "max": { "times_baseline": 1.5, "floor": 0.05 } } },
		  "transport": { "kind": "local" }
		}
	EOF
}
fleet /run/harmless.json '"dcqcn.rp.ai_rate": "20 Mb/s"' ''
fleet /run/harmful.json '"roce_accl.roce_adp_retrans_en": false, "dcqcn.rp.ai_rate": "40 Mb/s"' \
	'"changes": [ { "id": "adaptive", "params": [ "roce_accl.roce_adp_retrans_en" ] }, { "id": "rate", "params": [ "dcqcn.rp.ai_rate" ], "after": "adaptive" } ],'

# connections that come and go, as jobs do: a setting may act on those made afterwards only
one() { pair "ibv_rc_pingpong -d $(ib_of 1) -g $gid1 -c -e -s 512 -n 20" "ibv_rc_pingpong -d $(ib_of 0) -g $gid0 -c -e -s 512 -n 20 10.0.0.2"; }
traffic() { while [ -e /run/traffic ]; do one || true; done > /run/traffic.log 2>&1; }
lost() { ctl cable | sed -n 's/.*"lost": *\([0-9]*\).*/\1/p'; }
loses_some() { [ "$(lost)" -ge 3 ]; }
adaptive() { # CARD: as another vendor-neutral tool reads it
	mst_get "$(pci_of "$1")" ROCE_ACCL
	mst_field roce_adp_retrans_en
}
timeouts() { echo $(($(hw_counter 0 local_ack_timeout_err) + $(hw_counter 1 local_ack_timeout_err))); }

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)
equal adaptive_as_shipped.card0 0x00000001 "$(adaptive 0)"
equal adaptive_as_shipped.card1 0x00000001 "$(adaptive 1)"
ctl cable seed 7 > /run/out
ctl cable loss 4% > /run/out
: > /run/traffic
traffic &
traffic_pid=$!
check packets_get_lost wait_for 30 loses_some
before=$(timeouts)

check harmless.passes exits 0 /run/harmless.json --yes
check harmless.is_told says 'Applied: 1 of 1 host changed'
equal harmless.no_time_out "$before" "$(timeouts)"

check harmful.is_undone exits 3 /run/harmful.json --yes
check harmful.names_all says 'gate timeouts of step 1: fail: guest: local_ack_timeout_err [0-9.e+-]+ a second, before 0, at most 0\.05'
check harmful.stopped_at_the_first_step says 'gate timeouts failed at step 1 of 2'
check harmful.status exits 0 status
check harmful.status_keeps_it says 'step 1 timeouts fail [0-9.e+-]+ a second before 0 bound 0\.05'
say "time-outs: $(($(timeouts) - before)); $(grep -o 'gate timeouts of step 1.*' /run/apply.line)"
check harmful.counter_rose test "$(timeouts)" -gt "$before"
equal harmful.card0_is_back 0x00000001 "$(adaptive 0)"
equal harmful.card1_is_back 0x00000001 "$(adaptive 1)"
equal harmful.second_change_never_began 20 "$(cat "$CC/rp_ai_rate")"

rm /run/traffic
wait "$traffic_pid"
ctl cable loss 0 > /run/out
check kernel_is_quiet no_complaint
