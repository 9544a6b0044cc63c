// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of layers with their loop nests, as DOSA writes them: one layer in a line, in columns
//   mapping.mapping                  the loop nest (mapped_layer.h)
//   prob.N, C, K, P, Q, R, S         the layer
//   prob.Wstride, Hstride, Wdilation, Hdilation   of columns and rows; 1 where there is no such column
//   arch.mem1_depth, arch.mem2_depth rows of accumulator and scratchpad; optional
//   arch.meshX                       16, where it is there
//   target.gemmini_cycle             measured; optional
// in any order, among others.
#pragma once

#include "core/cost/mapped/agreement.h"
#include "core/cost/mapped/mapped_layer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost::mapped {

struct MappedRow {
    std::int64_t line = 0; // of the file, from 1
    std::string text;      // the line as it stands there, without its end
    MappedLayer layer;
    std::int64_t cycles = 0; // gemminiCycles()
    std::optional<double> measured;
    std::optional<std::int64_t> accumulatorRows, scratchpadRows;

    std::vector<std::string> fields() const; // of the line, by MappedFile::columns
    // True if the tiles are no larger than the memories, as far as these are known.
    bool fits() const;
};

inline constexpr std::string_view CyclesColumn = "cycles"; // which a file does not have yet

struct MappedFile {
    std::vector<std::string> columns; // their names
    std::vector<MappedRow> rows;

    std::vector<Pair> measured() const; // of the rows that have it, in order
};

// BadInput with file, line and expectation.
Result<MappedFile> readMapped(const std::filesystem::path& file);

} // namespace edgewright::cost::mapped
