// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/area.h"

#include "core/base/say.h"
#include "core/base/translatable.h"
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

std::string titleOf(AreaPart part) {
    constexpr std::array<std::string_view, AreaPartCount> Titles{
        TRANSLATABLE("Word", "cells"), TRANSLATABLE("Word", "SRAM"), TRANSLATABLE("Word", "lanes"),
        TRANSLATABLE("Word", "DRAM pads")};
    return translated("Word", Titles[static_cast<std::size_t>(part)]);
}

std::string remedyFor(AreaPart part) {
    constexpr std::array<std::string_view, AreaPartCount> Remedies{
        TRANSLATABLE("Word", "fewer cells (axis size, rows or cols)"),
        TRANSLATABLE("Word", "less SRAM (axis sram)"), TRANSLATABLE("Word", "fewer lanes (--lanes)"),
        TRANSLATABLE("Word", "less bandwidth (axis bandwidth)")};
    return translated("Word", Remedies[static_cast<std::size_t>(part)]);
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
    std::string parts;
    for (std::size_t i = 0; i < AreaPartCount; ++i) {
        const std::string part = titleOf(static_cast<AreaPart>(i)) + " " + text(area.parts[i]);
        parts = i == 0 ? part : sayIn("list", "{1}, {2}", parts, part);
    }
    return say("{1}: {2}", text(area.total()), parts);
}

std::string areaTerms() {
    return say("Areas are by the table {1}, without wires and control, and of DRAM the pads alone, without its "
               "PHY and controller.",
               areaTable().name);
}

} // namespace edgewright::cost
