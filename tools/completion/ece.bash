# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Completion for bash, made from the option tables of the commands; see CONTRIBUTING.md.

_ece_agent()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--endpoint)
		COMPREPLY=()
		return
		;;
	--prefix)
		COMPREPLY=()
		return
		;;
	--ca)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--cert)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--key)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--user)
		COMPREPLY=()
		return
		;;
	--password)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--guard)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--allowed-signers)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--name)
		COMPREPLY=()
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	--protocol)
		COMPREPLY=()
		return
		;;
	--gen)
		COMPREPLY=()
		return
		;;
	--why)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		ensure | freeze | unfreeze)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	ensure)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--guard --state --allowed-signers --name --sim --host --gen --current --detailed-exitcode --force --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	freeze)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--guard --state --allowed-signers --name --sim --host --why --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	unfreeze)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--guard --state --allowed-signers --name --sim --host --force --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--stdio --service --endpoint --prefix --ca --cert --key --user --password --guard --state --allowed-signers --name --sim --host --protocol --help --version" -- "$cur")
		else
			COMPREPLY=()
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "ensure freeze unfreeze" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_agent ece-agent

_ece_apply()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--fleet)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--limit)
		COMPREPLY=()
		return
		;;
	--again)
		COMPREPLY=()
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	--param)
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.roce_adp_retrans_en roce_accl.roce_tx_window_en roce_accl.roce_slow_restart_en roce_accl.roce_slow_restart_idle_en roce_accl.min_ack_timeout_limit_disabled roce_accl.adaptive_routing_forced_en roce_accl.selective_repeat_forced_en roce_accl.dc_half_handshake_en roce_accl.cc_per_plane_en roce_accl.ack_dscp roce_accl.cc_burst_size roce_accl.cc_probe_mp_mode roce_accl.ifa2_turn_around_en roce_accl.adp_retx.time_base roce_accl.adp_retx.range_num roce_accl.adp_retx.start_range roce_accl.adp_retx.init_low_bound roce_accl.adp_retx.init_size roce_accl.adp_retx.total_timeout roce_accl.adp_retx.range0.low_bound roce_accl.adp_retx.range0.size roce_accl.adp_retx.range0.retry_num roce_accl.adp_retx.range0.dec_mode roce_accl.adp_retx.range0.prev_range roce_accl.adp_retx.range1.low_bound roce_accl.adp_retx.range1.size roce_accl.adp_retx.range1.retry_num roce_accl.adp_retx.range1.dec_mode roce_accl.adp_retx.range1.prev_range roce_accl.adp_retx.range2.low_bound roce_accl.adp_retx.range2.size roce_accl.adp_retx.range2.retry_num roce_accl.adp_retx.range2.dec_mode roce_accl.adp_retx.range2.prev_range roce_accl.adp_retx.range3.low_bound roce_accl.adp_retx.range3.size roce_accl.adp_retx.range3.retry_num roce_accl.adp_retx.range3.dec_mode roce_accl.adp_retx.range3.prev_range dcqcn.rp.clamp_tgt_rate dcqcn.rp.clamp_tgt_rate_after_time_inc dcqcn.rp.time_reset dcqcn.rp.byte_reset dcqcn.rp.threshold dcqcn.rp.min_rate dcqcn.rp.max_rate dcqcn.rp.ai_rate dcqcn.rp.hai_rate dcqcn.rp.gd dcqcn.rp.min_dec_fac dcqcn.rp.rate_to_set_on_first_cnp dcqcn.rp.dce_tcp_g dcqcn.rp.dce_tcp_rtt dcqcn.rp.rate_reduce_monitor_period dcqcn.rp.initial_alpha_value dcqcn.np.min_time_between_cnps dcqcn.np.cnp_dscp dcqcn.np.cnp_prio dcqcn.general.rtt_resp_dscp dcqcn.rp.enable dcqcn.np.enable ztr_rtt.BW_G ztr_rtt.ALPHA ztr_rtt.MAX_DEC ztr_rtt.MAX_INC ztr_rtt.AI ztr_rtt.HAI ztr_rtt.HAI_PERIOD ztr_rtt.CONGESTION_DELAY_THRESHOLD ztr_rtt.MAX_DELAY ztr_rtt.RATE_ON_FIRST_CONGESTION ztr_rtt.DELAY_ONLY ppcc.slot.15.enable ece.allow ece.require" -- "$cur")
		return
		;;
	--now)
		COMPREPLY=()
		return
		;;
	--plan-out)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--plan)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--moved)
		COMPREPLY=()
		return
		;;
	--sign)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--sign-for)
		COMPREPLY=()
		return
		;;
	--allowed-signers)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--change-id)
		COMPREPLY=()
		return
		;;
	-o | --out)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--port)
		COMPREPLY=()
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--store)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		undo | resume | pause | accept | abort | status | history | why | freeze | unfreeze | epoch | targets)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	undo)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --real-time --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	resume)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --hold --detach --real-time --sign --sign-for --allowed-signers --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	pause)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	accept)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--hold --real-time --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	abort)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--real-time --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	status)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--follow --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	history)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	why)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --store --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -W "roce_accl.roce_adp_retrans_en roce_accl.roce_tx_window_en roce_accl.roce_slow_restart_en roce_accl.roce_slow_restart_idle_en roce_accl.min_ack_timeout_limit_disabled roce_accl.adaptive_routing_forced_en roce_accl.selective_repeat_forced_en roce_accl.dc_half_handshake_en roce_accl.cc_per_plane_en roce_accl.ack_dscp roce_accl.cc_burst_size roce_accl.cc_probe_mp_mode roce_accl.ifa2_turn_around_en roce_accl.adp_retx.time_base roce_accl.adp_retx.range_num roce_accl.adp_retx.start_range roce_accl.adp_retx.init_low_bound roce_accl.adp_retx.init_size roce_accl.adp_retx.total_timeout roce_accl.adp_retx.range0.low_bound roce_accl.adp_retx.range0.size roce_accl.adp_retx.range0.retry_num roce_accl.adp_retx.range0.dec_mode roce_accl.adp_retx.range0.prev_range roce_accl.adp_retx.range1.low_bound roce_accl.adp_retx.range1.size roce_accl.adp_retx.range1.retry_num roce_accl.adp_retx.range1.dec_mode roce_accl.adp_retx.range1.prev_range roce_accl.adp_retx.range2.low_bound roce_accl.adp_retx.range2.size roce_accl.adp_retx.range2.retry_num roce_accl.adp_retx.range2.dec_mode roce_accl.adp_retx.range2.prev_range roce_accl.adp_retx.range3.low_bound roce_accl.adp_retx.range3.size roce_accl.adp_retx.range3.retry_num roce_accl.adp_retx.range3.dec_mode roce_accl.adp_retx.range3.prev_range dcqcn.rp.clamp_tgt_rate dcqcn.rp.clamp_tgt_rate_after_time_inc dcqcn.rp.time_reset dcqcn.rp.byte_reset dcqcn.rp.threshold dcqcn.rp.min_rate dcqcn.rp.max_rate dcqcn.rp.ai_rate dcqcn.rp.hai_rate dcqcn.rp.gd dcqcn.rp.min_dec_fac dcqcn.rp.rate_to_set_on_first_cnp dcqcn.rp.dce_tcp_g dcqcn.rp.dce_tcp_rtt dcqcn.rp.rate_reduce_monitor_period dcqcn.rp.initial_alpha_value dcqcn.np.min_time_between_cnps dcqcn.np.cnp_dscp dcqcn.np.cnp_prio dcqcn.general.rtt_resp_dscp dcqcn.rp.enable dcqcn.np.enable ztr_rtt.BW_G ztr_rtt.ALPHA ztr_rtt.MAX_DEC ztr_rtt.MAX_INC ztr_rtt.AI ztr_rtt.HAI ztr_rtt.HAI_PERIOD ztr_rtt.CONGESTION_DELAY_THRESHOLD ztr_rtt.MAX_DELAY ztr_rtt.RATE_ON_FIRST_CONGESTION ztr_rtt.DELAY_ONLY ppcc.slot.15.enable ece.allow ece.require" -- "$cur")
		fi
		;;
	freeze)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--fleet --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	unfreeze)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--fleet --json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	epoch)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --store --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	targets)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--now --out --port --json --state --store --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --check --resume --adopt --ensure --limit --owed --drift --repair --again --nagios --accept-drift --hold --detach --real-time --explain --host --param --now --plan-out --plan --moved --sign --sign-for --allowed-signers --require-signature --change-id --markdown --json --state --store --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "undo resume pause accept abort status history why freeze unfreeze epoch targets" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_apply ece-apply

