/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * RESOURCE_DUMP: the context of a resource as the device keeps it, in segments. Source: Linux
 * include/linux/mlx5/mlx5_ifc.h (resource_dump, resource_dump_*_segment); types of control segments: mstflint
 * resource_dump_segments.h.
 */
#ifndef ECE_DEVX_PRM_RESOURCE_DUMP_H
#define ECE_DEVX_PRM_RESOURCE_DUMP_H

#include "devx/prm/field.h"

/* The register. Its data goes to memory (mkey, size, address), or behind its fields when inline_dump is set. */
#define PRM_RESOURCE_DUMP_BYTES        0x100
#define PRM_RESOURCE_DUMP_INLINE_AT    0x30
#define PRM_RESOURCE_DUMP_INLINE_BYTES 0xd0

#define PRM_RESOURCE_DUMP(ROW)          \
	ROW(more_dump, 0x00, 31, 31)    \
	ROW(inline_dump, 0x00, 30, 30)  \
	ROW(seq_num, 0x00, 19, 16)      \
	ROW(segment_type, 0x00, 15, 0)  \
	ROW(vhca_id, 0x04, 15, 0)       \
	ROW(index1, 0x08, 31, 0)        \
	ROW(index2, 0x0c, 31, 0)        \
	ROW(num_of_obj1, 0x10, 31, 16)  \
	ROW(num_of_obj2, 0x10, 15, 0)   \
	ROW(device_opaque, 0x18, 63, 0) \
	ROW(mkey, 0x20, 31, 0)          \
	ROW(size, 0x24, 31, 0)          \
	ROW(address, 0x28, 63, 0)
PRM_DECLARE_LAYOUT(resource_dump, PRM_RESOURCE_DUMP);

/* Types of segments that are about the dump itself; all below are resources, numbered by the firmware's menu. */
enum prm_segment_type {
	PRM_SEGMENT_NOTICE = 0xfff9,
	PRM_SEGMENT_COMMAND = 0xfffa,
	PRM_SEGMENT_TERMINATE = 0xfffb,
	PRM_SEGMENT_ERROR = 0xfffc,
	PRM_SEGMENT_REFERENCE = 0xfffd,
	PRM_SEGMENT_INFO = 0xfffe,
	PRM_SEGMENT_MENU = 0xffff,
};

/* Every segment begins so. The length counts words, this one too. */
#define PRM_SEGMENT_HEADER_BYTES 0x04
#define PRM_SEGMENT_HEADER(ROW)      \
	ROW(length_dw, 0x00, 31, 16) \
	ROW(segment_type, 0x00, 15, 0)
PRM_DECLARE_LAYOUT(segment_header, PRM_SEGMENT_HEADER);

#define PRM_INFO_SEGMENT_BYTES 0x10
#define PRM_INFO_SEGMENT(ROW)         \
	ROW(dump_version, 0x04, 7, 0) \
	ROW(hw_version, 0x08, 31, 0)  \
	ROW(fw_version, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(info_segment, PRM_INFO_SEGMENT);

#define PRM_COMMAND_SEGMENT_BYTES 0x14
#define PRM_COMMAND_SEGMENT(ROW)          \
	ROW(segment_called, 0x04, 31, 16) \
	ROW(vhca_id, 0x04, 15, 0)         \
	ROW(index1, 0x08, 31, 0)          \
	ROW(index2, 0x0c, 31, 0)          \
	ROW(num_of_obj1, 0x10, 31, 16)    \
	ROW(num_of_obj2, 0x10, 15, 0)
PRM_DECLARE_LAYOUT(command_segment, PRM_COMMAND_SEGMENT);

#define PRM_ERROR_SEGMENT_BYTES 0x30
#define PRM_ERROR_SEGMENT(ROW)  ROW(syndrome_id, 0x04, 15, 0)
PRM_DECLARE_LAYOUT(error_segment, PRM_ERROR_SEGMENT);

#define PRM_RESOURCE_SEGMENT_PAYLOAD_AT 0x10
#define PRM_RESOURCE_SEGMENT(ROW) \
	ROW(index1, 0x08, 31, 0)  \
	ROW(index2, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(resource_segment, PRM_RESOURCE_SEGMENT);

/* What the firmware can dump: records of names and type numbers behind the header. */
#define PRM_MENU_SEGMENT_RECORDS_AT 0x08
#define PRM_MENU_SEGMENT(ROW)       ROW(num_of_records, 0x04, 15, 0)
PRM_DECLARE_LAYOUT(menu_segment, PRM_MENU_SEGMENT);

#define PRM_MENU_RECORD_BYTES     0x34
#define PRM_MENU_RECORD_NAME_AT   0x04
#define PRM_MENU_RECORD_INDEX1_AT 0x14
#define PRM_MENU_RECORD_NAME_MAX  16 /* not ended by a NUL when it is that long */
#define PRM_MENU_RECORD(ROW)                           \
	ROW(num_of_obj2_supports_active, 0x00, 27, 27) \
	ROW(num_of_obj2_supports_all, 0x00, 26, 26)    \
	ROW(must_have_num_of_obj2, 0x00, 25, 25)       \
	ROW(support_num_of_obj2, 0x00, 24, 24)         \
	ROW(num_of_obj1_supports_active, 0x00, 23, 23) \
	ROW(num_of_obj1_supports_all, 0x00, 22, 22)    \
	ROW(must_have_num_of_obj1, 0x00, 21, 21)       \
	ROW(support_num_of_obj1, 0x00, 20, 20)         \
	ROW(must_have_index2, 0x00, 19, 19)            \
	ROW(support_index2, 0x00, 18, 18)              \
	ROW(must_have_index1, 0x00, 17, 17)            \
	ROW(support_index1, 0x00, 16, 16)              \
	ROW(segment_type, 0x00, 15, 0)
PRM_DECLARE_LAYOUT(menu_record, PRM_MENU_RECORD);

#endif
