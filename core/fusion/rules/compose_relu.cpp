// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/scalar_function.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto relu = [](double x) { return std::max(x, 0.0); };
    return f.agrees(relu) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    static const ScalarTarget target{
        "Relu", 6, {"Max", "Where", "Mul", "Cast"}, {"Max", "Where", "Greater", "GreaterOrEqual"}, fit, 1};
    return matchScalar(view, id, target);
}

} // namespace

extern const Rule compose_relu;
const Rule compose_relu{"compose_relu", "max(x, 0) in other words into Relu", match, "max(x, 0)", "Relu"};

} // namespace edgewright::fusion
