// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions that are spelled out: rules that differ only by the function that they look for.
#include "core/fusion/patterns/scalar_function.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

namespace edgewright::fusion {

namespace scalar_targets {

namespace {

using Attributes = std::optional<std::vector<ir::Attribute>>; // see ScalarTarget::fit

double gelu(double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }
double geluTanh(double x) {
    const double scale = 2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2; // sqrt(2 / pi)
    return x / (1 + std::exp(-2 * scale * (x + 0.044715 * x * x * x)));
}
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double mish(double x) { return x * std::tanh(softplus(x)); }
double hardSwish(double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softsign(double x) { return x / (1 + std::abs(x)); }
double relu(double x) { return std::max(x, 0.0); }

// For operators without attributes.
template <double (*Function)(double)>
Attributes fitExactly(const ScalarFunction& f) {
    return f.agrees(Function) ? Attributes(std::in_place) : std::nullopt;
}

// x * (1 + tanh(u)) / 2 = x * sigmoid(2 u): both are written
Attributes fitGelu(const ScalarFunction& f) {
    if (f.agrees(gelu)) return Attributes(std::in_place);
    if (f.agrees(geluTanh)) return Attributes({{"approximate", std::string("tanh")}});
    return std::nullopt;
}

Attributes fitSwish(const ScalarFunction& f) {
    const double gate = f.at(1); // sigmoid(alpha)
    if (!(gate > 0 && gate < 1)) return std::nullopt;
    auto alpha = static_cast<float>(std::log(gate / (1 - gate)));
    if (std::abs(alpha - 1) < 1e-6F) alpha = 1;
    if (std::abs(alpha) < 1e-3F) return std::nullopt; // x / 2
    const auto swish = [alpha](double x) { return x / (1 + std::exp(-static_cast<double>(alpha) * x)); };
    if (!f.agrees(swish)) return std::nullopt;
    return alpha == 1 ? Attributes(std::in_place) : Attributes({{"alpha", alpha}});
}

// The line is found between two points where f is neither 0 nor 1, next to the numbers that the nodes hold.
Attributes fitHardSigmoid(const ScalarFunction& f) {
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
    return Attributes({{"alpha", alpha}, {"beta", beta}});
}

Attributes fitElu(const ScalarFunction& f) {
    const auto alpha = static_cast<float>(f.at(-1) / std::expm1(-1.0));
    if (!std::isfinite(alpha) || alpha == 0) return std::nullopt;
    const auto elu = [alpha](double x) { return x < 0 ? static_cast<double>(alpha) * std::expm1(x) : x; };
    return f.agrees(elu) ? Attributes({{"alpha", alpha}}) : std::nullopt;
}

Attributes fitLeakyRelu(const ScalarFunction& f) {
    const auto alpha = static_cast<float>(-f.at(-1));
    if (!std::isfinite(alpha) || alpha == 0 || alpha == 1) return std::nullopt;
    const auto leaky = [alpha](double x) { return x < 0 ? static_cast<double>(alpha) * x : x; };
    return f.agrees(leaky) ? Attributes({{"alpha", alpha}}) : std::nullopt;
}

// What is made, what may come last, what must be inside, and whether it is the function.
const ScalarTarget Gelu{
    "Gelu", {"Mul", "Div", "Gelu", "FastGelu", "Cast"}, {"Erf", "Tanh", "Sigmoid"}, fitGelu};
const ScalarTarget Mish{"Mish", {"Mul", "Div", "Cast"}, {"Softplus", "Exp"}, fitExactly<mish>};
const ScalarTarget HardSwish{
    "HardSwish", {"Mul", "Div", "Cast"}, {"Clip", "HardSigmoid", "Min", "Relu"}, fitExactly<hardSwish>};
const ScalarTarget Swish{"Swish", {"Mul", "Div", "QuickGelu", "Cast"}, {"Sigmoid", "Exp", "Tanh"}, fitSwish};
const ScalarTarget HardSigmoid{"HardSigmoid",
                               {"Div", "Mul", "Clip", "Max", "Min", "Add", "Relu", "Cast"},
                               {"Clip", "Max", "Min", "Relu", "HardSigmoid"},
                               fitHardSigmoid};
const ScalarTarget Sigmoid{
    "Sigmoid", {"Div", "Reciprocal", "Mul", "Add", "Cast"}, {"Exp", "Tanh"}, fitExactly<sigmoid>};
const ScalarTarget Softplus{
    "Softplus", {"Log", "Add", "Where", "Max", "Neg", "Cast"}, {"Exp", "Sigmoid"}, fitExactly<softplus>};
const ScalarTarget Softsign{"Softsign", {"Div", "Mul", "Cast"}, {"Abs", "Max"}, fitExactly<softsign>};
const ScalarTarget Elu{"Elu", {"Where", "Add", "Max", "Min", "Sub", "Cast"}, {"Exp", "Elu"}, fitElu};
const ScalarTarget LeakyRelu{"LeakyRelu",
                             {"Where", "Max", "Min", "Add", "Sub", "Cast", "Mul"},
                             {"Relu", "Where", "Max", "Min", "Abs"},
                             fitLeakyRelu};
const ScalarTarget Relu{"Relu",
                        {"Max", "Where", "Mul", "Cast"},
                        {"Max", "Where", "Greater", "GreaterOrEqual"},
                        fitExactly<relu>,
                        1};

template <const ScalarTarget& Target>
Match match(const GraphView& view, NodeId id) {
    return matchScalar(view, id, Target);
}

// x * HardSigmoid(x) is for HardSwish, or stays as it is.
Match matchHardSigmoid(const GraphView& view, NodeId id) {
    Match found = matchScalar(view, id, HardSigmoid);
    const auto* applied = std::get_if<Applied>(&found);
    const ir::Node* next = applied ? view.onlyConsumer(view.graph.node(id).output(0)) : nullptr;
    if (!next || !next->is("Mul")) return found;
    const ValueId x = applied->patch.added.front().inputs.front();
    return next->input(0) == x || next->input(1) == x ? Match(NoMatch{}) : found;
}

template <const ScalarTarget& Target>
Rule rule(std::string_view summary, std::string_view before, decltype(Rule::match) how = match<Target>) {
    return {.summary = summary,
            .match = how,
            .before = before,
            .after = Target.op,
            .composes = true,
            .roots = Target.ends};
}

} // namespace

} // namespace scalar_targets

namespace compose_gelu {
using namespace scalar_targets;
extern const Rule entry =
    rule<Gelu>(TRANSLATABLE("Rule", "Gelu from its erf or tanh formula"), "x * (erf(x / sqrt(2)) + 1) / 2");
} // namespace compose_gelu
namespace compose_mish {
using namespace scalar_targets;
extern const Rule entry =
    rule<Mish>(TRANSLATABLE("Rule", "Mish from its formula"), "x * tanh(log(1 + exp(x)))");
} // namespace compose_mish
namespace compose_hard_swish {
using namespace scalar_targets;
extern const Rule entry =
    rule<HardSwish>(TRANSLATABLE("Rule", "x * clip(x + 3, 0, 6) / 6 into HardSwish"), "x * HardSigmoid(x)");
} // namespace compose_hard_swish
namespace compose_swish {
using namespace scalar_targets;
extern const Rule entry =
    rule<Swish>(TRANSLATABLE("Rule", "x * sigmoid(alpha * x) into Swish"), "x * sigmoid(alpha * x)");
} // namespace compose_swish
namespace compose_hard_sigmoid {
using namespace scalar_targets;
extern const Rule entry =
    rule<HardSigmoid>(TRANSLATABLE("Rule", "clip(alpha * x + beta, 0, 1) into HardSigmoid"),
                      "clip(alpha * x + beta, 0, 1)", matchHardSigmoid);
} // namespace compose_hard_sigmoid
namespace compose_sigmoid {
using namespace scalar_targets;
extern const Rule entry =
    rule<Sigmoid>(TRANSLATABLE("Rule", "1 / (1 + exp(-x)) into Sigmoid"), "1 / (1 + exp(-x))");
} // namespace compose_sigmoid
namespace compose_softplus {
using namespace scalar_targets;
extern const Rule entry =
    rule<Softplus>(TRANSLATABLE("Rule", "log(1 + exp(x)) into Softplus"), "log(1 + exp(x))");
} // namespace compose_softplus
namespace compose_softsign {
using namespace scalar_targets;
extern const Rule entry =
    rule<Softsign>(TRANSLATABLE("Rule", "x / (1 + abs(x)) into Softsign"), "x / (1 + abs(x))");
} // namespace compose_softsign
namespace compose_elu {
using namespace scalar_targets;
extern const Rule entry = rule<Elu>(TRANSLATABLE("Rule", "alpha * (exp(x) - 1) below zero into Elu"),
                                    "x < 0 ? alpha * (exp(x) - 1) : x");
} // namespace compose_elu
namespace compose_leaky_relu {
using namespace scalar_targets;
extern const Rule entry =
    rule<LeakyRelu>(TRANSLATABLE("Rule", "alpha * x below zero into LeakyRelu"), "x < 0 ? alpha * x : x");
} // namespace compose_leaky_relu
namespace compose_relu {
using namespace scalar_targets;
extern const Rule entry = rule<Relu>(TRANSLATABLE("Rule", "max(x, 0) in other words into Relu"), "max(x, 0)");
} // namespace compose_relu

} // namespace edgewright::fusion
