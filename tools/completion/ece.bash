# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Completion for bash, made from the option tables of the commands; see CONTRIBUTING.md.

_ece_agent()
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
		mapfile -t COMPREPLY < <(compgen -W "--stdio --state --sim --host --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _ece_agent ece-agent

_ece_apply()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb='' word

	case $prev in
	--state)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		undo | resume | status | history)
			verb=$word
			break
			;;
		esac
	done
	case $verb in
	undo)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --json --state --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	resume)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --json --state --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	status)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	history)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--json --state --help --version" -- "$cur")
		else
			COMPREPLY=()
		fi
		;;
	*)
		if [[ $cur == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "--yes --check --resume --adopt --json --state --help --version" -- "$cur")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "undo resume status history" -- "$cur")
		fi
		;;
	esac
}
complete -o filenames -F _ece_apply ece-apply

_ece_show()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}

	case $prev in
	--param)
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.selective_repeat_forced_en dcqcn.rp.ai_rate ztr_rtt.ALPHA" -- "$cur")
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
		mapfile -t COMPREPLY < <(compgen -W "--probe --param --params --json --sim --host --help --version" -- "$cur")
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
		mapfile -t COMPREPLY < <(compgen -W "roce_accl.selective_repeat_forced_en dcqcn.rp.ai_rate ztr_rtt.ALPHA" -- "$cur")
		return
		;;
	--value)
		COMPREPLY=()
		return
		;;
	-) ;;
	esac
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		show | drift | down | up | kernel)
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
	*)
		mapfile -t COMPREPLY < <(compgen -W "show drift down up kernel --help --version" -- "$cur")
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
		mapfile -t COMPREPLY < <(compgen -W "--card --control --log --types --help --version" -- "$cur")
	else
		COMPREPLY=()
	fi
}
