// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/nest_features.h"

#include "core/tuner/kernel_nest.h"

#include <cmath>

namespace edgewright::tuner {

namespace {

constexpr std::size_t MaxLoops = 7; // of a product in blocks, the deepest of the nests

float scaled(std::int64_t count) { return std::log2(1.0F + static_cast<float>(count)); }

} // namespace

void appendNestFeatures(const Task& task, const kernels::KernelParameters& parameters, int threads,
                        std::vector<float>& into) {
    const KernelNest nest = kernelNest(task, parameters, threads, nullptr);
    for (std::size_t i = 0; i < MaxLoops; ++i) {
        const KernelLoop loop = i < nest.loops.size() ? nest.loops[i] : KernelLoop{};
        const std::int64_t turns = loop.turns(), covered = turns * loop.step;
        into.push_back(scaled(loop.step));
        into.push_back(scaled(turns));
        into.push_back(scaled(loop.bytes));
        into.push_back(covered > 0 ? 1 - static_cast<float>(loop.extent) / static_cast<float>(covered) : 0);
    }
}

} // namespace edgewright::tuner
