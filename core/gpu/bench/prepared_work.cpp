// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/prepared_work.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

std::size_t bytesOf(const Buffer& buffer) {
    return static_cast<std::size_t>(buffer.count * bytesOf(buffer.type));
}

std::size_t resultOf(const Work& work) {
    return static_cast<std::size_t>(std::ranges::find(work.buffers, Fill::Result, &Buffer::fill) -
                                    work.buffers.begin());
}

} // namespace

Result<PreparedWork> PreparedWork::of(Programs& programs, const Work& work, const std::string& what,
                                      std::size_t maxCopies, std::uint64_t seed) {
    PreparedWork made;
    made.m_gpu = programs.gpu();
    made.m_work = work;
    made.m_what = what;
    for (const Launch& each : work.launches) {
        ASSIGN_OR_RETURN(Function function, programs.functionOf(each));
        made.m_functions.push_back(std::move(function));
    }
    std::int64_t bytes = 0;
    for (const Buffer& each : work.buffers)
        bytes += static_cast<std::int64_t>(bytesOf(each));
    ASSIGN_OR_RETURN(const std::int64_t free, made.m_gpu->freeBytes());
    const std::int64_t forCache = 4 * made.m_gpu->info().cacheBytes / bytes + 1, forMemory = free / 2 / bytes;
    const auto copies = static_cast<std::size_t>(
        std::clamp<std::int64_t>(std::min(forCache, forMemory), 1, static_cast<std::int64_t>(maxCopies)));
    for (std::size_t copy = 0; copy < copies; ++copy) {
        std::vector<DeviceMemory> memories;
        for (const Buffer& each : work.buffers) {
            ASSIGN_OR_RETURN(DeviceMemory memory, made.m_gpu->allocate(bytesOf(each), what));
            memories.push_back(std::move(memory));
        }
        made.m_copies.push_back(std::move(memories));
    }
    for (std::size_t i = 0; i < work.buffers.size(); ++i) {
        const Buffer& each = work.buffers[i];
        made.m_inputs.emplace_back(each.type, each.fill == Fill::Random ? each.count : 0);
        if (each.fill != Fill::Random) continue;
        Array& numbers = made.m_inputs.back();
        numbers.fillAtRandom(each.row > 0 ? each.row : each.count, each.row > 0 ? each.used : each.count,
                             seed + i);
        RETURN_IF_ERROR(made.m_gpu->upload(made.address(0, i), numbers.bytes()));
        for (std::size_t copy = 1; copy < copies; ++copy)
            RETURN_IF_ERROR(made.m_gpu->copy(made.address(copy, i), made.address(0, i), bytesOf(each)));
    }
    return made;
}

Result<void> PreparedWork::run(std::size_t copy) {
    for (std::size_t i = 0; i < m_work.launches.size(); ++i)
        RETURN_IF_ERROR(start(
            *m_gpu, m_functions[i], m_work.launches[i],
            [&](const BufferPart& part) {
                const std::int64_t offset = part.offset * gpu::bytesOf(m_work.buffers[part.buffer].type);
                return address(copy, part.buffer) + static_cast<Address>(offset);
            },
            m_what));
    return {};
}

Result<Array> PreparedWork::result() {
    constexpr unsigned char NoNumber = 0xff; // bytes of a float that is NaN
    const std::size_t at = resultOf(m_work);
    for (std::size_t i = 0; i < m_work.buffers.size(); ++i)
        if (m_work.buffers[i].fill != Fill::Random) RETURN_IF_ERROR(m_gpu->fill(m_copies[0][i], NoNumber));
    RETURN_IF_ERROR(run(0));
    RETURN_IF_ERROR(m_gpu->wait(m_what));
    Array found(m_work.buffers[at].type, m_work.buffers[at].count);
    RETURN_IF_ERROR(m_gpu->download(found.bytes(), address(0, at)));
    return found;
}

} // namespace edgewright::gpu
