// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/physical.h"

#include <algorithm>
#include <array>

namespace edgewright::cost {

namespace {

// Of one value at least. Four at a time: one after the other, each comparison would wait for the one before.
double smallest(const double* values, std::size_t count) {
    std::array<double, 4> least{values[0], values[0], values[0], values[0]};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            least[lane] = values[i + lane] < least[lane] ? values[i + lane] : least[lane];
    for (; i < count; ++i)
        least[0] = std::min(least[0], values[i]);
    return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
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
    const double *moved = m_candidates.moved().data(), *ends = m_candidates.ends().data();
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
    const double least = smallest(values, count);
    Choice best;
    for (std::size_t i = 0; i < count; ++i) {
        if (values[i] != least) continue;
        const double energy = energyAt(i);
        if (best.candidate && energy >= best.energy) continue;
        best = {&all[i], cycles.empty() ? values[i] : cycles[i], energy};
    }
    return best;
}

} // namespace edgewright::cost
