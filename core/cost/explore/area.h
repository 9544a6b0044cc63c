// SPDX-License-Identifier: GPL-3.0-or-later
// The area of an accelerator by its parts, mm^2 (energy/energy_table.h: AreaTable).
#pragma once

#include "core/cost/accelerator.h"

#include <array>
#include <string>
#include <string_view>

namespace edgewright::cost {

enum class AreaPart {
    Cells, // of the array, with their registers
    Sram,
    Lanes, // of the vector unit
    Pads,  // of DRAM, by GB/s: a faster clock has more of them at the same bytes per cycle
    Count
};
inline constexpr std::size_t AreaPartCount = static_cast<std::size_t>(AreaPart::Count);
std::string_view nameOf(AreaPart part); // "pads"
std::string titleOf(AreaPart part);     // within a sentence: "DRAM pads"
std::string remedyFor(AreaPart part);   // where it takes too much: "less bandwidth (axis bandwidth)"

struct Area {
    std::array<double, AreaPartCount> parts{};
    double operator[](AreaPart part) const { return parts[static_cast<std::size_t>(part)]; }
    double total() const;
    AreaPart largest() const;
};
Area areaPartsOf(const Accelerator& accelerator);
double areaOf(const Accelerator& accelerator); // of all parts

// "6.33 mm²: cells 3.15 mm², SRAM 0.62 mm², lanes 0.12 mm², DRAM pads 2.44 mm²".
std::string areaText(const Accelerator& accelerator);
// A sentence: the process, and what all areas leave out.
std::string areaTerms();

} // namespace edgewright::cost
