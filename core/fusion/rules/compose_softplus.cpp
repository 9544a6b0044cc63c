// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/scalar_function.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto softplus = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
    return f.agrees(softplus) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    static const ScalarTarget target{
        "Softplus", 1, {"Log", "Add", "Where", "Max", "Neg", "Cast"}, {"Exp", "Sigmoid"}, fit};
    return matchScalar(view, id, target);
}

} // namespace

extern const Rule compose_softplus;
const Rule compose_softplus{"compose_softplus", "log(1 + exp(x)) into Softplus", match, "log(1 + exp(x))",
                            "Softplus"};

} // namespace edgewright::fusion
