// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/area.h"

#include "core/cost/energy/energy_table.h"
#include "core/cost/physical/cell_traffic.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <numeric>

namespace edgewright::cost {

std::string_view nameOf(AreaPart part) {
    constexpr std::array<std::string_view, AreaPartCount> Names{"cells", "sram", "lanes", "pads"};
    return Names[static_cast<std::size_t>(part)];
}

std::string_view titleOf(AreaPart part) {
    constexpr std::array<std::string_view, AreaPartCount> Titles{"cells", "SRAM", "lanes", "DRAM pads"};
    return Titles[static_cast<std::size_t>(part)];
}

std::string_view remedyFor(AreaPart part) {
    constexpr std::array<std::string_view, AreaPartCount> Remedies{
        "fewer cells (axis size, rows or cols)", "less SRAM (axis sram)", "fewer lanes (--lanes)",
        "less bandwidth (axis bandwidth)"};
    return Remedies[static_cast<std::size_t>(part)];
}

double Area::total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

AreaPart Area::largest() const {
    return static_cast<AreaPart>(std::ranges::max_element(parts) - parts.begin());
}

Area areaPartsOf(const Accelerator& accelerator) {
    const AreaTable& table = areaTable();
    const double cell =
        table.mac.of(accelerator.wordBytes) + cellRegisterBytes(accelerator) * table.registerByte;
    const auto kiloBytes = static_cast<double>(accelerator.ifmapKb + accelerator.filterKb +
                                               accelerator.ofmapKb + accelerator.residentKb.value_or(0));
    constexpr double MillimetresOfMicrometres = 1e-6; // both squared
    Area area{{accelerator.peak() * cell, kiloBytes * table.sramKilobyte,
               static_cast<double>(accelerator.vectorLanes()) * table.lane,
               accelerator.dramGigabytesPerSecond() * table.dramGigabytePerSecond}};
    for (double& part : area.parts)
        part *= MillimetresOfMicrometres;
    return area;
}

double areaOf(const Accelerator& accelerator) { return areaPartsOf(accelerator).total(); }

std::string areaText(const Accelerator& accelerator) {
    const auto text = [](double area) { return table::numberText(area, edgewright::Unit::SquareMillimetres); };
    const Area area = areaPartsOf(accelerator);
    std::string all = text(area.total());
    for (std::size_t i = 0; i < AreaPartCount; ++i)
        all +=
            (i == 0 ? ": " : ", ") + std::string(titleOf(static_cast<AreaPart>(i))) + " " + text(area.parts[i]);
    return all;
}

std::string areaTerms() {
    return "Areas are by the table " + areaTable().name +
           ", without wires and control, and of DRAM the pads alone, without its PHY and controller.";
}

} // namespace edgewright::cost
