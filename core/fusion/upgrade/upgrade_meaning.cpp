// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/upgrade/upgrade_steps.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/axis_broadcast.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace edgewright::fusion {

namespace {

// Input `index` under a shape with extents of 1 behind its own.
Why padShape(NodeRewriter& at, std::size_t index, std::size_t ones) {
    const ir::TensorType type = at.type(index);
    if (!type.shape) return say("the rank of an input is not known");
    if (const ir::Tensor* known = at.known(index)) {
        ir::Dims dims = known->dims();
        dims.resize(dims.size() + ones, 1);
        at.setInput(index, at.constant("aligned", known->reshaped(std::move(dims))));
        return std::nullopt;
    }
    std::vector<std::int64_t> axes(ones);
    std::iota(axes.begin(), axes.end(), static_cast<std::int64_t>(type.shape->size()));
    ir::TensorType aligned = type;
    aligned.shape->resize(aligned.shape->size() + ones, ir::Dim(1));
    const ValueId out = at.value("aligned", std::move(aligned));
    at.before("Unsqueeze", {at.node().inputs[index]}, out, {{"axes", axes}});
    at.setInput(index, out);
    return std::nullopt;
}

// The attributes broadcast and axis give way to extents of 1 behind the second operand's.
Why broadcastAtAxis(NodeRewriter& at) {
    if (at.node().intOr("broadcast", 0) != 0 && at.node().find("axis")) {
        const auto first = at.type(0).rank();
        const auto& second = at.type(1).shape;
        if (!first || !second) return say("the rank of an input is not known");
        const auto placed = ops::placedAtAxis(at.node(), 6, *first, *second);
        if (!placed) return placed.error().message;
        if (placed->size() > second->size())
            if (auto why = padShape(at, 1, placed->size() - second->size())) return why;
    }
    at.drop("broadcast");
    at.drop("axis");
    return std::nullopt;
}

Why gemmBroadcast(NodeRewriter& at) {
    at.drop("broadcast");
    return std::nullopt;
}

// A slope of C elements belonged to axis 1.
Why slopeOfChannels(NodeRewriter& at) {
    const auto x = at.type(0).rank();
    const auto slope = at.type(1).rank();
    if (!x || !slope) return say("the rank of an input is not known");
    const auto& extent = at.type(1).shape;
    if (*slope != 1 || *x <= 2 || (*extent)[0] == ir::Dim(1)) return std::nullopt;
    return padShape(at, 1, *x - 2);
}

Why tileRepeats(NodeRewriter& at) { // a count and an axis become one count per axis
    const auto rank = at.type(0).rank();
    const ir::Tensor* tiles = at.known(1);
    const ir::Tensor* axis = at.known(2);
    if (!rank || !tiles || !axis || tiles->elements() != 1 || axis->elements() != 1)
        return say("tiles or axis is computed at run time");
    const auto place = ops::normaliseAxis(static_cast<std::int64_t>(ir::elementAsDouble(*axis, 0)),
                                          static_cast<std::int64_t>(*rank));
    if (!place) return place.error().message;
    std::vector<std::int64_t> repeats(*rank, 1);
    repeats[static_cast<std::size_t>(*place)] = static_cast<std::int64_t>(ir::elementAsDouble(*tiles, 0));
    at.setInput(1, at.ints("repeats", repeats));
    at.node().inputs.resize(2);
    return std::nullopt;
}

Why upsampleScales(NodeRewriter& at) {
    const float height = at.node().floatOr("height_scale", 1);
    const float width = at.node().floatOr("width_scale", 1);
    at.node().set("scales", std::vector<float>{1, 1, height, width});
    at.drop("height_scale");
    at.drop("width_scale");
    return std::nullopt;
}

Why upsampleInput(NodeRewriter& at) {
    const auto scales = at.node().floats("scales");
    if (scales.empty()) return say("{1} is missing", "scales");
    at.setInput(
        1, at.constant("scales", ir::Tensor::of<float>({static_cast<std::int64_t>(scales.size())}, scales)));
    at.drop("scales");
    return std::nullopt;
}

Why upsampleToResize(NodeRewriter& at) {
    at.node().op = "Resize";
    return std::nullopt;
}

// The pixels were found by x / scale; the nearest one below when enlarging, above when shrinking.
Why resizeModes(NodeRewriter& at) {
    if (at.node().stringOr("mode", "nearest") == "nearest") {
        const ir::Tensor* scales = at.known(1);
        if (!scales || scales->dtype() != ir::DataType::Float32)
            return say("its scales are computed at run time");
        const auto values = scales->as<float>();
        const bool shrinks = std::ranges::any_of(values, [](float s) { return s < 1; });
        const bool grows = std::ranges::any_of(values, [](float s) { return s > 1; });
        if (shrinks && grows) return say("it enlarges one axis and shrinks another");
        at.node().set("nearest_mode", std::string(shrinks ? "ceil" : "floor"));
    }
    at.node().set("coordinate_transformation_mode", std::string("asymmetric"));
    const ValueId scales = at.node().input(1);
    at.setInput(2, scales);
    at.setInput(1, at.constant("roi", ir::Tensor::of<float>({0}, {})));
    return std::nullopt;
}

Why resizeOptions(NodeRewriter& at) {
    if (at.node().stringOr("coordinate_transformation_mode", "half_pixel") == "tf_half_pixel_for_nn")
        return say("tf_half_pixel_for_nn is no longer there");
    // Empty tensors stood for inputs that may be left out now.
    for (const std::size_t index : {std::size_t(1), std::size_t(2)})
        if (const ir::Tensor* known = at.known(index);
            known && known->elements() == 0 && at.node().hasInput(index))
            at.setInput(index, ValueId());
    return std::nullopt;
}

Why scatterName(NodeRewriter& at) {
    at.node().op = "ScatterElements";
    return std::nullopt;
}

Why batchedScan(NodeRewriter&) { return say("the batch axis of the older Scan has no counterpart"); }
Why imageByImage(NodeRewriter&) {
    return say("it was no part of the standard, and the standard one is another");
}

// Softmax, LogSoftmax, Hardmax: everything from `axis` on was one row.
Why rowsToAxis(NodeRewriter& at) {
    const ir::TensorType x = at.type(0);
    if (!x.shape) return say("the rank of its input is not known");
    const auto rank = static_cast<std::int64_t>(x.shape->size());
    const std::int64_t given = at.node().intOr("axis", 1);
    const std::int64_t axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis > rank) return say("axis {1} is none of its input", given);
    const auto single = [&](std::int64_t i) { return (*x.shape)[static_cast<std::size_t>(i)] == ir::Dim(1); };
    std::int64_t last = rank - 1; // the row's only axis with more than one element
    while (last > axis && single(last))
        --last;
    bool oneAxis = axis < rank;
    for (std::int64_t i = axis; i < last; ++i)
        oneAxis = oneAxis && single(i);
    if (oneAxis) {
        at.node().set("axis", last);
        return std::nullopt;
    }
    // Flatten to two axes and back.
    ir::TensorType rows(x.dtype, std::vector<ir::Dim>{ir::Dim(), ir::Dim()});
    const ValueId flat = at.value("rows", rows);
    const ValueId done = at.value("rows_done", rows);
    const ValueId shape =
        at.value("shape", ir::TensorType(ir::DataType::Int64, std::vector<ir::Dim>{ir::Dim(rank)}));
    const ValueId in = at.node().inputs[0];
    const ValueId out = at.node().outputs[0];
    at.before("Shape", {in}, shape, {});
    at.before("Flatten", {in}, flat, {{"axis", axis}});
    at.after("Reshape", {done, shape}, out, {});
    at.setInput(0, flat);
    at.node().outputs[0] = done;
    at.node().set("axis", std::int64_t(1));
    return std::nullopt;
}

