// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/scalar_function.h"

#include <cmath>

namespace edgewright::fusion {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    return f.agrees(sigmoid) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    static const ScalarTarget target{
        "Sigmoid", 1, {"Div", "Reciprocal", "Mul", "Add", "Cast"}, {"Exp", "Tanh"}, fit};
    return matchScalar(view, id, target);
}

} // namespace

extern const Rule compose_sigmoid;
const Rule compose_sigmoid{"compose_sigmoid", "1 / (1 + exp(-x)) into Sigmoid", match, "1 / (1 + exp(-x))",
                           "Sigmoid"};

} // namespace edgewright::fusion
