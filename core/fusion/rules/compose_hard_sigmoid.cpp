// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace edgewright::fusion::compose_hard_sigmoid {

namespace {

// The line is found between two points where f is neither 0 nor 1, next to the numbers that the nodes hold.
std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    std::vector<double> points;
    for (int i = -40; i <= 40; ++i)
        points.push_back(0.2 * i);
    for (const double number : f.numbers())
        if (std::isfinite(number) && std::abs(number) < 1e6)
            for (const double factor : {-1.0, -0.5, 0.5, 1.0})
                points.push_back(number * factor);
    std::vector<std::pair<double, double>> inner;
    for (const double point : points)
        if (const double y = f.at(point); y > 1e-4 && y < 1 - 1e-4) inner.emplace_back(point, y);
    if (inner.size() < 2) return std::nullopt;
    const auto [first, last] = std::minmax_element(inner.begin(), inner.end());
    if (last->first - first->first < 1e-3) return std::nullopt;
    const auto alpha = static_cast<float>((last->second - first->second) / (last->first - first->first));
    const auto beta = static_cast<float>(last->second - static_cast<double>(alpha) * last->first);
    if (alpha == 0) return std::nullopt;
    const auto wanted = [alpha, beta](double x) {
        return std::clamp(static_cast<double>(alpha) * x + static_cast<double>(beta), 0.0, 1.0);
    };
    if (!f.agrees(wanted)) return std::nullopt;
    return std::vector<ir::Attribute>{{"alpha", alpha}, {"beta", beta}};
}
const ScalarTarget Target{"HardSigmoid",
                          {"Div", "Mul", "Clip", "Max", "Min", "Add", "Relu", "Cast"},
                          {"Clip", "Max", "Min", "Relu", "HardSigmoid"},
                          fit};

Match match(const GraphView& view, NodeId id) {
    Match found = matchScalar(view, id, Target);
    const auto* applied = std::get_if<Applied>(&found);
    const ir::Node* next = applied ? view.onlyConsumer(view.graph.node(id).output(0)) : nullptr;
    if (!next || !next->is("Mul")) return found;
    // x * HardSigmoid(x) is for HardSwish, or stays as it is.
    const ValueId x = applied->patch.added.front().inputs.front();
    return next->input(0) == x || next->input(1) == x ? Match(NoMatch{}) : found;
}

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "clip(alpha * x + beta, 0, 1) into HardSigmoid",
    .match = match,
    .before = "clip(alpha * x + beta, 0, 1)",
    .after = "HardSigmoid",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_hard_sigmoid
