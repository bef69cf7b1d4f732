// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Parameters on a page: one hash a NIC, counts, and one by one only what is not as it was confirmed. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/export/internal.h"
#include "lib/export/parameters.h"

#define VALUE_MAX 128

/* As export_device.labels; of two functions under one RDMA device the one that has it. */
static struct export_label device_label(const struct export_nic *nic)
{
	bool has_rdma = *nic->info.rdma && !*nic->info.rdma_on;

	return (struct export_label){"device", has_rdma ? nic->info.rdma : nic->info.pci};
}

static void tell_hash(struct export_making *making, const struct export_nic *nic)
{
	struct export_label list[] = {device_label(nic), {"hash", nic->hash}};

	if (*nic->hash)
		export_sample(&making->writer, &(struct export_labels){.list = list, .count = 2}, NULL,
			      export_integer(1));
}

static void tell_count(struct export_making *making, const struct export_nic *nic, size_t count)
{
	struct export_label label = device_label(nic);

	if (nic->read)
		export_sample(&making->writer, NULL, &label, export_integer(count));
}

static void tell_drifted(struct export_making *making, const struct export_nic *nic)
{
	tell_count(making, nic, nic->drifted);
}

static void tell_lost(struct export_making *making, const struct export_nic *nic)
{
	tell_count(making, nic, nic->lost);
}

static const struct nic_family {
	struct export_family family;
	bool journal; /* only where there is one */
	void (*tell)(struct export_making *making, const struct export_nic *nic);
} nic_families[] = {
	{{.name = "ece_configuration",
	  .type = EXPORT_INFO,
	  .help = "A hash over all parameters of the NIC: those with the same one are set the same."},
	 false,
	 tell_hash},
	{{.name = "ece_parameters_drifted", .help = "How many of the confirmed parameters have another value now."},
	 true,
	 tell_drifted},
	{{.name = "ece_parameters_lost",
	  .help = "How many of the drifted parameters have the value again from before anything was written: the card "
		  "or "
		  "its driver was reset, and nothing was put back."},
	 true,
	 tell_lost},
};

static void tell_nics(struct export_making *making, const struct export_parameters *parameters)
{
	for (size_t f = 0; f < sizeof(nic_families) / sizeof(nic_families[0]); f++) {
		export_family_begin(&making->writer, &nic_families[f].family);
		for (size_t i = 0; i < parameters->nic_count; i++)
			if (parameters->has_journal || !nic_families[f].journal)
				nic_families[f].tell(making, &parameters->nics[i]);
	}
}

static const struct export_family drift = {
	.name = "ece_parameter",
	.type = EXPORT_INFO,
	.help = "A parameter that has not the value that was confirmed. Others have no series.",
};
static const struct export_family value = {
	.name = "ece_parameter_value",
	.help = "What a parameter that is not as it was confirmed has, as the card tells it.",
};
static const struct export_family wanted = {
	.name = "ece_parameter_confirmed_value",
	.help = "What a parameter that is not as it was confirmed should have, in the card's steps.",
};

static bool is_known(const struct export_drift *it)
{
	return it->state == ECE_VALUE_SET || it->state == ECE_VALUE_INERT;
}

static void tell_drift(struct export_making *making, const struct export_parameters *parameters,
		       const struct export_drift *it)
{
	char is[VALUE_MAX] = "", should[VALUE_MAX];
	struct export_label list[] = {
		device_label(&parameters->nics[it->nic]),
		{"parameter", it->param->name},
		{"wanted", ece_param_format(it->param, it->wanted, should, sizeof(should))},
		{"value", is},
		{"state", ece_value_state_name(it->state)},
	};

	if (is_known(it))
		ece_param_format(it->param, it->raw, is, sizeof(is));
	export_sample(&making->writer, &(struct export_labels){.list = list, .count = sizeof(list) / sizeof(list[0])},
		      NULL, export_integer(1));
}

static void tell_raw(struct export_making *making, const struct export_parameters *parameters,
		     const struct export_drift *it, uint64_t raw)
{
	struct export_label list[] = {device_label(&parameters->nics[it->nic]), {"parameter", it->param->name}};

	export_sample(&making->writer, &(struct export_labels){.list = list, .count = 2}, NULL, export_integer(raw));
}