_ece_connect()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	-p | --port)
		COMPREPLY=()
		return
		;;
	-d | --device)
		COMPREPLY=()
		return
		;;
	-i | --ib-port)
		COMPREPLY=()
		return
		;;
	-g | --gid)
		COMPREPLY=()
		return
		;;
	-n | --qps)
		COMPREPLY=()
		return
		;;
	-b | --bytes)
		COMPREPLY=()
		return
		;;
	--allow)
		COMPREPLY=()
		return
		;;
	--require)
		COMPREPLY=()
		return
		;;
	-t | --timeout)
		COMPREPLY=()
		return
		;;
	--wait)
		COMPREPLY=()
		return
		;;
	--hold)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--listen --forever --port --cm --cm-managed --device --ib-port --gid --qps --bytes --allow --require --timeout --wait --hold --json --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_connect ece-connect

_ece_counters()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	-w | --watch)
		COMPREPLY=()
		return
		;;
	-n | --count)
		COMPREPLY=()
		return
		;;
	--interval)
		COMPREPLY=()
		return
		;;
	--explain)
		COMPREPLY=()
		return
		;;
	--bind)
		COMPREPLY=()
		return
		;;
	--optional)
		COMPREPLY=()
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--all --meanings --card --rates --watch --count --interval --explain --qp --bind --optional --keep --json --sim --host --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_counters ece-counters

