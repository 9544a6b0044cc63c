// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/gate_activation.h"

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

constexpr std::array<Row, 11> Rows{{
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

float GateActivation::operator()(float x) const {
    switch (kind) {
    case Kind::Affine:
        return alpha * x + beta;
    case Kind::Elu:
        return x < 0 ? alpha * std::expm1(x) : x;
    case Kind::HardSigmoid:
        return std::max(0.0f, std::min(1.0f, alpha * x + beta));
    case Kind::LeakyRelu:
        return x < 0 ? alpha * x : x;
    case Kind::Relu:
        return x < 0 ? 0.0f : x;
    case Kind::ScaledTanh:
        return alpha * std::tanh(beta * x);
    case Kind::Sigmoid:
        return 1.0f / (1.0f + std::exp(-x));
    case Kind::Softplus:
        return (x > 0 ? x : 0.0f) + std::log1p(std::exp(-std::abs(x)));
    case Kind::Softsign:
        return x / (1.0f + std::abs(x));
    case Kind::Tanh:
        return std::tanh(x);
    case Kind::ThresholdedRelu:
        return x > alpha ? x : 0.0f;
    }
    return x;
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
        return badInput("activations has " + std::to_string(names.size()) + " entries where " +
                        std::to_string(directions * defaults.size()) + " are expected");
    // The numbers belong, in order, to those activations that take one.
    const auto alphas = node.floats("activation_alpha");
    const auto betas = node.floats("activation_beta");
    std::size_t nextAlpha = 0;
    std::size_t nextBeta = 0;
    std::vector<GateActivation> result;
    for (const std::string& name : names) {
        const auto row = std::ranges::find(Rows, lowered(name), &Row::name);
        if (row == Rows.end()) return unsupported("the activation '" + name + "'");
        GateActivation activation{row->kind, row->alpha, row->beta};
        if (row->hasAlpha && nextAlpha < alphas.size()) activation.alpha = alphas[nextAlpha++];
        if (row->hasBeta && nextBeta < betas.size()) activation.beta = betas[nextBeta++];
        result.push_back(activation);
    }
    return result;
}

} // namespace edgewright::ops