static void tell_drifts(struct export_making *making, const struct export_parameters *parameters)
{
	export_family_begin(&making->writer, &drift);
	for (size_t i = 0; i < parameters->drift_count; i++)
		tell_drift(making, parameters, &parameters->drifts[i]);
	export_family_begin(&making->writer, &value);
	for (size_t i = 0; i < parameters->drift_count; i++)
		if (is_known(&parameters->drifts[i]))
			tell_raw(making, parameters, &parameters->drifts[i], parameters->drifts[i].raw);
	export_family_begin(&making->writer, &wanted);
	for (size_t i = 0; i < parameters->drift_count; i++)
		tell_raw(making, parameters, &parameters->drifts[i], parameters->drifts[i].wanted);
}

static const struct export_family read_at = {
	.name = "ece_parameters_read_timestamp_seconds",
	.unit = "seconds",
	.help = "When the parameters were read; that is not done for every page.",
};
static const struct export_family left_out = {
	.name = "ece_parameters_left_out",
	.help = "How many drifted parameters have no series of their own, for there are too many.",
};
static const struct export_family confirmed = {
	.name = "ece_parameters_confirmed",
	.help = "How many parameters confirmed runs have set on the NICs of this host.",
};
static const struct export_family unreadable = {
	.name = "ece_parameters_unreadable",
	.help = "How many of the confirmed parameters of this host could not be read, or read as something whatever "
		"they are.",
};
static const struct export_family unconfirmed = {
	.name = "ece_parameters_unconfirmed",
	.help = "How many parameters runs have written on this host that nobody has confirmed yet.",
};
static const struct export_family has_journal = {
	.name = "ece_journal_success",
	.help = "0: there is no journal of this host, or it cannot be read: nothing is known of what was confirmed.",
};
static const struct export_family generation = {
	.name = "ece_host_generation",
	.help = "The generation of the fleet that was confirmed on this host; 0: none ever was.",
};
static const struct export_family profile = {
	.name = "ece_fleet_profile",
	.type = EXPORT_INFO,
	.help = "The run that last confirmed values on this host, and the generation that the host has.",
};
static const struct export_family lease = {
	.name = "ece_lease_end_timestamp_seconds",
	.unit = "seconds",
	.help = "When a lease of unconfirmed values ends, if nobody renews it. Without one there is no series.",
};

static void tell_one(struct export_making *making, const struct export_family *family, uint64_t number)
{
	export_family_begin(&making->writer, family);
	export_sample(&making->writer, NULL, NULL, export_integer(number));
}

static void tell_sums(struct export_making *making, const struct export_parameters *parameters)
{
	size_t should = 0, unknown = 0;

	for (size_t i = 0; i < parameters->nic_count; i++) {
		should += parameters->nics[i].confirmed;
		unknown += parameters->nics[i].unreadable;
	}
	tell_one(making, &confirmed, should);
	tell_one(making, &unreadable, unknown);
	tell_one(making, &unconfirmed, parameters->unconfirmed);
}

static void tell_journal(struct export_making *making, const struct export_parameters *parameters)
{
	char number[EXPORT_NUMBER_MAX];
	struct export_label list[] = {{"run", parameters->run}, {"generation", number}};

	snprintf(number, sizeof(number), "%" PRIu64, parameters->generation);
	tell_sums(making, parameters);
	tell_one(making, &generation, parameters->generation);
	export_family_begin(&making->writer, &profile);
	if (*parameters->run)
		export_sample(&making->writer, &(struct export_labels){.list = list, .count = 2}, NULL,
			      export_integer(1));
	export_family_begin(&making->writer, &lease);
	for (size_t i = 0; i < parameters->lease_count; i++)
		export_sample(&making->writer, NULL, &(struct export_label){"run", parameters->leases[i].run},
			      export_real((double)parameters->leases[i].end_unix));
}

void export_tell_parameters(struct export_making *making)
{
	const struct export_parameters *parameters = making->view->parameters;

	if (!parameters)
		return;
	tell_one(making, &read_at, (uint64_t)parameters->read_unix);
	tell_nics(making, parameters);
	tell_drifts(making, parameters);
	tell_one(making, &left_out, parameters->drifts_left_out);
	tell_one(making, &has_journal, parameters->has_journal);
	if (parameters->has_journal)
		tell_journal(making, parameters);
}
