# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
for name in $(python3 "$here/captures/make.py"); do
	python3 "$here/captures/make.py" "$name" >"$name.pcap"
done
golden decode ece-decode connections.pcap
golden decode-summary ece-decode --summary connections.pcap
golden decode-odd ece-decode odd.pcap
golden decode-garbage ece-decode garbage.pcap
golden decode-nothing-of-it ece-decode other.pcap
golden decode-empty ece-decode empty.pcap
golden decode-host ece-decode --host 10.0.0.3 connections.pcap
golden decode-host-ipv6 ece-decode --host fd00::1 connections.pcap
golden decode-host-nobody ece-decode --host 10.0.0.9 connections.pcap
golden decode-host-by-gid ece-decode --host fe80::2 odd.pcap
golden decode-want ece-decode --summary --want selective_repeat connections.pcap
golden decode-want-met ece-decode --summary --want selective_repeat,programmable_cc pcapng.pcap
golden decode-want-host ece-decode --want selective_repeat --host 10.0.0.3 connections.pcap
for name in nano pcapng cooked cooked2 raw snap200 other-end; do
	golden "decode-$name" ece-decode "$name.pcap"
done
golden decode-cut ece-decode snap100.pcap
golden decode-several ece-decode one-end.pcap other-end.pcap
golden decode-damaged ece-decode damaged.pcap
golden decode-damaged-behind ece-decode pcapng.pcap damaged.pcap
golden decode-damaged-before ece-decode --summary damaged.pcap none.pcap connections.pcap
golden decode-infiniband ece-decode infiniband.pcap
golden decode-no-file ece-decode none.pcap
golden decode-no-file-behind ece-decode pcapng.pcap none.pcap
golden decode-no-capture ece-decode six.json
golden decode-usage-host ece-decode --host gpu001 connections.pcap
golden decode-usage-want ece-decode --want selective_repeet connections.pcap
golden decode-usage-nothing ece-decode
# shellcheck disable=SC2046 # words
check decode-64-files 0 ece-decode --summary $(yes nano.pcap | head -n 64)
# shellcheck disable=SC2046
check decode-65-files 64 ece-decode --summary $(yes nano.pcap | head -n 65)
golden decode-json-lines ece-decode --json connections.pcap
json decode-json-summary ece-decode --json --summary connections.pcap
json decode-json-garbage ece-decode --json --summary --want programmable_cc garbage.pcap
golden decode-stdin sh -c 'ece-decode - <nano.pcap'
