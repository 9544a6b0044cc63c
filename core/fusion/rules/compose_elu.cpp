// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>

namespace edgewright::fusion::compose_elu {

namespace {

std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto alpha = static_cast<float>(f.at(-1) / std::expm1(-1.0));
    if (!std::isfinite(alpha) || alpha == 0) return std::nullopt;
    const auto elu = [alpha](double x) { return x < 0 ? static_cast<double>(alpha) * std::expm1(x) : x; };
    if (!f.agrees(elu)) return std::nullopt;
    return std::vector<ir::Attribute>{{"alpha", alpha}};
}
const ScalarTarget Target{"Elu", {"Where", "Add", "Max", "Min", "Sub", "Cast"}, {"Exp", "Elu"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "alpha * (exp(x) - 1) below zero into Elu",
    .match = match,
    .before = "x < 0 ? alpha * (exp(x) - 1) : x",
    .after = "Elu",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_elu
