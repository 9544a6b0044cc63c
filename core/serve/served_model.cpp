// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/served_model.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace edgewright::serve {

std::vector<std::int64_t> batchSizes(const scenario::Batching& batching) {
    constexpr std::int64_t All = 8;
    std::set<std::int64_t> sizes{batching.maxSize};
    for (std::int64_t size = 1; size < batching.maxSize; size = size < All ? size + 1 : size * 2)
        sizes.insert(size);
    sizes.insert(batching.preferred.begin(), batching.preferred.end());
    return {sizes.begin(), sizes.end()};
}

std::size_t sizeFor(std::span<const SizedGraph> sizes, std::int64_t requests) {
    const auto found = std::ranges::lower_bound(sizes, requests, {}, &SizedGraph::size);
    return found == sizes.end() ? sizes.size() - 1 : static_cast<std::size_t>(found - sizes.begin());
}

Result<void> check(const scenario::Model& model, const ServedModel& served) {
    const std::string name = inQuotes(model.name);
    if (served.sizes.empty() || served.sizes.back().size < model.batching.maxSize)
        return badInput(say("{1} runs in batches of up to {2}: expected a graph for that size", name,
                            model.batching.maxSize));
    std::int64_t last = 0;
    for (const SizedGraph& each : served.sizes) {
        if (each.size <= last || !each.graph)
            return badInput(say("{1}: expected graphs for ascending batch sizes from 1 on", name));
        last = each.size;
        if (each.graph->inputs.size() != served.sizes[0].graph->inputs.size())
            return badInput(say("{1}: expected graphs with the same inputs for all batch sizes", name));
        if (auto fed = ir::checkFeeds(*each.graph, each.feeds); !fed)
            return std::move(fed).error().within(say("{1}, batches of {2}", name, each.size));
    }
    return {};
}

Result<ir::Feeds> joined(const ir::Graph& graph, std::int64_t size,
                         std::span<const std::vector<ir::Tensor>> requests) {
    ir::Feeds feeds;
    for (std::size_t input = 0; input < graph.inputs.size(); ++input) {
        const ir::Value& value = graph.value(graph.inputs[input]);
        std::optional<ir::Tensor> all;
        for (std::int64_t row = 0; row < size; ++row) {
            const auto& request = requests[std::min(static_cast<std::size_t>(row), requests.size() - 1)];
            if (input >= request.size() || !request[input].isTensor() || request[input].dims().empty() ||
                request[input].dims()[0] != 1 || request[input].dtype() == ir::DataType::String ||
                request[input].dtype() != value.type.dtype)
                return badInput(say("input {1}: expected a tensor of its type with 1 as first extent",
                                    inQuotes(value.name)));
            const ir::Tensor& one = request[input];
            if (!all) {
                ir::Dims dims = one.dims();
                dims[0] = size;
                ASSIGN_OR_RETURN(all, ir::Tensor::allocate(one.dtype(), dims));
            }
            const std::size_t bytes = one.bytes().size();
            if (bytes * static_cast<std::size_t>(size) != all->bytes().size())
                return badInput(say("input {1}: expected tensors of one shape", inQuotes(value.name)));
            if (bytes > 0)
                std::memcpy(all->mutableBytes().data() + bytes * static_cast<std::size_t>(row),
                            one.bytes().data(), bytes);
        }
        if (all) feeds.emplace(value.id, *std::move(all));
    }
    RETURN_IF_ERROR(ir::checkFeeds(graph, feeds));
    return feeds;
}

} // namespace edgewright::serve
