// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/value_sizes.h"

#include "core/ops/extent_bounds.h"

namespace edgewright::memory {

namespace {

constexpr std::int64_t MaxBoundedBytes = std::int64_t(1) << 40; // a larger bound says nothing

} // namespace

ValueSizes::ValueSizes(const ir::Graph& graph) : m_graph(graph), m_bounds(ops::extentBounds(graph)) {}

std::optional<std::int64_t> ValueSizes::bytes(ValueId id) const {
    const ir::TensorType& type = m_graph.value(id).type;
    if (type.dtype == ir::DataType::String || ir::bitWidth(type.dtype) <= 0) return std::nullopt;
    if (const auto known = type.bytes()) return known;
    const auto largest = bounded(id);
    return largest ? largest->bytes() : std::nullopt;
}

std::optional<ir::TensorType> ValueSizes::bounded(ValueId id) const {
    const ir::TensorType& type = m_graph.value(id).type;
    if (m_bounds.empty() || type.dims()) return std::nullopt;
    auto largest = ops::largestType(type, m_bounds);
    const auto bytes = largest ? largest->bytes() : std::nullopt;
    return bytes && *bytes <= MaxBoundedBytes ? largest : std::nullopt;
}

} // namespace edgewright::memory
