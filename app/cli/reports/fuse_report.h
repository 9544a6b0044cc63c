// SPDX-License-Identifier: GPL-3.0-or-later
// A history, what it buys and its proof, in words and as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/ops/infer.h"
#include "core/pipeline/bisect.h"
#include "core/pipeline/check.h"
#include "core/pipeline/history/benefits.h"

#include <optional>

namespace edgewright::cli {

// The arenas of both graphs, in bytes, under the memory settings of the study.
struct ArenaPeaks {
    std::int64_t before = 0, after = 0;
    bool areLeast = false; // tensors of unknown size are left out
};

// nodes_before .. faults; `before` is the graph as it was read. `peaks`: none where there is no plan.
void addHistory(Json& document, const ir::Graph& before, const fusion::History& history,
                const pipeline::Benefits& benefits, const std::optional<ArenaPeaks>& peaks);
// `extents` are those that open dimensions were given for the benefits.
void printHistory(const Console& console, const ir::Graph& before, const fusion::History& history,
                  const pipeline::Benefits& benefits, const std::optional<ArenaPeaks>& peaks,
                  const ir::Bindings& extents);

// verify{}; `history` names the nodes.
void addCheck(Json& document, const pipeline::Check& check, const fusion::History& history);
// True if every output that was compared is within its tolerance.
bool printCheck(const Console& console, const pipeline::Check& check);
void addBroken(Json& document, const pipeline::BrokenBy& broken);

} // namespace edgewright::cli
