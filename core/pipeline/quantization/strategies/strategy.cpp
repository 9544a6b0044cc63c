// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/strategy.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

std::string remedyText(const Strategy& strategy) {
    switch (strategy.remedy) {
    case Remedy::None:
        break;
    case Remedy::Equalize:
        return ", equalized";
    case Remedy::CorrectBias:
        return ", biases corrected";
    case Remedy::FloatLayers:
        return ", " + std::to_string(strategy.floatLayers) +
               (strategy.floatLayers == 1 ? " layer" : " layers") + " in float32";
    }
    return {};
}

} // namespace

std::string weightsName(quant::Granularity weights) {
    return weights == quant::Granularity::PerChannel ? "per channel" : "per tensor";
}

std::string activationsName(bool symmetric) { return symmetric ? "symmetric int8" : "asymmetric uint8"; }

std::string methodTitle(const std::string& method) {
    std::string title = method;
    std::ranges::replace(title, '_', '-');
    return title;
}

std::string Strategy::name() const {
    return weightsName(weights) + ", " + activationsName(symmetric) + ", " + methodTitle(method) +
           remedyText(*this);
}

QuantizeOptions Strategy::options(const QuantizeOptions& base) const {
    QuantizeOptions options = base;
    options.codes.weights = weights;
    quant::Scheme& scheme = options.codes.activationScheme;
    scheme.type = symmetric ? quant::CodeType::Int8 : quant::CodeType::UInt8;
    scheme.symmetric = symmetric;
    scheme.limits = quant::usualLimits(scheme.type, symmetric);
    options.method = method;
    return options;
}

std::vector<Strategy> strategyMatrix() {
    std::vector<Strategy> strategies;
    for (const auto weights : {quant::Granularity::PerTensor, quant::Granularity::PerChannel})
        for (const bool symmetric : {false, true})
            for (const quant::RangeMethod* method : quant::rangeMethods())
                strategies.push_back({weights, symmetric, std::string(method->name)});
    return strategies;
}

} // namespace edgewright::pipeline