// A scale for each group becomes one for each channel.
Why groupToChannels(NodeRewriter& at) {
    const auto& x = at.type(0).shape;
    if (!x || x->size() < 2 || !(*x)[1].known()) return say("the number of its channels is not known");
    const std::int64_t channels = (*x)[1].value();
    for (const std::size_t index : {std::size_t(1), std::size_t(2)}) {
        const ir::Tensor* known = at.known(index);
        if (!known) return say("its scale or bias is computed at run time");
        const std::int64_t groups = known->elements();
        if (groups < 1 || channels % groups != 0) return say("its channels are no multiple of its groups");
        const std::int64_t each = channels / groups;
        auto repeated = ir::Tensor::allocate(known->dtype(), {channels});
        if (!repeated) return repeated.error().message;
        const auto width = static_cast<std::size_t>(ir::bitWidth(known->dtype()) / 8);
        if (width == 0) return say("its scale has an unusual type");
        for (std::int64_t c = 0; c < channels; ++c) {
            const auto from = known->bytes().subspan(static_cast<std::size_t>(c / each) * width, width);
            std::ranges::copy(from, repeated->mutableBytes().begin() + c * static_cast<std::int64_t>(width));
        }
        at.setInput(index, at.constant(index == 1 ? "scale" : "bias", std::move(repeated).value()));
    }
    return std::nullopt;
}

