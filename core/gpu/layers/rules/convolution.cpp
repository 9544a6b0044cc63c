// SPDX-License-Identifier: GPL-3.0-or-later
// Conv over one or two axes: one plane by itself, as a matrix product over windows as columns, or directly.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/plane_window.h"

namespace edgewright::gpu::convolution_layer {

namespace {

constexpr std::int64_t MinProductFilters = 8; // fewer leave most of a tile of a product empty

struct Shape {
    PlaneWindow window;
    std::int64_t batch, channels, filters, groups, inPlane;
};

void makeProducts(LayerContext& context, const Shape& s, const Operand& x, const Operand& w, const Operand& y) {
    const PlaneWindow& window = s.window;
    const std::int64_t taps = s.channels * window.taps(), plane = window.outPlane();
    const bool isPointwise =
        window.taps() == 1 && window.strideDown == 1 && window.strideAcross == 1 && plane == s.inPlane;
    const Operand columns = isPointwise ? Operand(Nothing{}) : context.scratch(taps * plane);
    for (std::int64_t image = 0; image < s.batch; ++image) {
        const Operand input = from(x, image * s.channels * s.inPlane);
        if (!isPointwise) context.launch(unfoldLaunch(window, s.channels, input, columns));
        Ending ending = context.ending();
        ending.residual = from(ending.residual, image * s.filters * plane);
        context.launch(endedProductLaunch(s.filters, plane, taps, false, ending, w,
                                          isPointwise ? input : columns, from(y, image * s.filters * plane),
                                          context.tilesFor(s.filters, plane)));
    }
}

// Each window is a row of halves, pointwise or not: the matrix product has rows on both sides.
Result<void> makeHalfProducts(LayerContext& context, const Shape& s, const Operand& x, const Operand& y) {
    const std::int64_t taps = s.channels * s.window.taps(), plane = s.window.outPlane();
    Operand filters;
    if (context.constant(1)) {
        ASSIGN_OR_RETURN(const std::vector<float> numbers, context.numbers(1));
        filters = context.halfWeight(numbers, s.filters, taps);
    } else {
        ASSIGN_OR_RETURN(const Operand w, context.input(1));
        filters = context.halfScratch(s.filters, taps);
        context.convert(halvesLaunch(s.filters, taps, {taps, 1}, w, filters));
    }
    const Operand windows = context.halfScratch(plane, taps);
    for (std::int64_t image = 0; image < s.batch; ++image) {
        context.convert(
            unfoldHalvesLaunch(s.window, s.channels, from(x, image * s.channels * s.inPlane), windows));
        Ending ending = context.ending();
        ending.residual = from(ending.residual, image * s.filters * plane);
        context.multiplyHalves(s.filters, plane, taps, false, ending, filters, windows,
                               from(y, image * s.filters * plane));
    }
    return {};
}

Result<void> make(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims in, context.dims(0));
    ASSIGN_OR_RETURN(const ir::Dims weights, context.dims(1));
    ASSIGN_OR_RETURN(const ir::Dims out, context.resultDims());
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
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    if (context.node().hasInput(2)) {
        Ending ending = context.ending();
        ASSIGN_OR_RETURN(ending.bias, context.input(2));
        context.keep(ending);
    }
    if (s.groups == 1 && s.filters >= MinProductFilters && context.multipliesHalves())
        return makeHalfProducts(context, s, x, y);
    ASSIGN_OR_RETURN(const Operand w, context.input(1));
    if (s.groups > 1 && s.groups == s.channels && s.groups == s.filters)
        context.launch(depthwiseLaunch(s.window, s.batch, s.channels, context.ending(), x, w, y));
    else if (s.groups == 1 && s.filters >= MinProductFilters)
        makeProducts(context, s, x, w, y);
    else
        context.launch(convolutionLaunch(s.window, s.batch, s.groups, s.channels / s.groups,
                                         s.filters / s.groups, context.ending(), x, w, y));
    return {};
}

} // namespace

extern const LayerRule entry{"convolution", [](const ir::Node& node, std::int64_t) { return node.is("Conv"); },
                             make, Takes::OfAxis1};

} // namespace edgewright::gpu::convolution_layer
