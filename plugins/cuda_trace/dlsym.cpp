// SPDX-License-Identifier: GPL-3.0-or-later
// dlsym() of the C library, put before by preloading. Who calls it matters to RTLD_NEXT and RTLD_DEFAULT, so
// the entry only decides which function answers and jumps there, with the caller's address still on top.
#include "plugins/cuda_trace/driver.h"
#include "plugins/cuda_trace/shim.h"

#include <dlfcn.h>

namespace edgewright::cuda_trace {

namespace {

void* ownDlsym(void* handle, const char* name) {
    Driver& loaded = driver();
    const bool isByScope = handle == RTLD_DEFAULT || handle == RTLD_NEXT;
    void* const address = loaded.realDlsym()(isByScope ? RTLD_NEXT : handle, name);
    if (!address) return nullptr;
    if (!isByScope) loaded.loadedAs(handle);
    if (void* const before = wrapperOf(address)) return before;
    // Found in the program's whole scope, which this library is in: it is there if the driver has it.
    if (!isOfThisLibrary(address) || loaded.symbol<void>(name)) return address;
    // Behind this library there is nothing, and dlerror() says so. It is called from here, not jumped to.
    void* const behind = loaded.realDlsym()(RTLD_NEXT, name);
    __asm__ volatile("" : : "r"(behind) : "memory");
    return behind;
}

} // namespace

extern "C" [[gnu::visibility("hidden"), gnu::used]] DlsymFunction edgewrightChooseDlsym(void*,
                                                                                        const char* name) {
    const bool isOfDriver = name && name[0] == 'c' && name[1] == 'u' && isWrapped(name);
    return isOfDriver ? &ownDlsym : driver().realDlsym();
}

} // namespace edgewright::cuda_trace

// The same entry under each version that programs are linked with.
#if defined(__x86_64__)
__asm__(R"(
    .text
    .globl edgewright_dlsym_first
    .globl edgewright_dlsym_second
    .type edgewright_dlsym_first, @function
    .type edgewright_dlsym_second, @function
edgewright_dlsym_first:
edgewright_dlsym_second:
    endbr64
    pushq %rdi
    pushq %rsi
    subq $8, %rsp
    call edgewrightChooseDlsym
    addq $8, %rsp
    popq %rsi
    popq %rdi
    jmp *%rax
    .size edgewright_dlsym_first, . - edgewright_dlsym_first
    .size edgewright_dlsym_second, . - edgewright_dlsym_second
    .symver edgewright_dlsym_first, dlsym@GLIBC_2.2.5
    .symver edgewright_dlsym_second, dlsym@@GLIBC_2.34
)");
#elif defined(__aarch64__)
__asm__(R"(
    .text
    .globl edgewright_dlsym_first
    .globl edgewright_dlsym_second
    .type edgewright_dlsym_first, %function
    .type edgewright_dlsym_second, %function
edgewright_dlsym_first:
edgewright_dlsym_second:
    stp x0, x1, [sp, #-32]!
    str x30, [sp, #16]
    bl edgewrightChooseDlsym
    mov x16, x0
    ldr x30, [sp, #16]
    ldp x0, x1, [sp], #32
    br x16
    .size edgewright_dlsym_first, . - edgewright_dlsym_first
    .size edgewright_dlsym_second, . - edgewright_dlsym_second
    .symver edgewright_dlsym_first, dlsym@GLIBC_2.17
    .symver edgewright_dlsym_second, dlsym@@GLIBC_2.34
)");
#else
#error "the versions of dlsym() of this architecture are not known"
#endif
