// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>

namespace edgewright::fusion::compose_softsign {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto softsign = [](double x) { return x / (1 + std::abs(x)); };
    return f.agrees(softsign) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{"Softsign", {"Div", "Mul", "Cast"}, {"Abs", "Max"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "x / (1 + abs(x)) into Softsign",
    .match = match,
    .before = "x / (1 + abs(x))",
    .after = "Softsign",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_softsign
