// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/feeds/feeds.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

namespace edgewright::ir {

namespace {

// What keeps `tensor` from being of the declared type; empty when nothing does.
std::string mismatchOf(const TensorType& declared, const Tensor& tensor) {
    if (!tensor.hasData()) return say("the given tensor has no data");
    if (tensor.container() != declared.container) return say("it is another kind of value");
    if (declared.dtype != DataType::Undefined && declared.dtype != tensor.dtype())
        return say("the element type differs");
    if (!tensor.isTensor()) {
        TensorType inner = declared;
        inner.container =
            declared.container == Container::OptionalSequence ? Container::Sequence : Container::Tensor;
        for (std::size_t i = 0; i < tensor.items().size(); ++i)
            if (const std::string what = mismatchOf(inner, tensor.items()[i]); !what.empty())
                return say("item {1}: {2}", i, what);
        return {};
    }
    if (!declared.shape) return {};
    if (declared.shape->size() != tensor.dims().size()) return say("the rank differs");
    for (std::size_t axis = 0; axis < tensor.dims().size(); ++axis) {
        const Dim& dim = (*declared.shape)[axis];
        if (dim.known() && dim.value() != tensor.dims()[axis])
            return say("the extent of axis {1} differs", axis);
    }
    return {};
}

Result<void> checkFeed(const Value& value, const Tensor& tensor) {
    const std::string what = mismatchOf(value.type, tensor);
    if (what.empty()) return {};
    return badInput(say("input '{1}': {2} (declared {3}, given {4})", value.name, what, value.type.text(),
                        tensor.type().text()));
}

} // namespace

Result<void> checkFeeds(const Graph& graph, const Feeds& feeds) {
    for (const ValueId id : graph.inputs) {
        if (!id.valid() || !graph.contains(id))
            return badInput(say("the graph lists an input that does not exist"));
        const auto feed = feeds.find(id);
        if (feed == feeds.end())
            return badInput(say("input '{1}': no tensor was given (expected {2})", graph.value(id).name,
                                graph.value(id).type.text()));
        RETURN_IF_ERROR(checkFeed(graph.value(id), feed->second));
    }
    for (const auto& [id, tensor] : feeds) {
        if (graph.isInput(id)) continue;
        if (!graph.contains(id) || !graph.value(id).constant)
            return badInput(say("a tensor was given for '{1}', which is neither an input nor an initializer",
                                graph.contains(id) ? graph.value(id).name : std::to_string(id.index())));
        RETURN_IF_ERROR(checkFeed(graph.value(id), tensor));
    }
    return {};
}

} // namespace edgewright::ir
