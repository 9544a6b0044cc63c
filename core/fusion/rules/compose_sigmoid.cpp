// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>

namespace edgewright::fusion::compose_sigmoid {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    return f.agrees(sigmoid) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{"Sigmoid", {"Div", "Reciprocal", "Mul", "Add", "Cast"}, {"Exp", "Tanh"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "1 / (1 + exp(-x)) into Sigmoid",
    .match = match,
    .before = "1 / (1 + exp(-x))",
    .after = "Sigmoid",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_sigmoid
