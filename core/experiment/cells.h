// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of an experiment: every combination of its choices, in one order, and the parts of it for several
// machines.
#pragma once

#include "core/experiment/definition.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::experiment {

inline constexpr std::size_t MaxCells = 100'000;

// One combination.
struct Cell {
    Choices choices;
    std::filesystem::path file; // of the model
    ir::Bindings extents;
    Codes codes;
    Configuration configuration = Configuration::Baseline;
    std::optional<cost::Accelerator> accelerator; // empty: nothing is predicted
};

// Models outermost, then sizes, codes, configurations, devices and accelerators: what one model needs is needed
// at a time. An INT8 network is there fused only, as its kernels are made by fusion. BadInput without any cell,
// and for more than MaxCells.
Result<std::vector<Cell>> cellsOf(const Definition& definition);

// The cells that the definition seems to have and has not, and why, as a sentence. Empty: it has all.
std::string leftOutText(const Definition& definition);

// BadInput where no cell has one of these choices, with those that there are.
Result<void> requireChoices(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices);
// The cells that have one of the choices on each axis that there are some of.
std::vector<Cell> cellsWith(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices);
// BadInput where that is none, with the choices that go with the others.
Result<void> requireCells(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices);

// The choices of a cell without its accelerator, on which nothing depends that is measured.
Choices measuredOf(const Choices& choices);

// One of several parts: "2/8".
struct Shard {
    std::size_t index = 1, count = 1; // 1 <= index <= count
    friend bool operator==(const Shard&, const Shard&) = default;
};
std::optional<Shard> shardFrom(std::string_view text);
inline constexpr std::size_t MaxShards = 100'000;
// Every count-th measurement from the index-th on; cells that differ in the accelerator alone stay together.
std::vector<Cell> cellsOf(const std::vector<Cell>& cells, const Shard& shard);

} // namespace edgewright::experiment