_ece_decode()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	-H | --host)
		COMPREPLY=()
		return
		;;
	--want)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--summary --host --want --json --help --version" -- "$cur")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -o filenames -F _ece_decode ece-decode

_ece_exporter()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	--web.listen-address)
		COMPREPLY=()
		return
		;;
	--web.telemetry-path)
		COMPREPLY=()
		return
		;;
	--web.config.file)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--textfile)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--format)
		COMPREPLY=()
		return
		;;
	--device)
		COMPREPLY=()
		return
		;;
	--no-device)
		COMPREPLY=()
		return
		;;
	--collect)
		COMPREPLY=()
		return
		;;
	--no-collect)
		COMPREPLY=()
		return
		;;
	--deadline)
		COMPREPLY=()
		return
		;;
	--series-max)
		COMPREPLY=()
		return
		;;
	--keep)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--parameters)
		COMPREPLY=()
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--store)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--user)
		COMPREPLY=()
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--web.listen-address --web.telemetry-path --web.config.file --web.systemd-socket --once --textfile --json --format --device --no-device --collect --no-collect --deadline --all --node-names --per-process --per-qp --series-max --keep --parameters --state --store --user --sim --host --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_exporter ece-exporter

_ece_facts()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--salt)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	--fleet)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--limit)
		COMPREPLY=()
		return
		;;
	--by)
		COMPREPLY=()
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		compare)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	compare)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--redact --salt --json --sim --host --fleet --limit --odd-one-out --by --state --help --version" -- "$cur")
		else
			COMPREPLY=()
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "compare" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_facts ece-facts

_ece_guard()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--socket)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--user)
		COMPREPLY=()
		return
		;;
	--wait)
		COMPREPLY=()
		return
		;;
	--idle)
		COMPREPLY=()
		return
		;;
	--allowed-signers)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--name)
		COMPREPLY=()
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		boot | forget)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	boot)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--wait --json --state --sim --host --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	forget)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --sim --host --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--socket --user --idle --allowed-signers --name --state --sim --host --help --version" -- "$cur")
		else
			COMPREPLY=()
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "boot forget" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_guard ece-guard

