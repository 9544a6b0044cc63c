// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/upgrade/upgrade_steps.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace edgewright::fusion {

namespace {

Why intsToInput(NodeRewriter& at, std::string_view attribute, std::size_t index) {
    if (!at.node().find(attribute)) return std::nullopt;
    at.setInput(index, at.ints(attribute, at.node().ints(attribute)));
    at.drop(attribute);
    return std::nullopt;
}
Why axesToInput(NodeRewriter& at) { return intsToInput(at, "axes", 1); }
Why splitToInput(NodeRewriter& at) { return intsToInput(at, "split", 1); }
Why shapeToInput(NodeRewriter& at) { return intsToInput(at, "shape", 1); }

// A float scalar of the type of input 0.
std::optional<ir::Tensor> scalarLike(const NodeRewriter& at, double value) {
    switch (at.type(0).dtype) {
    case ir::DataType::Float32:
        return ir::Tensor::scalar(static_cast<float>(value));
    case ir::DataType::Float64:
        return ir::Tensor::scalar(value);
    case ir::DataType::Float16: {
        auto tensor = ir::Tensor::allocate(ir::DataType::Float16, {});
        if (!tensor) return std::nullopt;
        tensor->as<std::uint16_t>()[0] = ir::floatToHalf(static_cast<float>(value));
        return std::move(tensor).value();
    }
    default:
        return std::nullopt;
    }
}

Why clipBounds(NodeRewriter& at) {
    std::size_t index = 1;
    for (const char* bound : {"min", "max"}) {
        if (const auto* given = at.node().find(bound)) {
            const auto* number = std::get_if<float>(given);
            auto tensor = number ? scalarLike(at, static_cast<double>(*number)) : std::nullopt;
            if (!tensor) return say("the type of its input is not known");
            // The limits of float32 stand for no bound.
            if (std::abs(*number) < std::numeric_limits<float>::max())
                at.setInput(index, at.constant(bound, *std::move(tensor)));
            at.drop(bound);
        }
        ++index;
    }
    return std::nullopt;
}

Why padInputs(NodeRewriter& at) {
    if (auto why = intsToInput(at, "pads", 1)) return why;
    const float fill = at.node().floatOr("value", 0);
    if (fill != 0) {
        auto tensor = scalarLike(at, static_cast<double>(fill));
        if (!tensor) return say("the type of its input is not known");
        at.setInput(2, at.constant("value", *std::move(tensor)));
    }
    at.drop("value");
    return std::nullopt;
}

Why sliceInputs(NodeRewriter& at) {
    for (const char* needed : {"starts", "ends"})
        if (!at.node().find(needed)) return say("{1} is missing", needed);
    const auto starts = at.node().ints("starts");
    auto axes = at.node().ints("axes");
    if (axes.empty()) {
        axes.resize(starts.size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    at.setInput(1, at.ints("starts", starts));
    at.setInput(2, at.ints("ends", at.node().ints("ends")));
    at.setInput(3, at.ints("axes", axes));
    for (const char* each : {"starts", "ends", "axes"})
        at.drop(each);
    return std::nullopt;
}

Why topKInput(NodeRewriter& at) {
    if (!at.node().find("k")) return say("{1} is missing", "k");
    at.setInput(1, at.ints("k", {at.node().intOr("k", 1)}));
    at.drop("k");
    return std::nullopt;
}

Why dropoutRatio(NodeRewriter& at) {
    const float ratio = at.node().floatOr("ratio", 0.5F);
    at.setInput(1, at.constant("ratio", ir::Tensor::scalar(ratio)));
    at.drop("ratio");
    return std::nullopt;
}

Why dropoutMask(NodeRewriter& at) { // becomes bool
    if (at.node().outputs.size() < 2) return std::nullopt;
    if (at.node().outputs[1].valid() && at.isRead(at.node().outputs[1])) return say("its mask is read");
    at.node().outputs.resize(1);
    return std::nullopt;
}

Why batchNormOutputs(NodeRewriter& at) { // five with training statistics become three
    for (std::size_t i = 1; i < at.node().outputs.size(); ++i)
        if (at.node().outputs[i].valid() && at.isRead(at.node().outputs[i]))
            return say("its statistics of training are read");
    at.node().outputs.resize(1);
    return std::nullopt;
}

Why batchNormSpatial(NodeRewriter& at) {
    if (at.node().intOr("spatial", 1) == 0) return say("it normalises each element for itself (spatial = 0)");
    at.drop("spatial");
    return std::nullopt;
}

Why dropTest(NodeRewriter& at) {
    at.drop("is_test");
    return std::nullopt;
}
Why dropOutputSequence(NodeRewriter& at) {
    at.drop("output_sequence");
    return std::nullopt;
}

Why concatAxis(NodeRewriter& at) {
    at.node().set("axis", at.node().intOr("axis", 1));
    return std::nullopt;
}

Why padsName(NodeRewriter& at) {
    if (!at.node().find("paddings")) return std::nullopt;
    at.node().set("pads", at.node().ints("paddings"));
    at.drop("paddings");
    return std::nullopt;
}

Why powerAsInteger(NodeRewriter& at) {
    const auto* p = at.node().find("p");
    const auto* number = p ? std::get_if<float>(p) : nullptr;
    if (!number) return std::nullopt;
    if (*number != std::floor(*number) || std::abs(*number) > 1e6F) return say("p is no whole number");
    at.node().set("p", static_cast<std::int64_t>(*number));
    return std::nullopt;
}

Why seluNumbers(NodeRewriter& at) { // the defaults have more digits since
    at.node().set("alpha", at.node().floatOr("alpha", 1.6732F));
    at.node().set("gamma", at.node().floatOr("gamma", 1.0507F));
    return std::nullopt;
}

Why splitOfOne(NodeRewriter& at) { // in opset 1 also an input
    if (!at.node().hasInput(1)) return std::nullopt;
    const ir::Tensor* known = at.known(1);
    if (!known) return say("split is computed at run time");
    at.node().set("split", ir::toInt64s(*known));
    at.node().inputs.resize(1);
    return std::nullopt;
}

Why splitCount(NodeRewriter& at) {
    if (!at.node().hasInput(1))
        at.node().set("num_outputs", static_cast<std::int64_t>(at.node().outputs.size()));
    return std::nullopt;
}

Why castTarget(NodeRewriter& at) { // the name of the type becomes its number
    const ir::DataType to = at.outputType(0).dtype;
    if (to == ir::DataType::Undefined) return say("its type is not known");
    at.node().set("to", static_cast<std::int64_t>(to));
    return std::nullopt;
}

Why roiCoordinates(NodeRewriter& at) {
    if (!at.node().find("coordinate_transformation_mode"))
        at.node().set("coordinate_transformation_mode", std::string("output_half_pixel"));
    return std::nullopt;
}

Why gridMode(NodeRewriter& at) {
    const std::string mode = at.node().stringOr("mode", "bilinear");
    if (mode == "bilinear") at.node().set("mode", std::string("linear"));
    if (mode == "bicubic") at.node().set("mode", std::string("cubic"));
    return std::nullopt;
}

Why fourierAxis(NodeRewriter& at) {
    at.setInput(2, at.constant("axis", ir::Tensor::scalar(at.node().intOr("axis", 1))));
    at.drop("axis");
    return std::nullopt;
}

} // namespace

std::span<const UpgradeStep> attributeSteps() {
    static constexpr std::array Steps{
        UpgradeStep{"Split", 2, splitOfOne},
        UpgradeStep{"Pad", 2, padsName},
        UpgradeStep{"LpPool", 2, powerAsInteger},
        UpgradeStep{"GlobalLpPool", 2, powerAsInteger},
        UpgradeStep{"Concat", 4, concatAxis},
        UpgradeStep{"Reshape", 5, shapeToInput},
        UpgradeStep{"Cast", 6, castTarget},
        UpgradeStep{"Selu", 6, seluNumbers},
        UpgradeStep{"BatchNormalization", 7, dropTest},
        UpgradeStep{"Dropout", 7, dropTest},
        UpgradeStep{"GRU", 7, dropOutputSequence},
        UpgradeStep{"LSTM", 7, dropOutputSequence},
        UpgradeStep{"RNN", 7, dropOutputSequence},
        UpgradeStep{"BatchNormalization", 9, batchNormSpatial},
        UpgradeStep{"Slice", 10, sliceInputs},
        UpgradeStep{"TopK", 10, topKInput},
        UpgradeStep{"Dropout", 10, dropoutMask},
        UpgradeStep{"Clip", 11, clipBounds},
        UpgradeStep{"Pad", 11, padInputs},
        UpgradeStep{"Dropout", 12, dropoutRatio},
        UpgradeStep{"Squeeze", 13, axesToInput},
        UpgradeStep{"Unsqueeze", 13, axesToInput},
        UpgradeStep{"ReduceSum", 13, axesToInput},
        UpgradeStep{"Split", 13, splitToInput},
        UpgradeStep{"BatchNormalization", 14, batchNormOutputs},
        UpgradeStep{"RoiAlign", 16, roiCoordinates},
        UpgradeStep{"ReduceL1", 18, axesToInput},
        UpgradeStep{"ReduceL2", 18, axesToInput},
        UpgradeStep{"ReduceLogSum", 18, axesToInput},
        UpgradeStep{"ReduceLogSumExp", 18, axesToInput},
        UpgradeStep{"ReduceMax", 18, axesToInput},
        UpgradeStep{"ReduceMean", 18, axesToInput},
        UpgradeStep{"ReduceMin", 18, axesToInput},
        UpgradeStep{"ReduceProd", 18, axesToInput},
        UpgradeStep{"ReduceSumSquare", 18, axesToInput},
        UpgradeStep{"Split", 18, splitCount},
        UpgradeStep{"DFT", 20, fourierAxis},
        UpgradeStep{"GridSample", 20, gridMode},
    };
    return Steps;
}

} // namespace edgewright::fusion
