// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a Conv in float32 that are worth trying: for each algorithm that takes it those that it
// reads.
#include "core/ops/convolution/algorithms.h"
#include "core/ops/convolution/reduced.h"
#include "core/ops/parameter_space.h"
#include "core/ops/work.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

using Algorithm = kernels::ConvolutionAlgorithm;

// Planes of a task.
ParameterSpace depthwiseParameters(const Convolution& conv) {
    ParameterSpace space;
    space.axes.push_back({"strip", fromTo(1, conv.group)});
    return space;
}

bool isRead(const kernels::KernelParameters& by) {
    const bool cutsProduct = by.gemm != kernels::GemmParameters{};
    switch (by.algorithm) {
    case Algorithm::Im2col:
        return by.strip == 0 && by.channels == 0;
    case Algorithm::Direct:
        return !cutsProduct && by.channels == 0;
    case Algorithm::Winograd:
        return !cutsProduct;
    case Algorithm::Automatic:
        break;
    }
    return false;
}

} // namespace

ParameterSpace convolutionParameters(const NodeWork& work) {
    if (work.inputs.size() < 2 || work.inputs[0].dtype != ir::DataType::Float32) return {};
    const auto shape = convolutionShape(*work.node, work.inputs[0], work.inputs[1]);
    if (!shape || shape->depth() == 0 || shape->geometry.outPlane() == 0 || shape->batch == 0) return {};
    const bool isConstant = work.inputPlaces[1] == Place::Constant;
    const Convolution conv = ConvolutionReduction::of(*shape).applied(*shape);
    if (isDepthwise(conv)) return depthwiseParameters(conv);
    const Algorithm usual = algorithmFor(conv, Algorithm::Automatic, isConstant);
    ParameterSpace space;
    space.reads = isRead;
    space.usual.algorithm = usual;
    std::vector<std::int64_t> algorithms{static_cast<std::int64_t>(usual)};
    for (const Algorithm each : {Algorithm::Im2col, Algorithm::Direct, Algorithm::Winograd})
        if (each != usual && (each != Algorithm::Winograd || isConstant) &&
            algorithmFor(conv, each, isConstant) == each)
            algorithms.push_back(static_cast<std::int64_t>(each));
    space.axes.push_back({"algorithm", algorithms});
    const std::int64_t pixels = conv.geometry.outPlane(), height = conv.geometry.axes[1].out;
    addProductAxes(space, conv.outPerGroup(), pixels, conv.depth());
    const bool isBlocked = !isOneByOne(conv) && algorithms.size() > 1;
    if (isBlocked) {
        space.axes.push_back({"strip", fromTo(1, height)});
        if (std::ranges::count(algorithms, static_cast<std::int64_t>(Algorithm::Winograd)))
            space.axes.push_back({"channels", fromTo(8, std::min<std::int64_t>(conv.outPerGroup(), 256))});
    }
    return space;
}

} // namespace edgewright::ops
