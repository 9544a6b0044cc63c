// SPDX-License-Identifier: GPL-3.0-or-later
// A model as it is served: a graph for each batch size. They may share their weights; what kernels prepare of
// those is made for each size and instance.
#pragma once

#include "core/base/result.h"
#include "core/ir/feeds/feeds.h"
#include "core/ir/graph.h"
#include "core/kernels/kernel_choice.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace edgewright::serve {

struct SizedGraph {
    std::int64_t size = 1;
    std::shared_ptr<const ir::Graph> graph; // with types (ops::inferTypes)
    ir::Feeds feeds;                        // of a whole batch
};

struct ServedModel {
    std::vector<SizedGraph> sizes; // ascending; a batch runs in the smallest one that it fits, filled up
    ir::Opsets opsets;
    kernels::KernelChoice choice; // threads are those of the scenario
    // The inputs of one request, by its number of its model's: one for each input of the graphs, with 1 as
    // first extent, which are put behind each other. Called on the thread that computes. Empty: each batch has
    // the feeds of its graph.
    std::function<Result<std::vector<ir::Tensor>>(std::uint64_t request)> inputs = {};
};

// Sizes to have graphs for: all up to 8, those that are preferred, and powers of 2, up to the largest.
std::vector<std::int64_t> batchSizes(const scenario::Batching& batching);
// The place in `sizes` of the smallest that holds so many; of more than any: the last.
std::size_t sizeFor(std::span<const SizedGraph> sizes, std::int64_t requests);
// BadInput, naming the model, where a graph is missing for its largest batch, or they are not of one model.
Result<void> check(const scenario::Model& model, const ServedModel& served);

// The feeds of a batch: tensors of requests behind each other, up to `size` of them, the last one again and
// again where there are fewer. BadInput where one has not the type of its input.
Result<ir::Feeds> joined(const ir::Graph& graph, std::int64_t size,
                         std::span<const std::vector<ir::Tensor>> requests);

} // namespace edgewright::serve
