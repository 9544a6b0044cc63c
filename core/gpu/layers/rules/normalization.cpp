// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisation by statistics that are known, as a factor and a summand of each channel, and of rows.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/steps.h"
#include "core/kernels/elementwise.h"

#include <cmath>

namespace edgewright::gpu::normalization_layer {

namespace {

Result<void> makeOfChannels(LayerContext& context) {
    if (context.node().intOr("training_mode", 0) != 0) return unsupported(say("it learns"));
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0));
    RETURN_IF_ERROR(context.resultDims());
    std::vector<float> given[4]; // scale, bias, mean, variance
    for (std::size_t i = 0; i < 4; ++i) {
        ASSIGN_OR_RETURN(given[i], context.numbers(i + 1));
        if (dims.size() < 2 || static_cast<std::int64_t>(given[i].size()) != dims[1])
            return unsupported(say("its input {1} is not one number for each channel", i + 1));
    }
    const double epsilon = context.node().floatOr("epsilon", 1e-5f);
    std::vector<float> factors, summands;
    for (std::size_t i = 0; i < given[0].size(); ++i) {
        const double factor = given[0][i] / std::sqrt(given[3][i] + epsilon);
        factors.push_back(static_cast<float>(factor));
        summands.push_back(static_cast<float>(given[1][i] - given[2][i] * factor));
    }
    ir::Dims ofChannels(dims.size() - 1, 1);
    ofChannels.front() = dims[1];
    const auto steps = stepsOf(dims, dims, ofChannels);
    if (!steps) return unsupported(say("its operands repeat along too many axes"));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    const Ending& ending = context.ending();
    context.launch(elementsLaunch(*steps, static_cast<int>(kernels::Binary::Mul), -1, 0, 0, x,
                                  context.weight(std::move(factors)), y));
    context.launch(elementsLaunch(*steps, static_cast<int>(kernels::Binary::Add), ending.function, ending.alpha,
                                  ending.beta, y, context.weight(std::move(summands)), y));
    return {};
}

Result<void> makeOfRows(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0));
    RETURN_IF_ERROR(context.resultDims());
    const auto rank = static_cast<std::int64_t>(dims.size());
    std::int64_t axis = context.node().intOr("axis", -1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return unsupported(say("its axis is not there"));
    const std::int64_t columns = countOf(dims, static_cast<std::size_t>(axis));
    ASSIGN_OR_RETURN(const ir::Dims scale, context.dims(1));
    if (countOf(scale) != columns) return unsupported(say("its scale is repeated"));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand factors, context.input(1));
    Operand summands;
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(const ir::Dims bias, context.dims(2));
        if (countOf(bias) != columns) return unsupported(say("its bias is repeated"));
        ASSIGN_OR_RETURN(summands, context.input(2));
    } else {
        summands = context.weight(std::vector<float>(static_cast<std::size_t>(columns), 0.0f));
    }
    ASSIGN_OR_RETURN(const Operand y, context.result());
    context.launch(layerNormLaunch(countOf(dims) / columns, columns, context.node().floatOr("epsilon", 1e-5f),
                                   x, factors, summands, y));
    return {};
}

} // namespace

extern const LayerRule entry{"normalization",
                             [](const ir::Node& node, std::int64_t) {
                                 return node.is("BatchNormalization") || node.is("LayerNormalization");
                             },
                             [](LayerContext& context) {
                                 return context.node().is("BatchNormalization") ? makeOfChannels(context)
                                                                                : makeOfRows(context);
                             }};

} // namespace edgewright::gpu::normalization_layer
