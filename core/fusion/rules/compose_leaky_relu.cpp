// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>

namespace edgewright::fusion::compose_leaky_relu {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto alpha = static_cast<float>(-f.at(-1));
    if (!std::isfinite(alpha) || alpha == 0 || alpha == 1) return std::nullopt;
    const auto leaky = [alpha](double x) { return x < 0 ? static_cast<double>(alpha) * x : x; };
    if (!f.agrees(leaky)) return std::nullopt;
    return std::vector<ir::Attribute>{{"alpha", alpha}};
}
const ScalarTarget Target{"LeakyRelu",
                          {"Where", "Max", "Min", "Add", "Sub", "Cast", "Mul"},
                          {"Relu", "Where", "Max", "Min", "Abs"},
                          fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "alpha * x below zero into LeakyRelu",
    .match = match,
    .before = "x < 0 ? alpha * x : x",
    .after = "LeakyRelu",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_leaky_relu
