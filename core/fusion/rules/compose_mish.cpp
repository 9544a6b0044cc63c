// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion::compose_mish {

namespace {

double mish(double x) { return x * std::tanh(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))); }

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    return f.agrees(mish) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{"Mish", {"Mul", "Div", "Cast"}, {"Softplus", "Exp"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "Mish from its formula",
    .match = match,
    .before = "x * tanh(log(1 + exp(x)))",
    .after = "Mish",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_mish
