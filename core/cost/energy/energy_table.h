// SPDX-License-Identifier: GPL-3.0-or-later
// The energy and area of operations: tables that are data (resources/accelerators/energy, .../area),
// each with its source.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::cost {

struct EnergyTable {
    struct Sram {
        double bytes = 0, perByte = 0;
    };
    std::string name, title, source;
    std::string unit = "pJ";             // or "MAC": in energies of one of the table's own multiply-accumulates
    double mac1 = 0, mac2 = 0, mac4 = 0; // a multiply-accumulate of 8-bit, 16-bit and 32-bit elements
    double registerByte = 0;             // between neighbouring cells, or their registers
    std::vector<Sram> sram;              // accesses to memories of these sizes, rising; at least one
    double dramByte = 0;

    double mac(std::int64_t wordBytes) const { return wordBytes <= 1 ? mac1 : wordBytes <= 2 ? mac2 : mac4; }
    // Between and beyond the sizes, the logarithm of the energy is linear in the logarithm of the size.
    double sramByte(double bytes) const;
};

struct AreaTable {
    std::string name, title, source;
    double mac1 = 0, mac2 = 0, mac4 = 0; // a cell of the array, in um^2
    double sramKilobyte = 0;             // 1024 bytes, in um^2
    double lane = 0;                     // of the vector unit, in um^2
};

// The tables of this program, in order of their names.
const std::vector<std::shared_ptr<const EnergyTable>>& energyTables();
// By name, else read from the file of that path. BadInput, with the file and the place in it, for what is
// neither.
Result<std::shared_ptr<const EnergyTable>> energyTable(const std::string& nameOrFile);
const AreaTable& areaTable();

// From the text of such a file; `place` is named in errors.
Result<EnergyTable> readEnergyTable(const std::string& text, const std::string& place);
Result<AreaTable> readAreaTable(const std::string& text, const std::string& place);

} // namespace edgewright::cost
