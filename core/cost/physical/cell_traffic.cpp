// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/cell_traffic.h"

namespace edgewright::cost {

CellTraffic cellTraffic(const CellWork& work, const Accelerator& accelerator) {
    const auto word = static_cast<double>(accelerator.wordBytes);
    constexpr auto Sum = static_cast<double>(Accelerator::SumBytes);
    const double way = (work.rowsUsed + 1) / 2; // cells, mean over the rows of a column
    CellTraffic traffic;
    traffic.reads = work.macs * (2 * word + Sum);
    if (accelerator.dataflow == Dataflow::OutputStationary) {
        traffic.writes = work.macs * Sum;
        traffic.hops = work.passed * 2 * word + work.staying * Sum * way;
    } else {
        traffic.hops = work.passed * (word + Sum) + work.staying * word * way;
    }
    return traffic;
}

Energy energyOf(const CellWork& work, double sram, double dramBytes, const Accelerator& accelerator,
                const EnergyTable& table) {
    const CellTraffic cells = cellTraffic(work, accelerator);
    const double scale = table.clock.energy(accelerator.relativeClock());
    Energy energy;
    energy[EnergyPart::Macs] = work.macs * table.mac.of(accelerator.wordBytes) * scale;
    energy[EnergyPart::Registers] =
        (cells.reads * table.registerRead + cells.writes * table.registerWrite) * scale;
    energy[EnergyPart::Hops] = cells.hops * table.hopByte.of(accelerator.wordBytes) * scale;
    energy[EnergyPart::Sram] = sram * scale;
    energy[EnergyPart::Dram] = dramBytes * table.dramByte;
    return energy;
}

double cellRegisterBytes(const Accelerator& accelerator) {
    const auto word = static_cast<double>(accelerator.wordBytes);
    constexpr auto Sum = static_cast<double>(Accelerator::SumBytes);
    const double stays = accelerator.dataflow == Dataflow::OutputStationary ? Sum : word;
    return 2 * word + Sum + (accelerator.overlapsFolds ? stays : 0);
}

} // namespace edgewright::cost
