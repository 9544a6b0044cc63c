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

// A multiply-accumulate, or what goes with it, for elements of 8, 16 and 32 bits.
struct ByPrecision {
    double int8 = 0, fp16 = 0, fp32 = 0;
    double of(std::int64_t wordBytes) const { return wordBytes <= 1 ? int8 : wordBytes <= 2 ? fp16 : fp32; }
};

// The voltage that a clock takes. Energies of a table are those at `nominalGhz`. Linear between the points;
// below the first its voltage is held, beyond the last the line of the last two goes on.
struct VoltageCurve {
    struct Point {
        double ghz = 0, volt = 0;
    };
    double nominalGhz = 0;
    std::vector<Point> points; // ghz and volt rise; empty: the voltage is the same at every clock

    bool isKnown() const { return !points.empty(); }
    // `relative`: of the nominal clock.
    double volts(double relative) const;
    // Energy of an operation on chip, of that at the nominal clock: the square of the voltage. Exactly 1 at 1.
    double energy(double relative) const;
    double highest() const { return points.back().ghz / nominalGhz; } // relative clock of the last point
};

struct EnergyTable {
    struct Sram {
        double bytes = 0, perByte = 0;
    };
    std::string name, title, source;
    std::string unit = "pJ"; // or "MAC": in energies of one of the table's own multiply-accumulates
    ByPrecision mac;
    // A byte that is read from the registers of a cell, and one that is written there by the cell itself.
    double registerRead = 0, registerWrite = 0;
    ByPrecision hopByte;    // a byte from a cell into a register of its neighbour
    std::vector<Sram> sram; // accesses to memories of these sizes, rising; at least one
    double dramByte = 0;    // interface included; of its own voltage
    VoltageCurve clock;

    // Between and beyond the sizes, the logarithm of the energy is linear in the logarithm of the size.
    double sramByte(double bytes) const;
};

// In um^2; the same at every clock.
struct AreaTable {
    std::string name, title, source;
    ByPrecision mac;                  // a cell of the array, without its registers
    double registerByte = 0;          // of the registers of a cell
    double sramKilobyte = 0;          // 1024 bytes
    double lane = 0;                  // of the vector unit
    double dramGigabytePerSecond = 0; // pins: 10^9 bytes per second
};

// The tables of this program, in order of their names.
const std::vector<std::shared_ptr<const EnergyTable>>& energyTables();
// By name, else read from the file of that path. BadInput, with the file and the place in it, for what is
// neither.
Result<std::shared_ptr<const EnergyTable>> energyTable(const std::string& nameOrFile);
// By which results call it: its own name, or that of its file without the folder.
std::string energyTableName(const std::string& nameOrFile);
const AreaTable& areaTable();

// From the text of such a file; `place` is named in errors.
Result<EnergyTable> readEnergyTable(const std::string& text, const std::string& place);
Result<AreaTable> readAreaTable(const std::string& text, const std::string& place);

} // namespace edgewright::cost
