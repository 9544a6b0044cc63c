// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/scalar_function.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion {

namespace {

double mish(double x) { return x * std::tanh(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))); }

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    return f.agrees(mish) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    static const ScalarTarget target{"Mish", 18, {"Mul", "Div", "Cast"}, {"Softplus", "Exp"}, fit};
    return matchScalar(view, id, target);
}

} // namespace

extern const Rule compose_mish;
const Rule compose_mish{"compose_mish", "Mish from its formula", match, "x * tanh(log(1 + exp(x)))", "Mish"};

} // namespace edgewright::fusion
