// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_steps.h"

#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <unordered_map>

namespace edgewright::fusion {

namespace {

using In = const double*;
using Compute = double (*)(In in, In p);

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); }
double geluTanh(double x) {
    const double scale = 2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    return 0.5 * x * (1 + std::tanh(scale * (x + 0.044715 * x * x * x)));
}
double elu(double x, double alpha) { return x < 0 ? alpha * std::expm1(x) : x; }

struct Known {
    std::string_view op;
    std::size_t operands;
    Compute compute;
};

constexpr std::array Plain{
    Known{"Abs", 1, [](In x, In) { return std::abs(x[0]); }},
    Known{"Add", 2, [](In x, In) { return x[0] + x[1]; }},
    Known{"And", 2, [](In x, In) { return double(x[0] != 0 && x[1] != 0); }},
    Known{"Div", 2, [](In x, In) { return x[0] / x[1]; }},
    Known{"Erf", 1, [](In x, In) { return std::erf(x[0]); }},
    Known{"Exp", 1, [](In x, In) { return std::exp(x[0]); }},
    Known{"Greater", 2, [](In x, In) { return double(x[0] > x[1]); }},
    Known{"GreaterOrEqual", 2, [](In x, In) { return double(x[0] >= x[1]); }},
    Known{"HardSwish", 1, [](In x, In) { return x[0] * std::clamp(x[0] / 6 + 0.5, 0.0, 1.0); }},
    Known{"Identity", 1, [](In x, In) { return x[0]; }},
    Known{"Less", 2, [](In x, In) { return double(x[0] < x[1]); }},
    Known{"LessOrEqual", 2, [](In x, In) { return double(x[0] <= x[1]); }},
    Known{"Log", 1, [](In x, In) { return std::log(x[0]); }},
    Known{"Max", 2, [](In x, In) { return std::max(x[0], x[1]); }},
    Known{"Min", 2, [](In x, In) { return std::min(x[0], x[1]); }},
    Known{"Mul", 2, [](In x, In) { return x[0] * x[1]; }},
    Known{"Neg", 1, [](In x, In) { return -x[0]; }},
    Known{"Not", 1, [](In x, In) { return double(x[0] == 0); }},
    Known{"Or", 2, [](In x, In) { return double(x[0] != 0 || x[1] != 0); }},
    Known{"Pow", 2, [](In x, In) { return std::pow(x[0], x[1]); }},
    Known{"Reciprocal", 1, [](In x, In) { return 1 / x[0]; }},
    Known{"Relu", 1, [](In x, In) { return std::max(x[0], 0.0); }},
    Known{"Sigmoid", 1, [](In x, In) { return sigmoid(x[0]); }},
    Known{"Sign", 1, [](In x, In) { return double(x[0] > 0) - double(x[0] < 0); }},
    Known{"Softplus", 1, [](In x, In) { return std::max(x[0], 0.0) + std::log1p(std::exp(-std::abs(x[0]))); }},
    Known{"Softsign", 1, [](In x, In) { return x[0] / (1 + std::abs(x[0])); }},
    Known{"Sqrt", 1, [](In x, In) { return std::sqrt(x[0]); }},
    Known{"Sub", 2, [](In x, In) { return x[0] - x[1]; }},
    Known{"Sum", 2, [](In x, In) { return x[0] + x[1]; }},
    Known{"Tanh", 1, [](In x, In) { return std::tanh(x[0]); }},
    Known{"Where", 3, [](In x, In) { return x[0] != 0 ? x[1] : x[2]; }},
};

ScalarStep with(Compute compute, double a = 0, double b = 0) { return ScalarStep{1, compute, {a, b}}; }

// Those whose numbers are attributes.
std::optional<ScalarStep> parametric(const GraphView& view, const ir::Node& node) {
    const auto number = [&](std::string_view name, float fallback) {
        return double(node.floatOr(name, fallback));
    };
    if (node.is("Clip")) {
        const auto bounds = boundsOf(view, node);
        if (!bounds) return std::nullopt;
        return with([](In x, In p) { return std::min(std::max(x[0], p[0]), p[1]); }, bounds->low, bounds->high);
    }
    if (node.is("Elu")) return with([](In x, In p) { return elu(x[0], p[0]); }, number("alpha", 1));
    if (node.is("LeakyRelu"))
        return with([](In x, In p) { return x[0] < 0 ? p[0] * x[0] : x[0]; }, number("alpha", 0.01F));
    if (node.is("HardSigmoid"))
        return with([](In x, In p) { return std::clamp(p[0] * x[0] + p[1], 0.0, 1.0); }, number("alpha", 0.2F),
                    number("beta", 0.5F));
    if (node.is("Selu"))
        return with([](In x, In p) { return p[1] * elu(x[0], p[0]); }, number("alpha", 1.67326319F),
                    number("gamma", 1.05070102F));
    if (node.is("Swish"))
        return with([](In x, In p) { return x[0] * sigmoid(p[0] * x[0]); }, number("alpha", 1));
    if (node.is("Gelu"))
        return with(node.stringOr("approximate", "none") == "tanh" ? [](In x, In) { return geluTanh(x[0]); }
                                                                   : [](In x, In) { return gelu(x[0]); });
    return std::nullopt;
}

std::optional<ScalarStep> ofMicrosoft(const ir::Node& node) {
    if (node.domain != "com.microsoft" || node.inputs.size() != 1) return std::nullopt;
    if (node.op == "Gelu") return with([](In x, In) { return gelu(x[0]); });
    if (node.op == "FastGelu") return with([](In x, In) { return geluTanh(x[0]); });
    if (node.op == "QuickGelu")
        return with([](In x, In p) { return x[0] * sigmoid(p[0] * x[0]); },
                    double(node.floatOr("alpha", 1.702F)));
    return std::nullopt;
}

} // namespace

std::optional<ScalarStep> scalarStep(const GraphView& view, const ir::Node& node) {
    if (node.body || node.outputs.size() != 1) return std::nullopt;
    if (!node.domain.empty()) return ofMicrosoft(node);
    if (node.op == "Cast") {
        // Back and forth between types that keep at least as much as the result; the caller asks for that.
        const ir::DataType from = typeOf(view, node.input(0)).dtype;
        const bool keeps = (ir::isFloating(from) || from == ir::DataType::Bool) &&
                           ir::isFloating(typeOf(view, node.output(0)).dtype);
        return keeps ? std::optional(with([](In x, In) { return x[0]; })) : std::nullopt;
    }
    static const std::unordered_map<std::string_view, const Known*> plain = [] {
        std::unordered_map<std::string_view, const Known*> byOp;
        for (const Known& known : Plain)
            byOp.emplace(known.op, &known);
        return byOp;
    }();
    const auto it = plain.find(node.op);
    if (it == plain.end()) return parametric(view, node);
    const Known& known = *it->second;
    if (node.inputs.size() != known.operands) return std::nullopt;
    return ScalarStep{known.operands, known.compute, {0, 0}};
}

} // namespace edgewright::fusion
