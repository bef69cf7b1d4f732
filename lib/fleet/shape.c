// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/shape.h"

#include "lib/fleet/fleet.h"
#include "lib/fleet/shape_parts.h"

const struct shape shape_any = {.kind = SHAPE_ANY};
const struct shape shape_any_array = {.kind = SHAPE_ARRAY, .of = &shape_any};
const struct shape shape_any_map = {.kind = SHAPE_MAP, .of = &shape_any};
const struct shape shape_bool = {.kind = SHAPE_BOOL};
const struct shape shape_text = {.kind = SHAPE_TEXT};
const struct shape shape_name = {.kind = SHAPE_NAME};
const struct shape shape_hosts = {.kind = SHAPE_HOSTS};
const struct shape shape_duration = {.kind = SHAPE_DURATION};
const struct shape shape_param = {.kind = SHAPE_PARAM};
const struct shape shape_argv = {.kind = SHAPE_ARRAY, .of = &shape_text, .min = 1, .max = FLEET_ARGV_MAX};

static const struct shape date = {.kind = SHAPE_DATE};
static const struct shape value = {.kind = SHAPE_VALUE};
static const struct shape texts = {.kind = SHAPE_MAP, .of = &shape_text};
static const struct shape values = {.kind = SHAPE_PARAMS, .of = &value};

static const struct shape_word policy_words[] = {{.name = "fail"}, {.name = "skip"}, {0}};
static const struct shape policy_word = {.kind = SHAPE_WORD, .words = policy_words};
static const struct shape policy_by_param = {.kind = SHAPE_PARAMS, .of = &policy_word};
static const struct shape policy = {.kind = SHAPE_EITHER, .of = &policy_word, .other = &policy_by_param};

static const struct shape version = {.kind = SHAPE_INTEGER, .min = FLEET_VERSION, .max = FLEET_VERSION};

static const struct shape_word removed_words[] = {{.name = "restore_original"}, {.name = "release"}, {0}};
static const struct shape removed = {.kind = SHAPE_WORD, .words = removed_words};

static const struct shape_key inventory_keys[] = {
	{.name = "hosts", .shape = &shape_hosts, .text = "The hosts of this entry: a range such as gpu[001-016,018]"},
	{.name = "labels", .shape = &texts, .text = "What they have in common, to select them by"},
	{.name = "exec",
	 .shape = &shape_argv,
	 .text = "In place of hosts: a command that prints { \"inventory\": [ ... ] } with entries like these"},
	{.name = "max_age",
	 .shape = &shape_duration,
	 .text = "exec: an answer is used for so long; none given: it is asked every time"},
	{0},
};
static const struct shape inventory_entry = {.kind = SHAPE_OBJECT, .keys = inventory_keys};
static const struct shape inventory = {.kind = SHAPE_ARRAY, .of = &inventory_entry};

static const struct shape_word carries_words[] = {{.name = "default_route"}, {0}};
static const struct shape carries = {.kind = SHAPE_WORD, .words = carries_words};
static const struct shape_word touch_words[] = {{.name = "never"}, {0}};
static const struct shape touch = {.kind = SHAPE_WORD, .words = touch_words};

static const struct shape_key role_keys[] = {
	{.name = "card", .shape = &shape_text, .text = "Card type, as in \"ConnectX-7\"; a glob, like all of these"},
	{.name = "psid", .shape = &shape_text, .text = "Board identity, as in \"MT_00000003*\""},
	{.name = "pci", .shape = &shape_text, .text = "PCI address"},
	{.name = "netdev", .shape = &shape_text, .text = "Network interface"},
	{.name = "rdma", .shape = &shape_text, .text = "RDMA device"},
	{.name = "bonded", .shape = &shape_bool, .text = "Is it a port of a bond"},
	{.name = "carries", .shape = &carries, .text = "default_route: the host's default route goes through it"},
	{.name = "touch", .shape = &touch, .text = "never: nothing writes to these NICs"},
	{0},
};
static const struct shape role = {.kind = SHAPE_OBJECT, .keys = role_keys};
static const struct shape roles = {.kind = SHAPE_MAP, .of = &role};

static const struct shape allow = {.kind = SHAPE_OPTIONS, .param = "ece.allow"};
static const struct shape require = {.kind = SHAPE_OPTIONS, .param = "ece.require"};
static const struct shape_key ece_keys[] = {
	{.name = "allow",
	 .shape = &allow,
	 .text = "ECE options that may be advertised, by name or as numbers of bits; or a value as in \"set\""},
	{.name = "require",
	 .shape = &require,
	 .text = "ECE options without which a connection fails, a part of \"allow\""},
	{0},
};
static const struct shape ece = {.kind = SHAPE_OBJECT, .keys = ece_keys};

