/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Functions of a library that is loaded later: LOADED_FUNCTION(name) defines `name` as a jump to wherever the slot points.
 * A jump and not a call in C, so that arguments pass whatever their types, those of variadic functions too. Private to
 * devx/os/loaded_*.c.
 */
#ifndef ECE_DEVX_OS_LOADED_SLOT_H
#define ECE_DEVX_OS_LOADED_SLOT_H

#include <stddef.h>

#include "devx/base/error.h"

/* Where an empty slot leads: abort(), in a core dump under a name that tells. */
__attribute__((noreturn)) void ece_loaded_too_early(void);

struct loaded_function {
	const char *name;
	void (**slot)(void);
};

struct loaded_library {
	const char *soname;
	const char *packages; /* "libmnl0 (Debian), libmnl (Fedora)" */
	const char *use;      /* "ask netlink" */
	const struct loaded_function *functions;
	size_t count;
	void *handle; /* NULL: not loaded */
};

/**
 * ece_loaded_fill - load a library and fill its slots: all of them, or none
 *
 * As ece_loaded_mnl().
 */
int ece_loaded_fill(struct loaded_library *library, struct ece_error *e);

#if defined(__x86_64__)
#define LOADED_JUMP(name) "jmp *loaded_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define LOADED_JUMP(name)                          \
	"adrp x16, loaded_" #name "\n"             \
	"ldr x16, [x16, :lo12:loaded_" #name "]\n" \
	"br x16\n"
#else
#error "no jump through a slot is written for this processor"
#endif

#define LOADED_FUNCTION(name)                                                                                   \
	__attribute__((visibility("hidden"))) extern void (*loaded_##name)(void);                               \
	void (*loaded_##name)(void) = ece_loaded_too_early;                                                     \
	__asm__(".pushsection .text\n"                                                                          \
		".balign 16\n"                                                                                  \
		".globl " #name "\n"                                                                            \
		".type " #name ", %function\n" #name ":\n" LOADED_JUMP(name) ".size " #name ", . - " #name "\n" \
									     ".popsection\n");

#define LOADED_ENTRY(function) {.name = #function, .slot = &loaded_##function},

#endif
