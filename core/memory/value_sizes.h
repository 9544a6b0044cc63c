// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes that the values of a graph take at most.
#pragma once

#include "core/ir/dims/dim_expression.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <optional>

namespace edgewright::memory {

class ValueSizes {
public:
    explicit ValueSizes(const ir::Graph& graph); // lives longer than this

    // Nothing: not known, without an upper bound, or no bytes (strings, sequences).
    std::optional<std::int64_t> bytes(ValueId id) const;
    // The type that bytes() counts where the data decide its extents: their upper bounds. Nothing for others.
    std::optional<ir::TensorType> bounded(ValueId id) const;

private:
    const ir::Graph& m_graph;
    const ir::SymbolValues m_bounds;
};

} // namespace edgewright::memory
