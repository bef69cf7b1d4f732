#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# usually: vm7x
# libece over RDMA-CM (ece/cm.h): what both ends can, policies at either end, what is required and missing, peers that do
# without libece. What is in effect is read in the process, by ece-qp beside it and from the card; what the packets carried is
# judged outside, on the capture.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh

not() { ! "$@"; }
check cables_up cables_up
CLIENT=ececm SERVER=ececm
# lets CLIENT-ARGS SERVER-ARGS: the policies of the next connections
lets() { CLIENT_ARGS=$1 SERVER_ARGS=$2; }
lets allow=all allow=all

agree own 0 1 7801 own 0x30000003
check own.nothing_is_missing says client 'missing selective_repeat in_effect'
expect own 7801 0x15b3 0x30000003 0x15b3 0x30000003
agree managed 0 1 7802 managed 0x30000003
expect managed 7802 0x15b3 0x30000003 0x15b3 0x30000003

lets allow=programmable_cc allow=all
agree client_keeps_back 0 1 7803 own 0x30000002
check client_keeps_back.why says client 'missing selective_repeat policy'
check client_keeps_back.why_at_the_server says server 'missing selective_repeat peer'
expect client_keeps_back 7803 0x15b3 0x30000002 0x15b3 0x30000002
lets allow=all allow=none
agree server_keeps_back 0 1 7804 own 0x30000000
check server_keeps_back.why says server 'missing programmable_cc policy'
expect server_keeps_back 7804 0x15b3 0x30000003 0x15b3 0x30000000
lets allow=selective_repeat allow=programmable_cc
agree both_keep_back 0 1 7805 own 0x30000000
expect both_keep_back 7805 0x15b3 0x30000001 0x15b3 0x30000000
lets require=selective_repeat require=programmable_cc
agree required_and_there 0 1 7806 own 0x30000003
expect required_and_there 7806 0x15b3 0x30000003 0x15b3 0x30000003
agree required_and_there_managed 0 1 7807 managed 0x30000003

# what is required and missing fails at both ends, and both say why
offers() { ctl card0 ece "$1" && ctl card1 ece "$2"; }
check client_has_less offers 0x30000002 0x30000003
lets allow=all require=selective_repeat
check server_rejects.both_end end_cm 3 3 0 1 7808 own
check server_rejects.why says server 'requires selective_repeat, but the peer does not offer it'
check server_rejects.the_client_is_told says client 'peer: the peer refused the connection: its policy requires selective_repeat'
expect server_rejects 7808 0x15b3 0x30000002 rejected 35
# here the connection is there before anybody can tell, and only its end is left
check server_rejects_managed.server_ends end_cm any 3 0 1 7809 managed
check server_rejects_managed.why says server 'requires selective_repeat'
check server_has_less offers 0x30000003 0x30000002
lets require=selective_repeat allow=all
check client_rejects.both_end end_cm 3 3 0 1 7810 own
check client_rejects.why says client 'requires selective_repeat, but the peer does not offer it'
check client_rejects.the_server_is_told says server 'peer: the peer refused the connection: its policy requires selective_repeat'
expect client_rejects 7810 0x15b3 0x30000003 0x15b3 0x30000002 rejected 35
check all_have_all offers 0x30000003 0x30000003

refused required_and_not_had "requires 0x4, but this end's device does not offer it" on 0 timeout 30 ececm connect 10.0.0.2 7811 own \
	require=0x4

# librdmacm would advertise what the policy keeps back
lets allow=all allow=programmable_cc
check managed_keeps_back.both_end end_cm 2 3 0 1 7824 managed
check managed_keeps_back.why says server 'error conflict: the policy keeps back selective_repeat'

# fallback: nobody is turned away who asks for less
lets allow=all allow=all
check server_without_ece.card offers 0x30000003 none
agree server_without_ece 0 1 7812 own 0x00000000
check server_without_ece.why says client 'missing selective_repeat peer_no_ece'
expect server_without_ece 7812 0x15b3 0x30000003 0x15b3 0x00000000
check client_without_ece.card offers none 0x30000003
agree client_without_ece 0 1 7813 own 0x00000000
check client_without_ece.why says server 'missing selective_repeat peer_no_ece'
expect client_without_ece 7813 0x0 0x00000000 0x0 0x00000000
check partial_mismatch.cards offers 0x30000003 0x20000001
agree partial_mismatch 0 1 7814 own 0x20000001
expect partial_mismatch 7814 0x15b3 0x30000003 0x15b3 0x20000001
check all_have_all_again offers 0x30000003 0x30000003

# with an end that does without libece
CLIENT=cm SERVER=ececm
lets '' allow=programmable_cc
agree client_of_its_own 0 1 7815 own 0x30000002
expect client_of_its_own 7815 0x15b3 0x30000003 0x15b3 0x30000002
agree client_of_librdmacm 0 1 7816 managed:own 0x30000002
expect client_of_librdmacm 7816 0x15b3 0x30000003 0x15b3 0x30000002
agree another_vendor 0 1 7817 own 0x00000000 0x1234
check another_vendor.why says server 'missing programmable_cc peer_vendor'
# never another vendor than the request's: librdmacm's client would give up
expect another_vendor 7817 0x1234 0x30000003 0x1234 0x00000000
CLIENT=ececm SERVER=cm
lets allow=selective_repeat ''
agree server_of_its_own 0 1 7818 own 0x30000001
expect server_of_its_own 7818 0x15b3 0x30000001 0x15b3 0x30000001
agree server_of_librdmacm 0 1 7819 own:managed 0x30000001
expect server_of_librdmacm 7819 0x15b3 0x30000001 0x15b3 0x30000001

# the host's policy, which programs find by themselves, and what their environment adds to it
lets '' ''
CLIENT=ececm SERVER=ececm
check host_policy.is_set ece-set "$(pci_of 0)" ece.allow=programmable_cc --yes
agree host_policy 0 1 7821 own 0x30000002
expect host_policy 7821 0x15b3 0x30000002 0x15b3 0x30000002
refused host_policy.conflict 'ECE_REQUIRE requires ECE selective_repeat' on 0 env ECE_REQUIRE=selective_repeat \
	timeout 30 ececm connect 10.0.0.2 7822 own
check host_policy.is_undone ece-set --undo --yes
agree host_policy_is_gone 0 1 7823 own 0x30000003

# a lookup of datagrams: the reply carries the options, and the kernel does not hand them on
lets allow=all allow=all
check datagram.both_end end_cm 0 0 0 1 7820 datagram
check datagram.nothing_is_asked says client 'effective 0x00000000'
check datagram.client_is_told_nothing not says client 'remote 0x15b3'
expect datagram 7820 datagram 0x30000003

check kernel_is_quiet no_complaint