_ece_qp()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	-n | --qpn)
		COMPREPLY=()
		return
		;;
	-p | --pid)
		COMPREPLY=()
		return
		;;
	-w | --want)
		COMPREPLY=()
		return
		;;
	--fleet)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--limit)
		COMPREPLY=()
		return
		;;
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--qpn --pid --summary --want --fleet --limit --state --json --sim --host --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_qp ece-qp

_ece_record()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	--type)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		replay)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	replay)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--type --json --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--sim --host --json --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "replay" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_record ece-record

_ece_set()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--yes --undo --history --json --state --sim --host --help --version" -- "$cur")
	else
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.roce_adp_retrans_en roce_accl.roce_tx_window_en roce_accl.roce_slow_restart_en roce_accl.roce_slow_restart_idle_en roce_accl.min_ack_timeout_limit_disabled roce_accl.adaptive_routing_forced_en roce_accl.selective_repeat_forced_en roce_accl.dc_half_handshake_en roce_accl.cc_per_plane_en roce_accl.ack_dscp roce_accl.cc_burst_size roce_accl.cc_probe_mp_mode roce_accl.ifa2_turn_around_en roce_accl.adp_retx.time_base roce_accl.adp_retx.range_num roce_accl.adp_retx.start_range roce_accl.adp_retx.init_low_bound roce_accl.adp_retx.init_size roce_accl.adp_retx.total_timeout roce_accl.adp_retx.range0.low_bound roce_accl.adp_retx.range0.size roce_accl.adp_retx.range0.retry_num roce_accl.adp_retx.range0.dec_mode roce_accl.adp_retx.range0.prev_range roce_accl.adp_retx.range1.low_bound roce_accl.adp_retx.range1.size roce_accl.adp_retx.range1.retry_num roce_accl.adp_retx.range1.dec_mode roce_accl.adp_retx.range1.prev_range roce_accl.adp_retx.range2.low_bound roce_accl.adp_retx.range2.size roce_accl.adp_retx.range2.retry_num roce_accl.adp_retx.range2.dec_mode roce_accl.adp_retx.range2.prev_range roce_accl.adp_retx.range3.low_bound roce_accl.adp_retx.range3.size roce_accl.adp_retx.range3.retry_num roce_accl.adp_retx.range3.dec_mode roce_accl.adp_retx.range3.prev_range dcqcn.rp.clamp_tgt_rate dcqcn.rp.clamp_tgt_rate_after_time_inc dcqcn.rp.time_reset dcqcn.rp.byte_reset dcqcn.rp.threshold dcqcn.rp.min_rate dcqcn.rp.max_rate dcqcn.rp.ai_rate dcqcn.rp.hai_rate dcqcn.rp.gd dcqcn.rp.min_dec_fac dcqcn.rp.rate_to_set_on_first_cnp dcqcn.rp.dce_tcp_g dcqcn.rp.dce_tcp_rtt dcqcn.rp.rate_reduce_monitor_period dcqcn.rp.initial_alpha_value dcqcn.np.min_time_between_cnps dcqcn.np.cnp_dscp dcqcn.np.cnp_prio dcqcn.general.rtt_resp_dscp dcqcn.rp.enable dcqcn.np.enable ztr_rtt.BW_G ztr_rtt.ALPHA ztr_rtt.MAX_DEC ztr_rtt.MAX_INC ztr_rtt.AI ztr_rtt.HAI ztr_rtt.HAI_PERIOD ztr_rtt.CONGESTION_DELAY_THRESHOLD ztr_rtt.MAX_DELAY ztr_rtt.RATE_ON_FIRST_CONGESTION ztr_rtt.DELAY_ONLY ppcc.slot.15.enable ece.allow ece.require" -- "$cur")
	fi
}
complete -o filenames -F _ece_set ece-set

