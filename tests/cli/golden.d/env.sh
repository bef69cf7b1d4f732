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
