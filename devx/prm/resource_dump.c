// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/resource_dump.h"

PRM_DEFINE_LAYOUT(resource_dump, PRM_RESOURCE_DUMP);
PRM_DEFINE_LAYOUT(segment_header, PRM_SEGMENT_HEADER);
PRM_DEFINE_LAYOUT(info_segment, PRM_INFO_SEGMENT);
PRM_DEFINE_LAYOUT(command_segment, PRM_COMMAND_SEGMENT);
PRM_DEFINE_LAYOUT(error_segment, PRM_ERROR_SEGMENT);
PRM_DEFINE_LAYOUT(resource_segment, PRM_RESOURCE_SEGMENT);
PRM_DEFINE_LAYOUT(menu_segment, PRM_MENU_SEGMENT);
PRM_DEFINE_LAYOUT(menu_record, PRM_MENU_RECORD);
