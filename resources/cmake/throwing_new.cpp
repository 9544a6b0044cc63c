// SPDX-License-Identifier: GPL-3.0-or-later
// mimalloc, when it is built as C, ends the program where operator new finds no memory. These throw std::bad_alloc
// instead, as the standard asks; operator delete and the variants that do not throw are mimalloc's own.
#include <mimalloc.h>

#include <new>

namespace {

void* orThrow(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

} // namespace

void* operator new(std::size_t bytes) { return orThrow(mi_malloc(bytes)); }
void* operator new[](std::size_t bytes) { return orThrow(mi_malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return orThrow(mi_malloc_aligned(bytes, static_cast<std::size_t>(alignment)));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return orThrow(mi_malloc_aligned(bytes, static_cast<std::size_t>(alignment)));
}
