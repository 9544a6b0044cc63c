// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/systolic.h"

#include "core/base/translatable.h"

#include <algorithm>
#include <numeric>

namespace edgewright::cost {

std::string_view nameOf(Spent spent) {
    constexpr std::array<std::string_view, SpentCount> Names{
        "computing", "idle_cells", "fill", "sram", "dram_inputs", "dram_weights", "dram_outputs", "vector"};
    return Names[static_cast<std::size_t>(spent)];
}

const char* titleOf(Spent spent) {
    constexpr std::array<const char*, SpentCount> Titles{
        TRANSLATABLE("Word", "Computing"),      TRANSLATABLE("Word", "Idle cells"),
        TRANSLATABLE("Word", "Fill and drain"), TRANSLATABLE("Word", "SRAM"),
        TRANSLATABLE("Word", "DRAM: inputs"),   TRANSLATABLE("Word", "DRAM: weights"),
        TRANSLATABLE("Word", "DRAM: outputs"),  TRANSLATABLE("Word", "Vector unit")};
    return Titles[static_cast<std::size_t>(spent)];
}

std::int64_t SpentCycles::total() const {
    return std::accumulate(cycles.begin(), cycles.end(), std::int64_t(0));
}

std::int64_t SpentCycles::dram() const {
    const SpentCycles& self = *this;
    return self[Spent::DramInputs] + self[Spent::DramWeights] + self[Spent::DramOutputs];
}

SpentCycles& SpentCycles::operator+=(const SpentCycles& other) {
    for (std::size_t i = 0; i < cycles.size(); ++i)
        cycles[i] += other.cycles[i];
    return *this;
}

Spent SpentCycles::largest() const {
    const SpentCycles& self = *this;
    Spent most = Spent::Computing;
    for (const Spent each : {Spent::IdleCells, Spent::Fill, Spent::Sram, Spent::Vector})
        if (self[each] > self[most]) most = each;
    if (dram() <= self[most]) return most;
    most = Spent::DramInputs;
    for (const Spent each : {Spent::DramWeights, Spent::DramOutputs})
        if (self[each] > self[most]) most = each;
    return most;
}

std::string_view nameOf(EnergyPart part) {
    constexpr std::array<std::string_view, EnergyPartCount> Names{"macs", "registers", "hops", "sram", "dram"};
    return Names[static_cast<std::size_t>(part)];
}

const char* titleOf(EnergyPart part) {
    constexpr std::array<const char*, EnergyPartCount> Titles{
        TRANSLATABLE("Word", "MACs"), TRANSLATABLE("Word", "Registers of the array"),
        TRANSLATABLE("Word", "Hops between cells"), TRANSLATABLE("Word", "SRAM"), TRANSLATABLE("Word", "DRAM")};
    return Titles[static_cast<std::size_t>(part)];
}

double Energy::total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

Energy& Energy::operator+=(const Energy& other) {
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] += other.parts[i];
    return *this;
}

std::int64_t CostReport::adopted() const { return std::ranges::count_if(layers, &LayerCost::isAdopted); }

double CostReport::seconds() const { return static_cast<double>(cycles) / accelerator.clockGhz * 1e-9; }

double CostReport::speedupWithoutDram() const {
    return static_cast<double>(std::max<std::int64_t>(1, cycles)) /
           static_cast<double>(std::max<std::int64_t>(1, cycles - spent.dram()));
}

} // namespace edgewright::cost
