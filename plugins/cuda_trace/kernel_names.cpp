// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/kernel_names.h"

#include "plugins/cuda_trace/driver.h"
#include "plugins/cuda_trace/recorder.h"
#include "plugins/cuda_trace/text.h"

#include <mutex>

namespace edgewright::cuda_trace {

void KernelNames::set(Handle function, const char* name) {
    if (!function || !name) return;
    const std::uint32_t id = Recorder::instance().names().id(name);
    const std::lock_guard lock(m_mutex);
    m_names[function] = id;
}

std::uint32_t KernelNames::of(Handle function) {
    {
        const std::shared_lock lock(m_mutex);
        const auto known = m_names.find(function);
        if (known != m_names.end()) return known->second;
    }
    const char* name = nullptr;
    for (const char* const asking : {"cuFuncGetName", "cuKernelGetName"}) { // of CUDA 12.3 and later
        const auto ask = driver().symbol<int(const char**, Handle)>(asking);
        if (ask && ask(&name, function) == Success && name) break;
        name = nullptr;
    }
    const std::string unnamed = formatted("kernel %p", function);
    set(function, name ? name : unnamed.c_str());
    return Recorder::instance().names().id(name ? name : unnamed.c_str());
}

} // namespace edgewright::cuda_trace