_ece_show()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	--param)
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.roce_adp_retrans_en roce_accl.roce_tx_window_en roce_accl.roce_slow_restart_en roce_accl.roce_slow_restart_idle_en roce_accl.min_ack_timeout_limit_disabled roce_accl.adaptive_routing_forced_en roce_accl.selective_repeat_forced_en roce_accl.dc_half_handshake_en roce_accl.cc_per_plane_en roce_accl.ack_dscp roce_accl.cc_burst_size roce_accl.cc_probe_mp_mode roce_accl.ifa2_turn_around_en roce_accl.adp_retx.time_base roce_accl.adp_retx.range_num roce_accl.adp_retx.start_range roce_accl.adp_retx.init_low_bound roce_accl.adp_retx.init_size roce_accl.adp_retx.total_timeout roce_accl.adp_retx.range0.low_bound roce_accl.adp_retx.range0.size roce_accl.adp_retx.range0.retry_num roce_accl.adp_retx.range0.dec_mode roce_accl.adp_retx.range0.prev_range roce_accl.adp_retx.range1.low_bound roce_accl.adp_retx.range1.size roce_accl.adp_retx.range1.retry_num roce_accl.adp_retx.range1.dec_mode roce_accl.adp_retx.range1.prev_range roce_accl.adp_retx.range2.low_bound roce_accl.adp_retx.range2.size roce_accl.adp_retx.range2.retry_num roce_accl.adp_retx.range2.dec_mode roce_accl.adp_retx.range2.prev_range roce_accl.adp_retx.range3.low_bound roce_accl.adp_retx.range3.size roce_accl.adp_retx.range3.retry_num roce_accl.adp_retx.range3.dec_mode roce_accl.adp_retx.range3.prev_range dcqcn.rp.clamp_tgt_rate dcqcn.rp.clamp_tgt_rate_after_time_inc dcqcn.rp.time_reset dcqcn.rp.byte_reset dcqcn.rp.threshold dcqcn.rp.min_rate dcqcn.rp.max_rate dcqcn.rp.ai_rate dcqcn.rp.hai_rate dcqcn.rp.gd dcqcn.rp.min_dec_fac dcqcn.rp.rate_to_set_on_first_cnp dcqcn.rp.dce_tcp_g dcqcn.rp.dce_tcp_rtt dcqcn.rp.rate_reduce_monitor_period dcqcn.rp.initial_alpha_value dcqcn.np.min_time_between_cnps dcqcn.np.cnp_dscp dcqcn.np.cnp_prio dcqcn.general.rtt_resp_dscp dcqcn.rp.enable dcqcn.np.enable ztr_rtt.BW_G ztr_rtt.ALPHA ztr_rtt.MAX_DEC ztr_rtt.MAX_INC ztr_rtt.AI ztr_rtt.HAI ztr_rtt.HAI_PERIOD ztr_rtt.CONGESTION_DELAY_THRESHOLD ztr_rtt.MAX_DELAY ztr_rtt.RATE_ON_FIRST_CONGESTION ztr_rtt.DELAY_ONLY ppcc.slot.15.enable ece.allow ece.require" -- "$cur")
		return
		;;
	--diff)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--env)
		COMPREPLY=()
		return
		;;
	--fleet)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--profile)
		COMPREPLY=()
		return
		;;
	--sim)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--host)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--probe --param --params --nv --ppcc --counters --diff --env --fleet --profile --json --sim --host --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_show ece-show

_ece_sim()
{
	local cur=${COMP_WORDS[COMP_CWORD]}

	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "fleet pci --help --version" -- "$cur")
		return
	fi
	case ${COMP_WORDS[1]} in
	fleet) _ece_sim_fleet ;;
	pci) _ece_sim_pci ;;
	esac
}
complete -o filenames -F _ece_sim ece-sim

