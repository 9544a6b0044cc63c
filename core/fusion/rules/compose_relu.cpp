// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>

namespace edgewright::fusion::compose_relu {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto relu = [](double x) { return std::max(x, 0.0); };
    return f.agrees(relu) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{
    "Relu", {"Max", "Where", "Mul", "Cast"}, {"Max", "Where", "Greater", "GreaterOrEqual"}, fit, 1};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "max(x, 0) in other words into Relu",
    .match = match,
    .before = "max(x, 0)",
    .after = "Relu",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_relu
