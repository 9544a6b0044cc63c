// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/driver.h"

#include <dlfcn.h>

namespace edgewright::cuda_trace {

Driver& driver() {
    static Driver* const driver = new Driver;
    return *driver;
}

DlsymFunction Driver::realDlsym() {
    DlsymFunction found = m_dlsym.load(std::memory_order_acquire);
    if (found) return found;
        // The oldest version of each architecture: newer systems keep it.
#if defined(__aarch64__)
    constexpr const char* Oldest = "GLIBC_2.17";
#else
    constexpr const char* Oldest = "GLIBC_2.2.5";
#endif
    found = reinterpret_cast<DlsymFunction>(::dlvsym(RTLD_NEXT, "dlsym", Oldest));
    m_dlsym.store(found, std::memory_order_release);
    return found;
}

bool Driver::isLoaded() {
    if (m_handle.load(std::memory_order_acquire)) return true;
    if (void* const handle = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD))
        m_handle.store(handle, std::memory_order_release);
    else
        ::dlerror(); // the program's own questions are answered by it
    return m_handle.load(std::memory_order_acquire) != nullptr;
}

// The scope of the whole program has this library's own functions in it.
void Driver::loadedAs(void* handle) {
    if (isLoaded()) return;
    void* const init = realDlsym()(handle, "cuInit");
    if (init && !isOfThisLibrary(init)) m_handle.store(handle, std::memory_order_release);
}

bool isOfThisLibrary(const void* address) {
    Dl_info found{}, own{};
    return ::dladdr(address, &found) != 0 && ::dladdr(reinterpret_cast<const void*>(&driver), &own) != 0 &&
           found.dli_fbase == own.dli_fbase;
}

void* Driver::find(const char* name) {
    void* const found = isLoaded() ? realDlsym()(m_handle.load(), name) : nullptr;
    if (!found) ::dlerror();
    return found;
}

void Driver::fill() {
    if (m_isFilled.load(std::memory_order_acquire) || !isLoaded()) return;
    const std::lock_guard lock(m_mutex);
    if (m_isFilled.load(std::memory_order_relaxed)) return;
    for (std::size_t i = 0; i < FunctionCount; ++i) {
        m_functions[i] = find(FunctionNames[i]);
        // Two names of one function have one meaning.
        if (m_functions[i]) m_byAddress.try_emplace(m_functions[i], i);
    }
    m_isFilled.store(true, std::memory_order_release);
}

void* Driver::function(Id id) {
    fill();
    return m_isFilled.load(std::memory_order_acquire) ? m_functions[static_cast<std::size_t>(id)] : nullptr;
}

std::size_t Driver::at(const void* address) {
    fill();
    if (!m_isFilled.load(std::memory_order_acquire)) return FunctionCount;
    const auto found = m_byAddress.find(address);
    return found == m_byAddress.end() ? FunctionCount : found->second;
}

} // namespace edgewright::cuda_trace
