// SPDX-License-Identifier: GPL-3.0-or-later
// Raises a graph to a newer opset of the standard domain: every operator is written as that version wants it.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <string_view>

namespace edgewright::fusion {

// The newest opset of the standard domain whose changes are known here.
inline constexpr std::int64_t NewestOpset = 24;
// The oldest that runtimes load: what ONNX Runtime promises.
inline constexpr std::int64_t OldestLoadedOpset = 7;

struct Upgraded {
    // Types inferred. A node that had to be rewritten keeps its id; one that was added stands for (origins) the
    // node that needed it. Values keep theirs too.
    ir::Graph graph;
    ir::Opsets opsets;
    Diagnostics diagnostics; // notes: the operators that kept the opset below the limit
};

// `graph` must have inferred types. Goes as high as every operator in it and in its subgraphs and bodies can
// follow, at most to `limit`; the same graph when that is no higher than it stands. Fails only when cancelled.
Result<Upgraded> upgradeOpset(const ir::Graph& graph, const ir::Opsets& opsets, std::int64_t limit,
                              const RunContext& run = {});

// The opset that brought this standard operator as rules write it, on tensors of this type; 1 for those that
// were there from the start or are not known.
std::int64_t introducedIn(std::string_view op, ir::DataType type = ir::DataType::Undefined);
// The newest opset that an operator asks for of which `graph` has more than `base`, as it is written there;
// with subgraphs and bodies of both.
std::int64_t opsetNeeded(const ir::Graph& graph, const ir::Graph& base);

} // namespace edgewright::fusion
