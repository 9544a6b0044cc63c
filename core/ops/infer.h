// SPDX-License-Identifier: GPL-3.0-or-later
// Types for every value of a graph, and the values that follow from constants and shapes alone.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/run_context.h"
#include "core/ir/dims/bindings.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <set>
#include <string>

namespace edgewright::ops {

struct Inferred {
    ir::Graph graph;         // the same graph, with value.type and value.folded filled in as far as possible
    Diagnostics diagnostics; // unknown operators (note), contradictions with declared shapes, operator errors
    std::vector<ValueId> unresolved; // values of the top graph without a full shape
};

// Limits on what inference makes beside the graph itself: types of each call of a function, folded elements,
// symbols. 0: 32 MiB, and twice what the graph takes.
struct InferLimits {
    std::int64_t memoryBytes = 0;
};

// Binds symbols of the graph's inputs first, then walks in execution order. Nodes on cycles and unknown
// operators keep the types that the file declares. Never fails: whatever is wrong becomes a diagnostic. What
// would exceed the limits stays as the file declares it, with a warning ("inference-limit").
Inferred inferTypes(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Bindings& bindings = {},
                    const RunContext& run = {}, const InferLimits& limits = {});

// Extents for whatever dimensions of the graph inputs are still open, so that the model can be executed:
// 1 for the first axis ("batch"), 16 where the name counts tokens ("past", "seq_len"), 224 for the last two
// axes of a 4-D tensor, 512 for the second axis of a matrix of floats (also a "sequence" of samples), 16
// otherwise. Named symbols get one value each. Unnamed ones are keyed "<input name>#<axis>" (accepted by
// inferTypes as well). A total of tokens is what bindSum makes it.
ir::Bindings defaultBindings(const ir::Graph& graph, const ir::Bindings& given = {});

// "past", "sequence_length", "kv_cache": an extent that counts tokens or steps, not pixels or samples.
bool countsTokens(std::string_view symbol);

// Extents that belong together by their names: "total_seq_len" beside one "past_..." and one "seq_len" is their
// sum. Changes one of the three that is not in `kept`: the total if it can, else the past, else the new tokens.
// Nothing where the names do not say it, or no extent above 0 (of the past: from 0 on) would do.
void bindSum(ir::Bindings& bindings, const std::set<std::string, std::less<>>& kept);

} // namespace edgewright::ops
