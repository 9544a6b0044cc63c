// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/no_work.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace edgewright::ops {

bool isKnownBeforehand(const ir::Graph& graph, const ir::Node& node) {
    return isKnownBeforehand(node, [&](ValueId id) {
        return graph.contains(id) ? std::optional(graph.value(id).known() != nullptr) : std::nullopt;
    });
}

bool isView(const ir::Node& node) {
    static constexpr std::array<std::string_view, 6> Views = {"Dropout", "Flatten", "Identity",
                                                              "Reshape", "Squeeze", "Unsqueeze"};
    if (!node.domain.empty() || std::ranges::find(Views, node.op) == Views.end()) return false;
    // The third input of Dropout can switch training on.
    return node.hasInput(0) && !(node.op == "Dropout" && node.hasInput(2));
}

} // namespace edgewright::ops
