// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/vision/image.h"

#include <algorithm>

namespace edgewright::ops::image_decoder {

namespace {

enum class PixelFormat { Rgb, Bgr, Grey };

Result<PixelFormat> pixelFormat(const ir::Node& node) {
    const std::string name = node.stringOr("pixel_format", "RGB");
    if (name == "RGB") return PixelFormat::Rgb;
    if (name == "BGR") return PixelFormat::Bgr;
    if (name == "Grayscale") return PixelFormat::Grey;
    return badInput(say("pixel_format is '{1}' where RGB, BGR or Grayscale is expected", name));
}

// bytes [n] -> [height, width, 3 or 1]
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRank(*in, 1, say("the encoded image")));
    ASSIGN_OR_RETURN(const auto format, pixelFormat(context.node()));
    context.setOutput(
        0, ir::TensorType(ir::DataType::UInt8,
                          std::vector<ir::Dim>{ir::Dim(), ir::Dim(), format == PixelFormat::Grey ? 1 : 3}));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->dtype() != ir::DataType::UInt8 || in->rank() != 1)
        return badInput(
            say("the input is {1} where the bytes of a file, uint8[n], are expected", in->type().text()));
    ASSIGN_OR_RETURN(const auto format, pixelFormat(context.node()));
    ASSIGN_OR_RETURN(const auto image, decodeImage(in->as<std::uint8_t>()));
    const bool grey = format == PixelFormat::Grey;
    ASSIGN_OR_RETURN(auto out,
                     context.output(0, ir::DataType::UInt8, {image.height, image.width, grey ? 1 : 3}));
    const auto to = out.as<std::uint8_t>();
    for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
        const std::uint8_t* rgb = image.pixels.data() + i;
        if (format == PixelFormat::Rgb)
            std::copy_n(rgb, 3, to.data() + i);
        else if (format == PixelFormat::Bgr)
            std::reverse_copy(rgb, rgb + 3, to.data() + i);
        else // luma of ITU-R BT.601 in 16 fractional bits
            to[i / 3] =
                static_cast<std::uint8_t>((19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 0x8000u) >> 16);
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "ImageDecoder",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::image_decoder
