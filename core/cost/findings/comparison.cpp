// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/comparison.h"

#include "core/cost/explore/area.h"

namespace edgewright::cost {

double Together::intensity() const {
    return movedBytes > 0 ? static_cast<double>(macs) / static_cast<double>(movedBytes) : 0;
}

double Together::attained() const {
    return cycles > 0 ? static_cast<double>(macs) / static_cast<double>(cycles) : 0;
}

void Together::add(const LayerCost& layer, const Accelerator& accelerator) {
    ++layers;
    cycles += layer.cycles;
    macs += layer.layer.macs();
    const Layer& of = layer.layer;
    const std::int64_t bytes = layer.dram.total() * accelerator.wordBytes;
    dramBytes += bytes;
    if (of.unit == Unit::Array)
        movedBytes += bytes + (of.besideRead + of.besideWritten) * accelerator.wordBytes;
    else if (!of.inputsOnChip)
        movedBytes += bytes;
    spent += layer.spent;
    energy += layer.energy;
}

Comparison compare(const CostReport& now, const CostReport& other, std::span<const std::size_t> partners) {
    Comparison made;
    made.layers.resize(now.layers.size());
    for (std::size_t i = 0; i < other.layers.size(); ++i) {
        const std::size_t partner = i < partners.size() ? partners[i] : NoPartner;
        (partner < made.layers.size() ? made.layers[partner] : made.rest)
            .add(other.layers[i], other.accelerator);
    }
    made.cycles = other.cycles;
    made.seconds = other.seconds();
    made.perCycle = now.accelerator.clockGhz / other.accelerator.clockGhz;
    made.energy = other.energy.total();
    made.area = areaOf(other.accelerator);
    made.ownArea = areaOf(now.accelerator);
    made.sameAccelerator = other.accelerator == now.accelerator;
    made.sameEnergyUnit = now.energyUnit == other.energyUnit;
    for (std::size_t i = 0; i < now.layers.size(); ++i) {
        if (made.layers[i].layers == 0) continue;
        const auto mine = static_cast<double>(now.layers[i].cycles);
        const double theirs = static_cast<double>(made.layers[i].cycles) * made.perCycle;
        if (mine < theirs * 0.99) ++made.faster;
        if (mine > theirs * 1.01) ++made.slower;
    }
    return made;
}

} // namespace edgewright::cost
