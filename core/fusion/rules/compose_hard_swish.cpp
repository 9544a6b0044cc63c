// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>

namespace edgewright::fusion::compose_hard_swish {

namespace {

//   x -> HardSigmoid(1/6, 1/2) -> Mul(x)                  =>      x -> HardSwish
//   x -> Add(3) -> Clip(0, 6) -> Mul(x) -> Div(6)         =>      x -> HardSwish
std::optional<std::vector<ir::Attribute>> fit(const ScalarFunction& f) {
    const auto wanted = [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); };
    return f.agrees(wanted) ? std::optional(std::vector<ir::Attribute>()) : std::nullopt;
}
const ScalarTarget Target{"HardSwish", {"Mul", "Div", "Cast"}, {"Clip", "HardSigmoid", "Min", "Relu"}, fit};

Match match(const GraphView& view, NodeId id) { return matchScalar(view, id, Target); }

} // namespace

extern const Rule entry;
const Rule entry{
    .summary = "x * clip(x + 3, 0, 6) / 6 into HardSwish",
    .match = match,
    .before = "x * HardSigmoid(x)",
    .after = "HardSwish",
    .composes = true,
    .roots = Target.ends,
};

} // namespace edgewright::fusion::compose_hard_swish
