# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What applications have to be told where a profile holds.
golden env-nccl ece-show --env nccl --fleet six.json --profile roce
golden env-ucx ece-show --env ucx --fleet six.json --profile roce
json env-ucx-json ece-show --env ucx --fleet six.json --profile roce --json
# shellcheck disable=SC2016 # of the shell that evaluates it
check env-is-shell 0 sh -c 'eval "$(ece-show --env nccl --fleet six.json --profile roce)" && [ "$NCCL_IB_ECE_ENABLE" = 1 ]'
golden env-no-profile ece-show --env ucx --fleet six.json --profile rose
golden env-no-program ece-show --env mpi --fleet six.json --profile roce
golden env-alone ece-show --env ucx --fleet six.json
golden env-no-file ece-show --env ucx --fleet seven.json --profile roce
golden env-with-a-card ece-show mlx5_0 --env ucx --fleet six.json --profile roce
# A command that fails is told, and no value is printed.
sed 's/"version": 1,/& "inventory": [ { "exec": ["false"] } ],/' six.json >asks.json
golden env-command-fails ece-show --env ucx --fleet asks.json --profile roce

# What a profile says of ECE. NCCL can offer everything or nothing, so of one it cannot keep "repeat".
cat >wants.json <<-'END'
	{
	  "version": 1,
	  "profiles": {
	    "both": { "ece": { "allow": [ "selective_repeat", "programmable_cc" ], "require": [ "selective_repeat" ] } },
	    "repeat": { "extends": "both", "ece": { "allow": [ "selective_repeat" ] } },
	    "cc": { "ece": { "allow": [ "programmable_cc" ] } },
	    "off": { "ece": { "allow": [] } },
	    "left": { "extends": "repeat", "ece": { "allow": "leave" } },
	    "forced": { "set": { "roce_accl.selective_repeat_forced_en": true } }
	  },
	  "assign": [ { "hosts": "node1", "profile": "both" } ],
	  "transport": { "kind": "sim", "seed": 1, "cards": [ { "type": "cx7", "count": 1 } ] }
	}
END
golden env-both-nccl ece-show --env nccl --fleet wants.json --profile both
golden env-both-ucx ece-show --env ucx --fleet wants.json --profile both
golden env-repeat-nccl ece-show --env nccl --fleet wants.json --profile repeat
golden env-repeat-ucx ece-show --env ucx --fleet wants.json --profile repeat
json env-repeat-nccl-json ece-show --env nccl --fleet wants.json --profile repeat --json
golden env-cc-nccl ece-show --env nccl --fleet wants.json --profile cc
golden env-off-ucx ece-show --env ucx --fleet wants.json --profile off
golden env-forced-ucx ece-show --env ucx --fleet wants.json --profile forced
# Only each host knows what it has.
golden env-left-ucx ece-show --env ucx --fleet wants.json --profile left
