// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/marks.h"

#include "core/base/propagate.h"

namespace edgewright::gpu {

Result<Marks> Marks::of(std::shared_ptr<Gpu> gpu, std::size_t count) {
    Marks marks;
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(std::shared_ptr<void> event, gpu->event());
        marks.m_events.push_back(std::move(event));
    }
    marks.m_gpu = std::move(gpu);
    return marks;
}

Result<void> Marks::set(std::size_t mark) { return m_gpu->record(m_events[mark].get()); }

Result<double> Marks::seconds(std::size_t from, std::size_t to) const {
    return m_gpu->secondsBetween(m_events[from].get(), m_events[to].get());
}

} // namespace edgewright::gpu
