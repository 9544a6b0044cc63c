// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/conv_shape.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"

#include <array>
#include <string>

namespace edgewright::quant {

namespace {

constexpr std::int64_t MaxOutputs = std::int64_t(1) << 28;
// Keeps positions, pads included, far from the end of int64.
constexpr std::int64_t LargestExtent = std::int64_t(1) << 40;

std::string pair(std::int64_t found, std::int64_t expected) {
    return std::to_string(found) + ", expected " + std::to_string(expected);
}

Result<void> checkAxis(const ConvShape& shape, std::size_t axis) {
    const std::string where = "convolution, spatial axis " + std::to_string(axis) + ": ";
    const std::array sizes{shape.input[axis],     shape.kernel[axis],    shape.strides[axis],
                           shape.dilations[axis], shape.padsBegin[axis], shape.padsEnd[axis],
                           shape.output[axis]};
    for (const std::int64_t size : sizes)
        if (size < 0 || size > LargestExtent)
            return badInput(where + "extent, pad, stride or dilation " + std::to_string(size) +
                            " is out of range");
    if (shape.kernel[axis] < 1 || shape.strides[axis] < 1 || shape.dilations[axis] < 1)
        return badInput(where + "kernel, stride and dilation must be at least 1");
    ASSIGN_OR_RETURN(const auto extent,
                     convExtent(shape.input[axis], shape.kernel[axis], shape.strides[axis],
                                shape.dilations[axis], shape.padsBegin[axis], shape.padsEnd[axis]));
    if (extent != shape.output[axis])
        return badInput(where + "output extent " + pair(shape.output[axis], extent));
    return {};
}

} // namespace

Result<std::int64_t> convExtent(std::int64_t input, std::int64_t kernel, std::int64_t stride,
                                std::int64_t dilation, std::int64_t begin, std::int64_t end) {
    const auto reach = checkedMul(dilation, kernel - 1);
    const auto padded = checkedAdd(begin, end);
    const auto length = padded ? checkedAdd(input, *padded) : std::nullopt;
    if (!reach || !length) return badInput("convolution: extent, pads and dilation overflow");
    const std::int64_t room = *length - 1 - *reach;
    return room < 0 ? 0 : room / stride + 1;
}

Result<ConvSizes> checkConvShape(const ConvShape& shape) {
    const std::size_t axes = shape.kernel.size();
    if (axes < 1 || axes > 3)
        return unsupported("convolution with " + std::to_string(axes) + " spatial axes, expected 1 to 3");
    for (const auto* extents :
         {&shape.input, &shape.strides, &shape.dilations, &shape.padsBegin, &shape.padsEnd, &shape.output})
        if (extents->size() != axes)
            return badInput("convolution: " + std::to_string(extents->size()) +
                            " extents where the kernel has " + std::to_string(axes));
    if (shape.batch < 0 || shape.inChannels < 1 || shape.outChannels < 1)
        return badInput("convolution: negative batch, or no channels");
    if (shape.groups < 1 || shape.inChannels % shape.groups != 0 || shape.outChannels % shape.groups != 0)
        return badInput("convolution: " + std::to_string(shape.inChannels) + " input and " +
                        std::to_string(shape.outChannels) + " output channels do not divide into " +
                        std::to_string(shape.groups) + " groups");
    for (std::size_t axis = 0; axis < axes; ++axis)
        RETURN_IF_ERROR(checkAxis(shape, axis));

    const auto inputPositions = checkedProduct(shape.input);
    const auto outputPositions = checkedProduct(shape.output);
    const auto kernelPositions = checkedProduct(shape.kernel);
    if (!inputPositions || !outputPositions || !kernelPositions) return badInput("convolution: sizes overflow");
    const auto depth = checkedMul(*kernelPositions, shape.inChannels / shape.groups);
    const auto inputs = checkedProduct(std::array{shape.batch, shape.inChannels, *inputPositions});
    const auto outputs = checkedProduct(std::array{shape.batch, shape.outChannels, *outputPositions});
    const auto weights = depth ? checkedMul(*depth, shape.outChannels) : std::nullopt;
    const auto macs = depth && outputs ? checkedMul(*depth, *outputs) : std::nullopt;
    if (!inputs || !outputs || !weights || !macs) return badInput("convolution: sizes overflow");
    if (*outputs > MaxOutputs)
        return unsupported("convolution with " + std::to_string(*outputs) + " outputs, expected at most " +
                           std::to_string(MaxOutputs));
    return ConvSizes{*inputPositions, *outputPositions, *kernelPositions, *depth,
                     *inputs,         *weights,         *outputs,         *macs};
}

} // namespace edgewright::quant
