// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion::compose_softplus {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto softplus = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
    return f.agrees(softplus) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{"Softplus", {"Log", "Add", "Where", "Max", "Neg", "Cast"}, {"Exp", "Sigmoid"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "log(1 + exp(x)) into Softplus",
    .match = match,
    .before = "log(1 + exp(x))",
    .after = "Softplus",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_softplus