// A mask of one column stood for all of them.
Why attentionMask(NodeRewriter& at) {
    if (!at.node().hasInput(3)) return std::nullopt;
    const auto& mask = at.type(3).shape;
    if (!mask || mask->empty() || !mask->back().known() || mask->back().value() == 1)
        return say("its mask may have a single column");
    return std::nullopt;
}

// Operators of experiments, which ONNX Runtime has up to opset 9.
Why withdrawn(NodeRewriter&) { return say("it was withdrawn there"); }

} // namespace

std::span<const UpgradeStep> meaningSteps() {
    static constexpr std::array Steps{
        UpgradeStep{"Tile", 6, tileRepeats},
        UpgradeStep{"Add", 7, broadcastAtAxis},
        UpgradeStep{"Sub", 7, broadcastAtAxis},
        UpgradeStep{"Mul", 7, broadcastAtAxis},
        UpgradeStep{"Div", 7, broadcastAtAxis},
        UpgradeStep{"Pow", 7, broadcastAtAxis},
        UpgradeStep{"And", 7, broadcastAtAxis},
        UpgradeStep{"Or", 7, broadcastAtAxis},
        UpgradeStep{"Xor", 7, broadcastAtAxis},
        UpgradeStep{"Equal", 7, broadcastAtAxis},
        UpgradeStep{"Greater", 7, broadcastAtAxis},
        UpgradeStep{"Less", 7, broadcastAtAxis},
        UpgradeStep{"Gemm", 7, gemmBroadcast},
        UpgradeStep{"PRelu", 7, slopeOfChannels},
        UpgradeStep{"Upsample", 7, upsampleScales},
        UpgradeStep{"Upsample", 9, upsampleInput},
        UpgradeStep{"Scan", 9, batchedScan},
        UpgradeStep{"MeanVarianceNormalization", 9, imageByImage},
        UpgradeStep{"Upsample", 10, upsampleToResize},
        UpgradeStep{"Affine", 10, withdrawn},
        UpgradeStep{"Crop", 10, withdrawn},
        UpgradeStep{"GivenTensorFill", 10, withdrawn},
        UpgradeStep{"ImageScaler", 10, withdrawn},
        UpgradeStep{"Resize", 11, resizeModes},
        UpgradeStep{"Scatter", 11, scatterName},
        UpgradeStep{"Softmax", 13, rowsToAxis},
        UpgradeStep{"LogSoftmax", 13, rowsToAxis},
        UpgradeStep{"Hardmax", 13, rowsToAxis},
        UpgradeStep{"Resize", 13, resizeOptions},
        UpgradeStep{"GroupNormalization", 21, groupToChannels},
        UpgradeStep{"Attention", 24, attentionMask},
    };
    return Steps;
}

} // namespace edgewright::fusion