static const struct shape_key profile_keys[] = {
	{.name = "extends",
	 .shape = &shape_text,
	 .text = "A profile whose values this one takes over; the nearest wins"},
	{.name = "set",
	 .shape = &values,
	 .text = "Parameters and what they should be; \"leave\": do not touch; \"original\": what it was before we "
		 "first touched it; { \"by_speed\": { \"400G\": VALUE } }: by the speed of the NIC"},
	{.name = "if_unsupported", .shape = &policy, .text = "When a card cannot: fail, or skip; also by parameter"},
	{.name = "if_no_door",
	 .shape = &policy,
	 .text = "When the card can and the host has no way to it: fail, or skip"},
	{.name = "ece",
	 .shape = &ece,
	 .text = "ECE policy of the programs that use libece, a file of each host; another way to write the parameters "
		 "ece.allow and ece.require"},
	{0},
};
static const struct shape profile = {.kind = SHAPE_OBJECT, .keys = profile_keys};
static const struct shape profiles = {.kind = SHAPE_MAP, .of = &profile};

static const struct shape_key nics_keys[] = {
	{.name = "role", .shape = &shape_text, .text = "A name of \"roles\""},
	{.name = "card", .shape = &shape_text, .text = "Card type, as in \"ConnectX-7\"; a glob, like all but role"},
	{.name = "psid", .shape = &shape_text, .text = "Board identity, as in \"MT_00000003*\""},
	{.name = "pci", .shape = &shape_text, .text = "PCI address"},
	{.name = "netdev", .shape = &shape_text, .text = "Network interface"},
	{.name = "rdma", .shape = &shape_text, .text = "RDMA device"},
	{0},
};
static const struct shape nics = {.kind = SHAPE_OBJECT, .keys = nics_keys};

static const struct shape_key assign_keys[] = {
	{.name = "id", .shape = &shape_text, .text = "A name for messages"},
	{.name = "hosts",
	 .shape = &shape_hosts,
	 .required = true,
	 .text = "Which hosts: a range, an array of them, or labels"},
	{.name = "nics", .shape = &nics, .text = "Which NICs of them; all that is given must match; none: every NIC"},
	{.name = "profile", .shape = &shape_text, .required = true, .text = "What they should have"},
	{0},
};
static const struct shape assign_entry = {.kind = SHAPE_OBJECT, .keys = assign_keys};
static const struct shape assign = {.kind = SHAPE_ARRAY, .of = &assign_entry, .min = 1};

static const struct shape_key override_keys[] = {
	{.name = "id", .shape = &shape_text, .text = "A name for messages"},
	{.name = "hosts", .shape = &shape_hosts, .required = true, .text = "Which hosts, all of which the file names"},
	{.name = "nics", .shape = &nics, .text = "Which NICs of them; none: every NIC"},
	{.name = "set", .shape = &values, .required = true, .text = "Values that win over every profile; as there"},
	{.name = "why", .shape = &shape_text, .required = true, .text = "The reason, for people"},
	{.name = "expires",
	 .shape = &date,
	 .required = true,
	 .text = "The last day, as in \"2099-12-31\" (UTC); afterwards the file is refused"},
	{0},
};
static const struct shape override_entry = {.kind = SHAPE_OBJECT, .keys = override_keys};
static const struct shape overrides = {.kind = SHAPE_ARRAY, .of = &override_entry};

static const struct shape_word on_return_words[] = {{.name = "report"}, {.name = "ensure"}, {0}};
static const struct shape on_return = {.kind = SHAPE_WORD, .words = on_return_words};
static const struct shape excluded_most = {.kind = SHAPE_AMOUNT, .min = 1, .max = FLEET_HOSTS_MAX};

static const struct shape_key exclude_keys[] = {
	{.name = "id", .shape = &shape_text, .text = "A name for messages"},
	{.name = "hosts", .shape = &shape_hosts, .text = "Which hosts, all of which the file names"},
	{.name = "exec",
	 .shape = &shape_argv,
	 .text = "In place of hosts: a command that prints { \"exclude\": [ { \"hosts\": ..., \"why\": ... } ] }; "
		 "hosts that the file does not name are passed over"},
	{.name = "max_age",
	 .shape = &shape_duration,
	 .text = "exec: an answer is used for so long; none given: it is asked every time"},
	{.name = "max", .shape = &excluded_most, .text = "exec: when it names more hosts, the file is refused"},
	{.name = "why", .shape = &shape_text, .required = true, .text = "The reason, for people"},
	{.name = "until",
	 .shape = &date,
	 .text = "The last day, as in \"2099-12-31\" (UTC); afterwards the file is refused"},
	{.name = "on_return",
	 .shape = &on_return,
	 .text = "When they are no longer excluded and missed a run: only report that they are owed, until --ensure is "
		 "given; or ensure (the next run brings them up)"},
	{0},
};
static const struct shape exclude_entry = {.kind = SHAPE_OBJECT, .keys = exclude_keys};
static const struct shape exclude = {.kind = SHAPE_ARRAY, .of = &exclude_entry};

static const struct shape param_list = {.kind = SHAPE_ARRAY, .of = &shape_param, .min = 1};

