// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::device {

// Bytes of the constants that the nodes of a graph read, those in subgraphs and bodies included: what several
// share counts once. As a bundle of the graph holds them.
std::int64_t weightBytesOf(const ir::Graph& graph);

} // namespace edgewright::device
