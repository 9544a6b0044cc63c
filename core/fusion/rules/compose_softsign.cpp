// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/scalar_function.h"

#include <cmath>

namespace edgewright::fusion {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto softsign = [](double x) { return x / (1 + std::abs(x)); };
    return f.agrees(softsign) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    static const ScalarTarget target{"Softsign", 1, {"Div", "Mul", "Cast"}, {"Abs", "Max"}, fit};
    return matchScalar(view, id, target);
}

} // namespace

extern const Rule compose_softsign;
const Rule compose_softsign{"compose_softsign", "x / (1 + abs(x)) into Softsign", match, "x / (1 + abs(x))",
                            "Softsign"};

} // namespace edgewright::fusion