_ece_sim_fleet()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--param)
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.roce_adp_retrans_en roce_accl.roce_tx_window_en roce_accl.roce_slow_restart_en roce_accl.roce_slow_restart_idle_en roce_accl.min_ack_timeout_limit_disabled roce_accl.adaptive_routing_forced_en roce_accl.selective_repeat_forced_en roce_accl.dc_half_handshake_en roce_accl.cc_per_plane_en roce_accl.ack_dscp roce_accl.cc_burst_size roce_accl.cc_probe_mp_mode roce_accl.ifa2_turn_around_en roce_accl.adp_retx.time_base roce_accl.adp_retx.range_num roce_accl.adp_retx.start_range roce_accl.adp_retx.init_low_bound roce_accl.adp_retx.init_size roce_accl.adp_retx.total_timeout roce_accl.adp_retx.range0.low_bound roce_accl.adp_retx.range0.size roce_accl.adp_retx.range0.retry_num roce_accl.adp_retx.range0.dec_mode roce_accl.adp_retx.range0.prev_range roce_accl.adp_retx.range1.low_bound roce_accl.adp_retx.range1.size roce_accl.adp_retx.range1.retry_num roce_accl.adp_retx.range1.dec_mode roce_accl.adp_retx.range1.prev_range roce_accl.adp_retx.range2.low_bound roce_accl.adp_retx.range2.size roce_accl.adp_retx.range2.retry_num roce_accl.adp_retx.range2.dec_mode roce_accl.adp_retx.range2.prev_range roce_accl.adp_retx.range3.low_bound roce_accl.adp_retx.range3.size roce_accl.adp_retx.range3.retry_num roce_accl.adp_retx.range3.dec_mode roce_accl.adp_retx.range3.prev_range dcqcn.rp.clamp_tgt_rate dcqcn.rp.clamp_tgt_rate_after_time_inc dcqcn.rp.time_reset dcqcn.rp.byte_reset dcqcn.rp.threshold dcqcn.rp.min_rate dcqcn.rp.max_rate dcqcn.rp.ai_rate dcqcn.rp.hai_rate dcqcn.rp.gd dcqcn.rp.min_dec_fac dcqcn.rp.rate_to_set_on_first_cnp dcqcn.rp.dce_tcp_g dcqcn.rp.dce_tcp_rtt dcqcn.rp.rate_reduce_monitor_period dcqcn.rp.initial_alpha_value dcqcn.np.min_time_between_cnps dcqcn.np.cnp_dscp dcqcn.np.cnp_prio dcqcn.general.rtt_resp_dscp dcqcn.rp.enable dcqcn.np.enable ztr_rtt.BW_G ztr_rtt.ALPHA ztr_rtt.MAX_DEC ztr_rtt.MAX_INC ztr_rtt.AI ztr_rtt.HAI ztr_rtt.HAI_PERIOD ztr_rtt.CONGESTION_DELAY_THRESHOLD ztr_rtt.MAX_DELAY ztr_rtt.RATE_ON_FIRST_CONGESTION ztr_rtt.DELAY_ONLY ppcc.slot.15.enable ece.allow ece.require" -- "$cur")
		return
		;;
	--value)
		COMPREPLY=()
		return
		;;
	--card)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		show | drift | down | up | kernel | reboot | advance | tell | dump)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	show)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	drift)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --param --value --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	down)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	up)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	kernel)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	reboot)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	advance)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	tell)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --card --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	dump)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--state --card --json --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	*)
		mapfile -t COMPREPLY < <(compgen -W "show drift down up kernel reboot advance tell dump --help --version" -- "$cur")
		;;
	esac
}

_ece_sim_pci()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	--card)
		COMPREPLY=()
		return
		;;
	--connect)
		COMPREPLY=()
		return
		;;
	--delay)
		COMPREPLY=()
		return
		;;
	--loss)
		COMPREPLY=()
		return
		;;
	--mark)
		COMPREPLY=()
		return
		;;
	--seed)
		COMPREPLY=()
		return
		;;
	--pcap)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--pcap-max)
		COMPREPLY=()
		return
		;;
	--control)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--log)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--card --connect --delay --loss --mark --seed --pcap --pcap-max --control --log --types --json --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}

_ece_trace()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	-o | --output)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--apply)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	-s | --show)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	-) ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "--output --read --apply --show --json --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_trace ece-trace
