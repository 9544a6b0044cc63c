// SPDX-License-Identifier: GPL-3.0-or-later
// Steps are replayed on what the sweep needs of the graph: who writes and who reads each tensor, and an order.
// A node that a patch adds comes behind the last node that the patch removes, which is where it stands in the
// history, unless it reads something later. The lifetimes that result are played into a tree of live bytes over
// the positions of all nodes that ever were: a removed node's position never holds more than its neighbour's.
#pragma once

#include "core/pipeline/history/benefits.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

struct Replayed {
    std::size_t end = 0; // the first step that was not replayed
    double secondsBefore = 0, secondsAfter = 0;
    std::vector<std::int64_t> peaks; // bytes, in front of the first replayed step and behind each
};

// Replays the steps from `from` on, of which `graph` is the result so far, and fills in their seconds. Ends in
// front of a step that the order cannot take.
Replayed replay(const fusion::History& history, const ir::Graph& graph, std::size_t from,
                const cost::Processor& processor, std::vector<StepBenefit>& benefits);

} // namespace edgewright::pipeline
