// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/gate_activation.h"

#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops {

namespace {

struct Row {
    std::string_view name; // lower case
    GateActivation::Kind kind;
    bool hasAlpha;
    bool hasBeta;
    float alpha;
    float beta;
};

constexpr std::array<Row, 11> KnownActivations{{
    {"affine", GateActivation::Kind::Affine, true, true, 1.0f, 0.0f},
    {"elu", GateActivation::Kind::Elu, true, false, 1.0f, 0.0f},
    {"hardsigmoid", GateActivation::Kind::HardSigmoid, true, true, 0.2f, 0.5f},
    {"leakyrelu", GateActivation::Kind::LeakyRelu, true, false, 0.01f, 0.0f},
    {"relu", GateActivation::Kind::Relu, false, false, 0.0f, 0.0f},
    {"scaledtanh", GateActivation::Kind::ScaledTanh, true, true, 1.0f, 1.0f},
    {"sigmoid", GateActivation::Kind::Sigmoid, false, false, 0.0f, 0.0f},
    {"softplus", GateActivation::Kind::Softplus, false, false, 0.0f, 0.0f},
    {"softsign", GateActivation::Kind::Softsign, false, false, 0.0f, 0.0f},
    {"tanh", GateActivation::Kind::Tanh, false, false, 0.0f, 0.0f},
    {"thresholdedrelu", GateActivation::Kind::ThresholdedRelu, true, false, 1.0f, 0.0f},
}};

std::string lowered(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

} // namespace

void GateActivation::apply(float* x, std::int64_t n, float clip) const {
    using kernels::Unary;
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const auto unary = [&](Unary function, float a, float b) {
        kernel.unary[static_cast<int>(function)](x, x, n, a, b);
    };
    if (clip > 0) unary(Unary::Clip, -clip, clip);
    switch (kind) {
    case Kind::Affine:
        return kernel.scaleShift(x, alpha, beta, x, n);
    case Kind::Elu:
        return unary(Unary::Elu, alpha, 0);
    case Kind::HardSigmoid:
        return unary(Unary::HardSigmoid, alpha, beta);
    case Kind::LeakyRelu:
        return unary(Unary::LeakyRelu, alpha, 0);
    case Kind::Relu:
        return unary(Unary::Relu, 0, 0);
    case Kind::ScaledTanh:
        kernel.scaleShift(x, beta, 0, x, n);
        unary(Unary::Tanh, 0, 0);
        return kernel.scaleShift(x, alpha, 0, x, n);
    case Kind::Sigmoid:
        return unary(Unary::Sigmoid, 0, 0);
    case Kind::Softplus:
        return unary(Unary::Softplus, 0, 0);
    case Kind::Softsign:
        for (std::int64_t i = 0; i < n; ++i)
            x[i] = x[i] / (1.0f + std::abs(x[i]));
        return;
    case Kind::Tanh:
        return unary(Unary::Tanh, 0, 0);
    case Kind::ThresholdedRelu:
        for (std::int64_t i = 0; i < n; ++i)
            x[i] = x[i] > alpha ? x[i] : 0.0f;
        return;
    }
}

Result<std::vector<GateActivation>> gateActivations(const ir::Node& node, std::vector<std::string> defaults,
                                                    std::size_t directions) {
    std::vector<std::string> names;
    if (const auto* value = node.find("activations"))
        if (const auto* given = std::get_if<std::vector<std::string>>(value)) names = *given;
    if (names.empty())
        for (std::size_t i = 0; i < directions; ++i)
            names.insert(names.end(), defaults.begin(), defaults.end());
    if (names.size() != directions * defaults.size())
        return badInput(say("activations has {1} entries where {2} are expected", names.size(),
                            directions * defaults.size()));
    // The numbers belong, in order, to those activations that take one.
    const auto alphas = node.floats("activation_alpha");
    const auto betas = node.floats("activation_beta");
    std::size_t nextAlpha = 0;
    std::size_t nextBeta = 0;
    std::vector<GateActivation> result;
    for (const std::string& name : names) {
        const auto row = std::ranges::find(KnownActivations, lowered(name), &Row::name);
        if (row == KnownActivations.end()) return unsupported(say("the activation '{1}'", name));
        GateActivation activation{row->kind, row->alpha, row->beta};
        if (row->hasAlpha && nextAlpha < alphas.size()) activation.alpha = alphas[nextAlpha++];
        if (row->hasBeta && nextBeta < betas.size()) activation.beta = betas[nextBeta++];
        result.push_back(activation);
    }
    return result;
}

} // namespace edgewright::ops
