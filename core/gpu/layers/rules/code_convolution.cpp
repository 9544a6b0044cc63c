// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of 8-bit codes, QLinearConv and ConvInteger: exact sums, as products over windows as rows or
// directly, and codes as this machine rounds them.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/plane_window.h"

namespace edgewright::gpu::code_convolution_layer {

namespace {

constexpr std::int64_t MinProductFilters = 8; // fewer leave most of a tile of a product empty

struct Shape {
    PlaneWindow window;
    std::int64_t batch, channels, filters, groups, inPlane;
    std::int64_t taps() const { return channels / groups * window.taps(); } // of a filter
};

// Inputs, by operator.
struct Inputs {
    std::size_t weights, zero, weightZeros;
};

Result<Shape> shapeOf(LayerContext& context, const Inputs& inputs, Numbers results) {
    ASSIGN_OR_RETURN(const ir::Dims in, context.dims(0, Numbers::Codes));
    ASSIGN_OR_RETURN(const ir::Dims weights, context.dims(inputs.weights, Numbers::Codes));
    RETURN_IF_ERROR(context.resultDims(results));
    if (weights.size() < 3 || weights.size() != in.size())
        return unsupported(say("its filters have {1} axes, its input {2}", weights.size(), in.size()));
    ASSIGN_OR_RETURN(const auto window, ops::readWindow(context.node(), std::span(weights).subspan(2)));
    ASSIGN_OR_RETURN(const auto geometry, ops::geometryOf(window, in));
    Shape s;
    ASSIGN_OR_RETURN(s.window, planeWindow(geometry));
    s.groups = context.node().intOr("group", 1);
    if (s.groups < 1 || in[1] % s.groups != 0 || weights[0] % s.groups != 0 || weights[1] != in[1] / s.groups)
        return unsupported(say("its groups do not fit its filters"));
    s.batch = in[0], s.channels = in[1], s.filters = weights[0], s.inPlane = geometry.inPlane();
    return s;
}

Result<void> makeProducts(LayerContext& context, const Shape& s, CodeEnding ending, const CodeInput& x,
                          const CodeMatrix& matrix, const Operand& y) {
    const std::int64_t taps = s.taps(), plane = s.window.outPlane();
    const Operand filters = codeWeight(context, matrix, codeRow(taps));
    const Operand windows = context.scratch(plane * codeRow(taps), Type::Int8);
    if (matrix.hasZeros()) {
        ending.factors = wholeWeight(context, matrix.zeros);
        ending.places = context.scratch(plane, Type::Int32);
    }
    for (std::int64_t image = 0; image < s.batch; ++image) {
        context.launch(unfoldCodesLaunch(s.window, s.channels, x.flip, x.zero,
                                         from(x.codes, image * s.channels * s.inPlane), windows));
        if (matrix.hasZeros()) context.launch(codeSumsLaunch(plane, taps, 0, 1, windows, ending.places));
        RETURN_IF_ERROR(context.multiplyCodes(s.filters, plane, taps, false, ending, filters, windows,
                                              from(y, image * s.filters * plane)));
    }
    return {};
}

Result<void> make(LayerContext& context) {
    const bool isCoded = context.node().is("QLinearConv"); // else sums
    const Inputs inputs = isCoded ? Inputs{3, 2, 5} : Inputs{1, 2, 3};
    ASSIGN_OR_RETURN(const Shape s, shapeOf(context, inputs, isCoded ? Numbers::Codes : Numbers::Int32));
    CodeInput x;
    x.flip = flipOf(context.type(0));
    ASSIGN_OR_RETURN(const std::vector<int> zero, zerosOf(context, inputs.zero, context.type(0)));
    x.zero = zero.front() - x.flip;
    ASSIGN_OR_RETURN(const CodeMatrix matrix,
                     codeMatrixOf(context, inputs.weights, inputs.weightZeros, s.filters, s.taps()));
    CodeEnding ending;
    ending.result = CodeResult::Sums;
    std::vector<int> bias;
    if (isCoded) {
        ASSIGN_OR_RETURN(const std::vector<float> in, scalesOf(context, 1));
        ASSIGN_OR_RETURN(std::vector<float> multipliers, scalesOf(context, 4, s.filters));
        ASSIGN_OR_RETURN(const std::vector<float> out, scalesOf(context, 6));
        for (float& each : multipliers)
            each = in.front() * each / out.front();
        RETURN_IF_ERROR(endInCodes(context, ending, std::move(multipliers), 7));
        ASSIGN_OR_RETURN(bias, biasOf(context, 8, s.filters));
    }
    ASSIGN_OR_RETURN(x.codes, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    if (s.groups == 1 && s.filters >= MinProductFilters && context.multipliesCodes()) {
        ending.terms = wholeWeight(context, termsOf(matrix, x.zero, bias));
        return makeProducts(context, s, ending, x, matrix, y);
    }
    if (!bias.empty()) ending.terms = wholeWeight(context, bias);
    const Operand zeros = matrix.hasZeros() ? wholeWeight(context, matrix.zeros) : Operand(Nothing{});
    context.launch(codeConvolutionLaunch(s.window, s.batch, s.groups, s.channels / s.groups,
                                         s.filters / s.groups, ending, x, codeWeight(context, matrix, s.taps()),
                                         zeros, y));
    return {};
}

} // namespace

extern const LayerRule entry{
    "code_convolution",
    [](const ir::Node& node, std::int64_t) { return node.is("QLinearConv") || node.is("ConvInteger"); }, make};

} // namespace edgewright::gpu::code_convolution_layer
