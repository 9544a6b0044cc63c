// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::fusion::compose_prelu {

namespace {

constexpr std::string_view Op = "PRelu";
constexpr std::array<std::string_view, 6> Ends{"Add", "Sub", "Where", "Max", "Min", "Cast"};

// Whether f is x above zero and factor * parameter * x below it, for parameters between these.
bool isPRelu(const ScalarFunction& f, double low, double high, double factor) {
    for (const double number : {low, (low + high) / 2, high, low + 0.3 * (high - low)}) {
        const double slope = factor * number;
        if (!f.with(number).agrees([slope](double x) { return x < 0 ? slope * x : x; })) return false;
    }
    return true;
}

//   Relu(x) + slope * Min(x, 0),   Relu(x) - slope * Relu(-x),   Where(x < 0, slope * x, x)     =>     PRelu
Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    if (std::ranges::find(Ends, std::string_view(last.op)) == Ends.end()) return NoMatch{};
    for (const ScalarFunction& f : parametricFunctions(view, last)) {
        const auto numbers = knownFloats(view, f.parameter);
        if (f.nodes.size() < 2 || !numbers || numbers->empty()) continue;
        const auto [low, high] = std::minmax_element(numbers->begin(), numbers->end());
        if (!std::isfinite(*low) || !std::isfinite(*high)) continue;
        // Of numbers that are all the same, two signs would do; LeakyRelu takes those.
        double factor = 0;
        for (const double sign : {1.0, -1.0})
            if (factor == 0 && isPRelu(f, *low, *high, sign)) factor = sign;
        if (factor == 0) continue;
        const ir::TensorType& x = typeOf(view, f.x);
        const ir::Tensor& slope = *knownTensor(view, f.parameter);
        if (!sameShape(x, typeOf(view, last.output(0))) || slope.dims().size() > *x.rank())
            return Refused{
                f.nodes, {f.x}, say("the shape of {1} is not known to be kept", described(view, f.x))};
        if (slope.dtype() != x.dtype) continue;
        if (auto refused = whyNotComposed(view, f.nodes, Op)) return *std::move(refused);
        ir::PatchBuilder patch(view.graph);
        ValueId slopes = f.parameter;
        if (factor < 0) {
            auto turned = roundedTensor(slope.dtype(), slope.dims(),
                                        [&](std::int64_t i) { return -ir::elementAsDouble(slope, i); });
            if (!turned) continue;
            slopes = patch.constant(view.graph.value(last.output(0)).name + "_slope", *std::move(turned));
        }
        patch.add(replacementNode(view, f.nodes, Op, {f.x, slopes}));
        return composed(view, std::move(patch), f.nodes, Op);
    }
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "A slope of its own below zero for each channel into PRelu"),
    .match = match,
    .before = "relu(x) - slope * relu(-x)",
    .after = "PRelu",
    .composes = true,
    .roots = {Ends.begin(), Ends.end()},
};

} // namespace edgewright::fusion::compose_prelu
