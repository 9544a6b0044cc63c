// SPDX-License-Identifier: GPL-3.0-or-later
// Moments in the queue of a GPU (events of the driver), and the time between them.
#pragma once

#include "core/gpu/driver/gpu.h"

#include <vector>

namespace edgewright::gpu {

class Marks {
public:
    static Result<Marks> of(std::shared_ptr<Gpu> gpu, std::size_t count);
    Marks(Marks&& other) noexcept = default;
    Marks& operator=(Marks&& other) noexcept = default;

    Result<void> set(std::size_t mark); // behind all that was started so far
    // From one to a later one, both reached: behind Gpu::wait().
    Result<double> seconds(std::size_t from, std::size_t to) const;

private:
    Marks() = default;
    std::shared_ptr<Gpu> m_gpu;
    std::vector<std::shared_ptr<void>> m_events;
};

} // namespace edgewright::gpu
