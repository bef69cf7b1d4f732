/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shared by the doors of the simulated kernel. */
#ifndef ECE_DEVX_SIM_KERNEL_KERNEL_INTERNAL_H
#define ECE_DEVX_SIM_KERNEL_KERNEL_INTERNAL_H

#include "devx/sim/kernel/kernel.h"

/**
 * sim_command - one firmware command as the driver runs it
 * @uid: stamped over whatever @in has there
 *
 * Returns 0, -EREMOTEIO when the firmware refused (@out holds why), or -ETIMEDOUT when it did not answer (@out is
 * untouched).
 */
int sim_command(struct sim_kernel *kernel, struct sim_card *card, uint16_t uid, const void *in, size_t in_len,
		void *out, size_t out_len);

/* The same for a command of the driver's own: uid 0, and a refusal is mapped to its errno. */
int sim_driver_command(struct sim_kernel *kernel, struct sim_card *card, const uint8_t *in, size_t in_len, uint8_t *out,
		       size_t out_len);

/* What the driver remembers of counters, or NULL. */
static inline struct sim_stats *sim_stats(const struct sim_card *card)
{
	return card->kept ? &card->kept->stats : NULL;
}

/* What is odd about a card, never NULL. */
const struct sim_odd *sim_odd(const struct sim_card *card);

/* What the driver makes of the status in an answer, where it does not hand the answer on. Returns a negative errno. */
int sim_refusal(const struct sim_persona *persona, const uint8_t *answer);

/* The time at the end of all that was waited for. */
uint64_t sim_now(const struct sim_kernel *kernel);

/* Capability words of the general and RoCE pages, in host order. */
uint32_t sim_cap_general(const struct sim_card *card, uint16_t at);
uint32_t sim_cap_roce(const struct sim_card *card, uint16_t at);

/* Does the card give user contexts? log_max_uctx; without it there is neither DevX nor fwctl. */
bool sim_has_uctx(const struct sim_card *card);
bool sim_has_rdma(const struct sim_card *card); /* an RDMA device in this network namespace */
bool sim_has_dcb(const struct sim_card *card);
bool sim_has_fwctl(const struct sim_kernel *kernel, const struct sim_card *card);

/* The doors, as in struct ece_os_ops. */
int sim_devx_open(void *ctx, const char *device, struct ece_os_devx **devx);
int sim_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len);
/* A command that DevX lets through, with what comes back of a refusal. */
int sim_devx_exec(struct sim_kernel *kernel, struct sim_card *card, uint16_t uid, const void *in, size_t in_len,
		  void *out, size_t out_len);
void sim_devx_close(struct ece_os_devx *devx);
int sim_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl);
int sim_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info);
int sim_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len, void *out,
		  size_t out_len);
void sim_fwctl_close(struct ece_os_fwctl *fwctl);
int sim_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);
int sim_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len);
int sim_config_open(void *ctx, const char *pci, struct ece_os_config **config);
int sim_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value);
int sim_config_write(struct ece_os_config *config, uint32_t at, uint32_t value);
void sim_config_close(struct ece_os_config *config);
int sim_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply);
int sim_keep(void *ctx, struct ece_os *kept);
void sim_let_go(struct ece_os *kept);
int sim_netlink_route(struct sim_kernel *kernel, const void *request, size_t len, struct ece_os_reply *reply);
int sim_netlink_rdma(struct sim_kernel *kernel, const void *request, size_t len, struct ece_os_reply *reply);

/* The number that the kernel gives to the interface of a card. */
uint32_t sim_link_index(const struct sim_kernel *kernel, const struct sim_card *card);
int sim_process_read(const struct sim_kernel *kernel, const char *path, char *buf, size_t size);
int sim_ethtool(void *ctx, const char *netdev, void *data);
void sim_pause(void *ctx, uint64_t ns);
int sim_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);
int sim_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int sim_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len);
int sim_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name), void *arg);
int sim_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size);