static const struct shape_key change_keys[] = {
	{.name = "id", .shape = &shape_name, .required = true, .text = "Its name in plans and runs"},
	{.name = "params", .shape = &param_list, .required = true, .text = "The parameters that go out with it"},
	{.name = "after", .shape = &shape_text, .text = "The id of a change that must have gone out before"},
	{.name = "rollout", .shape = &shape_text, .text = "A name of \"rollouts\"; none given: default"},
	{0},
};
static const struct shape change = {.kind = SHAPE_OBJECT, .keys = change_keys};
static const struct shape changes = {.kind = SHAPE_ARRAY, .of = &change, .max = FLEET_CHANGES_MAX - 1};

static const struct shape url = {.kind = SHAPE_URL};
static const struct shape_key prometheus_keys[] = {
	{.name = "url", .shape = &url, .required = true, .text = "As in \"http://prometheus.example:9090\""},
	{0},
};
static const struct shape prometheus = {.kind = SHAPE_OBJECT, .keys = prometheus_keys};

static const struct shape_key fleet_keys[] = {
	{.name = "$schema", .shape = &shape_text, .text = "For editors"},
	{.name = "version", .shape = &version, .required = true, .text = "Of this form: 1"},
	{.name = "fleet", .shape = &shape_text, .text = "A name for people"},
	{.name = "if_unsupported", .shape = &policy, .text = "When a card cannot: fail, or skip; also by parameter"},
	{.name = "if_no_door",
	 .shape = &policy,
	 .text = "When the card can and the host has no way to it: fail, or skip"},
	{.name = "removed",
	 .shape = &removed,
	 .text = "A parameter that is no longer named: restore_original, or release (keep it as it is)"},
	{.name = "inventory", .shape = &inventory, .text = "Hosts and their labels"},
	{.name = "roles", .shape = &roles, .text = "Names for kinds of NICs; all that is given must match"},
	{.name = "profiles", .shape = &profiles, .required = true, .text = "Sets of parameter values, by name"},
	{.name = "assign", .shape = &assign, .required = true, .text = "Which NICs get which profile"},
	{.name = "overrides", .shape = &overrides, .text = "Exceptions with a reason and an end"},
	{.name = "exclude", .shape = &exclude, .text = "Hosts that are left alone for a while"},
	{.name = "changes",
	 .shape = &changes,
	 .text = "Parameters that go out one after the other; those of no change go out last, as \"rest\""},
	{.name = "rollouts",
	 .shape = &shape_rollouts,
	 .text = "How a change goes out; the one called \"default\" is used"},
	{.name = "gates",
	 .shape = &shape_gates,
	 .text = "What decides whether a rollout goes on; one of counter, promql, exec"},
	{.name = "prometheus", .shape = &prometheus, .text = "Where gates ask"},
	{.name = "drift",
	 .shape = &shape_drift,
	 .text = "What is done about values that are not what was confirmed any more"},
	{.name = "transport", .shape = &shape_transport, .required = true, .text = "How hosts are reached"},
	{.name = "store", .shape = &shape_store, .text = "Where runs are kept"},
	{.name = "signing", .shape = &shape_signing, .text = "Who may sign; without it, who may on this machine"},
	{.name = "webhooks", .shape = &shape_webhooks, .text = "Who is told how runs go on"},
	{.name = "grafana", .shape = &shape_grafana, .text = "Where runs and steps become annotations"},
	{0},
};
static const struct shape fleet = {.kind = SHAPE_OBJECT, .keys = fleet_keys};

const struct shape *shape_fleet(void)
{
	return &fleet;
}

static const struct shape_key listed_keys[] = {
	{.name = "hosts", .shape = &shape_hosts, .required = true, .text = "The hosts of this entry"},
	{.name = "labels", .shape = &texts, .text = "What they have in common"},
	{0},
};
static const struct shape listed_entry = {.kind = SHAPE_OBJECT, .keys = listed_keys};
static const struct shape listed = {.kind = SHAPE_ARRAY, .of = &listed_entry};
static const struct shape_key inventory_output_keys[] = {
	{.name = "inventory", .shape = &listed, .required = true, .text = "Hosts and their labels"},
	{0},
};
static const struct shape inventory_output = {.kind = SHAPE_OBJECT, .keys = inventory_output_keys};

static const struct shape_key drained_keys[] = {
	{.name = "hosts", .shape = &shape_hosts, .required = true, .text = "The hosts of this entry"},
	{.name = "why", .shape = &shape_text, .text = "The reason; none given: that of the file"},
	{0},
};
static const struct shape drained_entry = {.kind = SHAPE_OBJECT, .keys = drained_keys};
static const struct shape drained = {.kind = SHAPE_ARRAY, .of = &drained_entry};
static const struct shape_key exclude_output_keys[] = {
	{.name = "exclude", .shape = &drained, .required = true, .text = "Hosts that are left alone"},
	{0},
};
static const struct shape exclude_output = {.kind = SHAPE_OBJECT, .keys = exclude_output_keys};

const struct shape *shape_exec_output(enum fleet_exec_kind kind)
{
	return kind == FLEET_EXEC_INVENTORY ? &inventory_output : &exclude_output;
}
