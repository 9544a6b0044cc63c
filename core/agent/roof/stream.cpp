// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/roof/stream.h"

#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/measure/stopwatch.h"

#include <algorithm>
#include <array>

namespace edgewright::agent {

namespace {

constexpr std::int64_t BytesWithoutCaches = std::int64_t(256) << 20;
constexpr double SameLevel = 0.85; // of the rate at half the size

std::int64_t wholeUnits(std::int64_t bytes) { return bytes / WorkingSetUnit * WorkingSetUnit; }

} // namespace

std::vector<WorkingSet> workingSets(std::span<const measure::Cache> caches, int threads,
                                    std::int64_t limitBytes) {
    std::vector<WorkingSet> sets;
    const std::int64_t count = std::max(threads, 1);
    std::int64_t shareBelow = 0, last = 0; // bytes: of one thread, and of all
    for (const measure::Cache& cache : caches) {
        const std::int64_t sharedBy = std::max(cache.sharedBy, 1);
        const std::int64_t share = cache.bytes / std::min(count, sharedBy);
        last = cache.bytes * ((count + sharedBy - 1) / sharedBy);
        const bool isCrowded = sharedBy > 1 && &cache == &caches.back();
        const std::int64_t wanted = std::max(isCrowded ? share / 4 : share / 2, 2 * shareBelow);
        if (const std::int64_t each = wholeUnits(wanted); each > 0 && wanted <= share / 2)
            sets.push_back({"L" + std::to_string(cache.level), last, each});
        shareBelow = share;
    }
    const std::int64_t memory = std::min(caches.empty() ? BytesWithoutCaches : 4 * last, limitBytes);
    if (const std::int64_t each = wholeUnits(memory / count); each > 0 && memory >= 2 * last)
        sets.push_back({std::string(measure::MemoryLevel), 0, each});
    return sets;
}

namespace {

constexpr std::int64_t FloatBytes = sizeof(float);

} // namespace

Result<Stream> Stream::make(int threads, std::int64_t bytesPerThread) {
    Stream stream;
    for (int i = 0; i < std::max(threads, 1); ++i) {
        ASSIGN_OR_RETURN(auto memory,
                         ir::Tensor::unfilled(ir::DataType::Float32, {bytesPerThread / FloatBytes}));
        stream.m_memory.push_back(std::move(memory));
    }
    const auto count = static_cast<std::int64_t>(stream.m_memory.size());
    kernels::parallelFor(static_cast<int>(count), count, [&](std::int64_t task, int) {
        std::ranges::fill(stream.m_memory[static_cast<std::size_t>(task)].as<float>(), 1.0f);
    });
    return stream;
}

void Stream::run(Access access, std::int64_t bytes, std::int64_t passes) {
    const kernels::StreamLoops& loops = *kernels::table().stream;
    const auto count = static_cast<std::int64_t>(m_memory.size());
    kernels::parallelFor(static_cast<int>(count), count, [&](std::int64_t, int worker) {
        // A thread that does the task of another goes through its own memory once more.
        float* memory = m_memory[static_cast<std::size_t>(worker)].as<float>().data();
        const std::int64_t floats = bytes / FloatBytes;
        std::array<float, 64> result;
        switch (access) {
        case Access::Read:
            return loops.read(memory, floats, passes, result.data());
        case Access::Copy:
            return loops.copy(memory, memory + floats / 2, floats / 2, passes);
        case Access::Triad: // by 0: what stands there stays 1 however often
            return loops.triad(memory, memory + floats / 3, 0, memory + floats / 3 * 2, floats / 3, passes);
        }
    });
}

std::int64_t passesFor(Stream& stream, Access access, std::int64_t bytes, double seconds) {
    constexpr std::int64_t MaxPasses = std::int64_t(1) << 40;
    constexpr double Enough = 0.1; // of the time, to conclude from
    for (std::int64_t passes = 1;; passes *= 4) {
        const measure::Stopwatch watch;
        stream.run(access, bytes, passes);
        const double took = watch.elapsed().wall;
        if (took < Enough * seconds && passes < MaxPasses) continue;
        return std::max<std::int64_t>(1,
                                      static_cast<std::int64_t>(static_cast<double>(passes) * seconds / took));
    }
}

std::vector<measure::Cache> levelsOf(std::span<const measure::BandwidthPoint> curve) {
    std::vector<std::int64_t> ends; // bytes of the last size of each stretch
    for (std::size_t from = 0; from < curve.size();) {
        std::size_t to = from;
        while (to + 1 < curve.size() && curve[to + 1].read >= SameLevel * curve[to].read)
            ++to;
        if (to > from) ends.push_back(curve[to].bytes);
        from = to + 1;
    }
    std::vector<measure::Cache> caches;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) // the last one is memory
        caches.push_back({static_cast<int>(i) + 1, ends[i], 1});
    return caches;
}

} // namespace edgewright::agent