/* The files of ECE_OS_POLICY; "" is their directory. */
bool sim_policy_is_file(struct sim_kernel *kernel, const char *path);
int sim_policy_read(struct sim_kernel *kernel, const char *path, char *buf, size_t size);
int sim_policy_list(struct sim_kernel *kernel, const char *path, int (*each)(void *arg, const char *name), void *arg);

/* debugfs cc_params: a card has the directory, and these files in it. */
bool sim_cc_present(const struct sim_card *card);
const char *sim_cc_name(const struct sim_kernel *kernel, const struct sim_card *card, size_t i);  /* NULL: no more */
int sim_cc_index(const struct sim_kernel *kernel, const struct sim_card *card, const char *name); /* or -ENOENT */
int sim_cc_read(struct sim_kernel *kernel, struct sim_card *card, size_t i, char *buf, size_t size);
int sim_cc_write(struct sim_kernel *kernel, struct sim_card *card, size_t i, const char *data, size_t len);

/* The value behind the i-th file, and what the vendor driver calls it in the directory of which protocol. */
int sim_cc_get(struct sim_kernel *kernel, struct sim_card *card, size_t i, uint32_t *value);
int sim_cc_set(struct sim_kernel *kernel, struct sim_card *card, size_t i, uint32_t value);
const char *sim_cc_vendor_name(size_t i, uint8_t *protocol); /* NULL: it has no name for it, or there are no more */

#define SIM_PORT_COUNTERS_MAX 40 /* that always count */

struct sim_port_counters {
	size_t count;
	const char *name[SIM_PORT_COUNTERS_MAX];
	uint64_t value[SIM_PORT_COUNTERS_MAX];
	bool by_set[SIM_PORT_COUNTERS_MAX]; /* a counter set has it, too; else the card counts it by port */
};

/**
 * sim_port_counters - the counters of the port that rdma netlink and sysfs name
 *
 * Returns 0, or what the driver makes of a refusal of the card; .name is filled in any case.
 */
int sim_port_counters(struct sim_kernel *kernel, struct sim_card *card, struct sim_port_counters *counters);

/* sim_port_counters_known - the same without a command to the card, for those who want the names */
void sim_port_counters_known(const struct sim_kernel *kernel, const struct sim_card *card,
			     struct sim_port_counters *counters);

/**
 * sim_optional_name - the i-th optional counter that this kernel has, in the order of its list
 *
 * Returns NULL behind the last one.
 */
const char *sim_optional_name(const struct sim_kernel *kernel, size_t i);
bool sim_optional_is_on(const struct sim_card *card, size_t i);

/* sim_optional_value - since it was switched on */
uint64_t sim_optional_value(const struct sim_card *card, size_t i);

/**
 * sim_optional_switch - by the driver
 *
 * Returns 0; -EOPNOTSUPP: the host keeps no such state for the card, or the card cannot match what is to be counted.
 */
int sim_optional_switch(struct sim_card *card, size_t i, bool on);

/* sim_sets_bind_auto - a queue pair came to INIT: the kernel binds it to a set where that is switched on */
void sim_sets_bind_auto(struct sim_kernel *kernel, struct sim_qp *qp);

/* The files in "ports/1/counters" and "ports/1/hw_counters": @rest is the path of one, or of a directory. */
bool sim_counters_is_file(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest);
bool sim_counters_is_dir(const char *rest);
int sim_counters_list(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest,
		      int (*each)(void *arg, const char *name), void *arg);
int sim_counters_read(struct sim_kernel *kernel, struct sim_card *card, const char *rest, char *buf, size_t size);

/* The vendor driver's files below the interface: @rest is "ecn" or "ecn/...". */
bool sim_ecn_present(const struct sim_kernel *kernel, const struct sim_card *card);
bool sim_ecn_is_dir(const char *rest);
bool sim_ecn_is_file(const char *rest);
int sim_ecn_list(const char *rest, int (*each)(void *arg, const char *name), void *arg);
int sim_ecn_read(struct sim_kernel *kernel, struct sim_card *card, const char *rest, char *buf, size_t size);
int sim_ecn_write(struct sim_kernel *kernel, struct sim_card *card, const char *rest, const char *data, size_t len);

#endif
