// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>

namespace edgewright::fusion::compose_swish {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const double gate = f.at(1); // sigmoid(alpha)
    if (!(gate > 0 && gate < 1)) return std::nullopt;
    auto alpha = static_cast<float>(std::log(gate / (1 - gate)));
    if (std::abs(alpha - 1) < 1e-6F) alpha = 1;
    if (std::abs(alpha) < 1e-3F) return std::nullopt; // x / 2
    const auto swish = [alpha](double x) { return x / (1 + std::exp(-static_cast<double>(alpha) * x)); };
    if (!f.agrees(swish)) return std::nullopt;
    std::vector<ir::Attribute> attributes;
    if (alpha != 1) attributes.push_back({"alpha", alpha});
    return attributes;
}
const ScalarTarget Target{"Swish", {"Mul", "Div", "QuickGelu", "Cast"}, {"Sigmoid", "Exp", "Tanh"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "x * sigmoid(alpha * x) into Swish",
    .match = match,
    .before = "x * sigmoid(alpha * x)",
    .after = "Swish",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_swish
