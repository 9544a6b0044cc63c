// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/systolic.h"

#include "core/base/translatable.h"

#include <algorithm>
#include <numeric>
#include <utility>

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

std::int64_t SpentCycles::of(Spent cause) const { return isDram(cause) ? dram() : (*this)[cause]; }

SpentCycles& SpentCycles::operator+=(const SpentCycles& other) {
    for (std::size_t i = 0; i < cycles.size(); ++i)
        cycles[i] += other.cycles[i];
    return *this;
}

std::int64_t LayerCost::gainWithout(Spent cause) const {
    if (isDram(cause)) return spent.dram();
    std::int64_t beside = busy.dram;
    if (cause != Spent::Sram) beside = std::max(beside, busy.sram);
    if (cause != Spent::Vector) beside = std::max(beside, busy.vector);
    return std::min(spent[cause], std::max<std::int64_t>(0, cycles - beside));
}

Spent LayerCost::limit() const {
    using enum Spent;
    if (cycles == 0) return layer.unit == Unit::Vector ? Vector : Computing;
    // By words where all of DRAM's time is hidden.
    const bool waits = spent.dram() > 0;
    const std::array<std::pair<Spent, std::int64_t>, 3> operands{
        {{DramInputs, waits ? spent[DramInputs] : dram.ifmap},
         {DramWeights, waits ? spent[DramWeights] : dram.filter},
         {DramOutputs, waits ? spent[DramOutputs] : dram.ofmap}}};
    const Spent ofDram = std::ranges::max_element(operands, {}, &std::pair<Spent, std::int64_t>::second)->first;
    const auto gain = [&](Spent cause) { return std::pair(gainWithout(cause), spent.of(cause)); };
    Spent most = Computing;
    for (const Spent each : {IdleCells, Fill, Sram, Vector, ofDram})
        if (gain(each) > gain(most)) most = each;
    const std::int64_t alike = cycles / 100;
    for (const auto& [cause, taken] :
         {std::pair(ofDram, busy.dram), std::pair(Sram, busy.sram), std::pair(Vector, busy.vector)})
        if (taken >= cycles - alike && gainWithout(cause) >= gainWithout(most) - alike) return cause;
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

double CostReport::speedupWithout(Spent cause) const {
    std::int64_t gain = isDram(cause) ? spent.dram() : 0;
    if (!isDram(cause))
        for (const LayerCost& each : layers)
            gain += each.gainWithout(cause);
    return static_cast<double>(std::max<std::int64_t>(1, cycles)) /
           static_cast<double>(std::max<std::int64_t>(1, cycles - gain));
}

} // namespace edgewright::cost
