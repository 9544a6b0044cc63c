// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <cmath>
#include <numbers>
#include <string>

namespace edgewright::fusion::compose_gelu {

namespace {

double gelu(double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }
double geluTanh(double x) {
    const double scale = 2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2; // sqrt(2 / pi)
    return x / (1 + std::exp(-2 * scale * (x + 0.044715 * x * x * x)));
}

// x * (1 + tanh(u)) / 2 = x * sigmoid(2 u): both are written
std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    if (f.agrees(gelu)) return std::vector<ir::Attribute>();
    if (f.agrees(geluTanh)) return std::vector<ir::Attribute>{{"approximate", std::string("tanh")}};
    return std::nullopt;
}
const ScalarTarget Target{"Gelu", {"Mul", "Div", "Gelu", "FastGelu", "Cast"}, {"Erf", "Tanh", "Sigmoid"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "Gelu from its erf or tanh formula",
    .match = match,
    .before = "x * (erf(x / sqrt(2)) + 1) / 2",
    .after = "Gelu",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_gelu
