# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh
# Sourced by the guest's first process: the disk's root and its systemd take over, by which ece-scenario.service runs.
modprobe virtio_blk
modprobe autofs4
tries=0
until [ -b /dev/vda ] || [ $tries = 200 ]; do
	tries=$((tries + 1))
	sleep 0.05
done
mkdir -p /disk
mount -t ext4 /dev/vda /disk
for dir in dev sys proc; do umount -l /$dir; done
exec switch_root /disk /usr/lib/systemd/systemd
