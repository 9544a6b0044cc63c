// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/physical.h"

#include <algorithm>
#include <array>
#include <vector>

namespace edgewright::cost {

namespace {

constexpr std::size_t Block = 32; // values whose smallest is known together

// Of each block. Four at a time: one after the other, each comparison would wait for the one before.
void smallestOfBlocks(const double* values, std::size_t count, std::vector<double>& into) {
    into.clear();
    for (std::size_t begin = 0; begin < count; begin += Block) {
        const std::size_t end = std::min(begin + Block, count);
        double a = values[begin], b = a, c = a, d = a;
        std::size_t i = begin;
        for (; i + 4 <= end; i += 4) {
            a = values[i] < a ? values[i] : a;
            b = values[i + 1] < b ? values[i + 1] : b;
            c = values[i + 2] < c ? values[i + 2] : c;
            d = values[i + 3] < d ? values[i + 3] : d;
        }
        for (; i < end; ++i)
            a = values[i] < a ? values[i] : a;
        into.push_back(std::min(std::min(a, b), std::min(c, d)));
    }
}

} // namespace

// What the arrays take does not depend on bandwidth and clock.
void TilingChooser::prepare(const TiledLayer& layer, const Accelerator& accelerator) {
    const auto key = [](const Accelerator& a) {
        return std::array{a.rows, a.cols, a.arrays, static_cast<std::int64_t>(a.dataflow),
                          static_cast<std::int64_t>(a.overlapsFolds)};
    };
    if (!m_arrayCycles.empty() && key(m_array) == key(accelerator)) return;
    m_array = accelerator;
    m_candidates.arrayCycles(layer, accelerator, m_arrayCycles);
    m_candidates.ends(layer, accelerator, m_ends);
}

TilingChooser::Choice TilingChooser::best(const TiledLayer& layer, const Accelerator& accelerator,
                                          const EnergyTable& table) {
    const std::vector<TilingCandidate>& all = m_candidates.all();
    const std::size_t count = all.size();
    if (count == 0) return {};
    prepare(layer, accelerator);
    const double perByte = 1 / static_cast<double>(accelerator.dramBytesPerCycle());
    const auto energyAt = [&](std::size_t i) {
        const ArrayTime time = arrayTime(layer, accelerator, all[i].splits);
        return energyOf(layer, accelerator, table, time, all[i].traffic).total();
    };

    m_values.resize(count); // cycles, as timeOf() has them
    const double *moved = m_candidates.moved().data(), *ends = m_ends.data();
    const double* array = m_arrayCycles.data();
    double* values = m_values.data();
    if (accelerator.sramBandwidth)
        for (std::size_t i = 0; i < count; ++i)
            values[i] = timeOf(layer, accelerator, all[i]).cycles();
    else
        for (std::size_t i = 0; i < count; ++i)
            values[i] = ends[i] * perByte + std::max(array[i], (moved[i] - ends[i]) * perByte);
    std::vector<double> cycles;
    if (accelerator.objective != Objective::Cycles) {
        cycles = m_values;
        for (std::size_t i = 0; i < count; ++i)
            values[i] = energyAt(i) * (accelerator.objective == Objective::Energy ? 1 : cycles[i]);
    }
    smallestOfBlocks(values, count, m_blocks);
    const double least = *std::ranges::min_element(m_blocks);
    const bool isForSpeed = accelerator.objective == Objective::Cycles;
    const double worst = isForSpeed ? least * (1 + SpeedSlack) : least;
    std::size_t chosen = count;
    const auto isBetter = [&](std::size_t i) {
        if (chosen == count) return true;
        if (isForSpeed && moved[i] != moved[chosen]) return moved[i] < moved[chosen];
        if (isForSpeed && array[i] != array[chosen]) return array[i] < array[chosen];
        if (values[i] != values[chosen]) return values[i] < values[chosen];
        return energyAt(i) < energyAt(chosen);
    };
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        if (m_blocks[block] > worst) continue;
        for (std::size_t i = block * Block; i < std::min((block + 1) * Block, count); ++i) {
            if (values[i] <= worst && isBetter(i)) chosen = i;
        }
    }
    return {&all[chosen], cycles.empty() ? values[chosen] : cycles[chosen], energyAt(chosen)};
}

} // namespace edgewright::cost
