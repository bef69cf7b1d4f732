# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What ece-connect says before it looks for a device; what it does with one is shown in the VM (73-ece-connect).
golden connect-usage-nothing ece-connect
golden connect-usage-no-host ece-connect :7000
golden connect-usage-two ece-connect gpu001 gpu002
golden connect-usage-address ece-connect gpu001:ssh
golden connect-usage-port ece-connect gpu001:65536
golden connect-usage-port-twice ece-connect gpu001:7000 --port 7001
golden connect-usage-qps ece-connect gpu001 --qps 1025
golden connect-usage-qps-none ece-connect gpu001 --qps 0
golden connect-usage-bytes ece-connect gpu001 --bytes 1k
golden connect-usage-timeout ece-connect gpu001 --timeout 0
golden connect-usage-hold ece-connect gpu001 --hold 601
golden connect-usage-modes ece-connect gpu001 --cm --cm-managed
golden connect-usage-feature ece-connect gpu001 --require selective_repeet
golden connect-usage-contradiction ece-connect gpu001 --allow programmable_cc --require selective_repeat
golden connect-usage-gid ece-connect gpu001 --gid 3
golden connect-usage-gid-cm ece-connect gpu001 --device mlx5_0 --gid 3 --cm
golden connect-usage-listen-qps ece-connect --listen --qps 8
golden connect-usage-forever ece-connect gpu001 --forever
golden connect-usage-wait ece-connect gpu001 --wait 5
