// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/conv_shape.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <array>
#include <string>

namespace edgewright::quant {

namespace {

constexpr std::int64_t MaxOutputs = std::int64_t(1) << 28;
// Keeps positions, pads included, far from the end of int64.
constexpr std::int64_t LargestExtent = std::int64_t(1) << 40;

Result<void> checkAxis(const ConvShape& shape, std::size_t axis) {
    const std::array sizes{shape.input[axis],     shape.kernel[axis],    shape.strides[axis],
                           shape.dilations[axis], shape.padsBegin[axis], shape.padsEnd[axis],
                           shape.output[axis]};
    for (const std::int64_t size : sizes)
        if (size < 0 || size > LargestExtent)
            return badInput(
                say("convolution, spatial axis {1}: extent, pad, stride or dilation {2} is out of range", axis,
                    size));
    if (shape.kernel[axis] < 1 || shape.strides[axis] < 1 || shape.dilations[axis] < 1)
        return badInput(
            say("convolution, spatial axis {1}: kernel, stride and dilation must be at least 1", axis));
    ASSIGN_OR_RETURN(const auto extent,
                     convExtent(shape.input[axis], shape.kernel[axis], shape.strides[axis],
                                shape.dilations[axis], shape.padsBegin[axis], shape.padsEnd[axis]));
    if (extent != shape.output[axis])
        return badInput(say("convolution, spatial axis {1}: output extent {2}, expected {3}", axis,
                            shape.output[axis], extent));
    return {};
}

} // namespace

Result<std::int64_t> convExtent(std::int64_t input, std::int64_t kernel, std::int64_t stride,
                                std::int64_t dilation, std::int64_t begin, std::int64_t end) {
    const auto reach = checkedMul(dilation, kernel - 1);
    const auto padded = checkedAdd(begin, end);
    const auto length = padded ? checkedAdd(input, *padded) : std::nullopt;
    if (!reach || !length) return badInput(say("convolution: extent, pads and dilation overflow"));
    const std::int64_t room = *length - 1 - *reach;
    return room < 0 ? 0 : room / stride + 1;
}

Result<ConvSizes> checkConvShape(const ConvShape& shape) {
    const std::size_t axes = shape.kernel.size();
    if (axes < 1 || axes > 3)
        return unsupported(say("convolution with {1} spatial axes, expected 1 to 3", axes));
    for (const auto* extents :
         {&shape.input, &shape.strides, &shape.dilations, &shape.padsBegin, &shape.padsEnd, &shape.output})
        if (extents->size() != axes)
            return badInput(say("convolution: {1} extents where the kernel has {2}", extents->size(), axes));
    if (shape.batch < 0 || shape.inChannels < 1 || shape.outChannels < 1)
        return badInput(say("convolution: negative batch, or no channels"));
    if (shape.groups < 1 || shape.inChannels % shape.groups != 0 || shape.outChannels % shape.groups != 0)
        return badInput(say("convolution: {1} input and {2} output channels do not divide into {3} groups",
                            shape.inChannels, shape.outChannels, shape.groups));
    for (std::size_t axis = 0; axis < axes; ++axis)
        RETURN_IF_ERROR(checkAxis(shape, axis));

    const auto inputPositions = checkedProduct(shape.input);
    const auto outputPositions = checkedProduct(shape.output);
    const auto kernelPositions = checkedProduct(shape.kernel);
    if (!inputPositions || !outputPositions || !kernelPositions)
        return badInput(say("convolution: sizes overflow"));
    const auto depth = checkedMul(*kernelPositions, shape.inChannels / shape.groups);
    const auto inputs = checkedProduct(std::array{shape.batch, shape.inChannels, *inputPositions});
    const auto outputs = checkedProduct(std::array{shape.batch, shape.outChannels, *outputPositions});
    const auto weights = depth ? checkedMul(*depth, shape.outChannels) : std::nullopt;
    const auto macs = depth && outputs ? checkedMul(*depth, *outputs) : std::nullopt;
    if (!inputs || !outputs || !weights || !macs) return badInput(say("convolution: sizes overflow"));
    if (*outputs > MaxOutputs)
        return unsupported(say("convolution with {1} outputs, expected at most {2}", *outputs, MaxOutputs));
    return ConvSizes{*inputPositions, *outputPositions, *kernelPositions, *depth,
                     *inputs,         *weights,         *outputs,         *macs};
}

} // namespace edgewright::quant
