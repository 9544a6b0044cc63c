// SPDX-License-Identifier: GPL-3.0-or-later
// exp(x) divided by its sum along one axis, as exporters write it.
#pragma once

#include "core/fusion/patterns/composing.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::fusion {

struct SoftmaxMatch {
    ValueId x;
    std::vector<std::int64_t> axes;
};

// Div(e, ReduceSum(e)) or Mul(e, Reciprocal(ReduceSum(e))) at `node`, with e = Exp(x) or Exp(x - ReduceMax(x)).
std::optional<SoftmaxMatch> softmaxAt(Trail& trail, const ir::Node& node);
// x or Sub(x, ReduceMax(x)) with the maximum along `axes`; the nodes of the latter are noted.
ValueId withoutMaximum(Trail& trail, ValueId value, const std::vector<std::int64_t>& axes);
// One `op` (Softmax, LogSoftmax) over those axes in the place of `nodes`.
Match composeOver(const GraphView& view, const std::vector<NodeId>& nodes, const SoftmaxMatch& softmax,
                  std::string_view op);

} // namespace edgewright::fusion
