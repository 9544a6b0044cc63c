// SPDX-License-Identifier: GPL-3.0-or-later
// The multiply-accumulates of a graph. For tests that link edgewright_ops.
#pragma once

#include "core/ops/work.h"

#include <cstdint>

namespace edgewright::test {

// Multiply-accumulates of all nodes of a typed graph together.
inline std::int64_t macsOf(const ir::Graph& graph) { return ops::workOf(graph).macs(); }

} // namespace edgewright::test
