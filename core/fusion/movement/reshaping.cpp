// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/reshaping.h"

#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

bool isReshaping(const ir::Node& node) {
    return node.is("Reshape") || node.is("Flatten") || node.is("Squeeze") || node.is("Unsqueeze");
}

std::optional<ir::Node> reshapeTo(const GraphView& view, ir::PatchBuilder& patch, ValueId x,
                                  const ir::TensorType& to, const std::string& name) {
    if (!to.shape) return std::nullopt;
    const ir::TensorType& from = typeOf(view, x);
    const auto zero = [](const ir::Dim& dim) { return dim.known() && dim.value() == 0; };
    if (std::ranges::any_of(*to.shape, zero)) return std::nullopt; // 0 copies
    if (from.shape && std::ranges::any_of(*from.shape, zero)) return std::nullopt;
    std::vector<std::int64_t> shape;
    bool open = false;
    for (std::size_t i = 0; i < to.shape->size(); ++i) {
        const ir::Dim& dim = (*to.shape)[i];
        const bool stays =
            !dim.symbol().empty() && from.shape && i < from.shape->size() && (*from.shape)[i] == dim;
        if (dim.known())
            shape.push_back(dim.value());
        else if (stays)
            shape.push_back(0);
        else if (!open) {
            shape.push_back(-1);
            open = true;
        } else
            return std::nullopt;
    }
    ir::Node reshape;
    reshape.op = "Reshape";
    reshape.inputs = {x};
    if (view.opset() < 5)
        reshape.set("shape", std::move(shape));
    else
        reshape.inputs.push_back(patch.constant(
            name + "_shape", ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(shape.size())}, shape)));
    return reshape;
}

} // namespace edgewright::fusion
