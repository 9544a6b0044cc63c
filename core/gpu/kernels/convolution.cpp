// SPDX-License-Identifier: GPL-3.0-or-later
// y[batch][filter] = sum over channels of x[batch][channel] * w[filter][channel], square kernels, padded by
// half of their side.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/gpu/kernels/code_launches.h"
#include "core/gpu/kernels/parts.h"
#include "core/gpu/kernels/tile_needs.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

struct ConvolutionShape {
    std::int64_t batch, channels, height, width, filters, side, stride;
    std::int64_t pad() const { return side / 2; }
    std::int64_t outHeight() const { return (height + 2 * pad() - side) / stride + 1; }
    std::int64_t outWidth() const { return (width + 2 * pad() - side) / stride + 1; }
    std::int64_t outPlane() const { return outHeight() * outWidth(); }
    std::int64_t inImage() const { return productOf({channels, height, width}); }
    std::int64_t outImage() const { return productOf({filters, outPlane()}); }
    PlaneWindow window() const {
        PlaneWindow w;
        w.height = height, w.width = width, w.outHeight = outHeight(), w.outWidth = outWidth();
        w.kernelHeight = w.kernelWidth = side;
        w.strideDown = w.strideAcross = stride;
        w.padTop = w.padLeft = pad();
        return w;
    }
};

const std::vector<std::string_view> ConvolutionSizes{"batch",   "channels", "height", "width",
                                                     "filters", "side",     "stride"};

Result<ConvolutionShape> shapeOf(const Sizes& sizes) {
    constexpr std::int64_t MaxCount = (std::int64_t(1) << 31) - 1;
    const ConvolutionShape s{sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6]};
    if (s.height + 2 * s.pad() < s.side || s.width + 2 * s.pad() < s.side)
        return badInput(
            say("a kernel of {1} x {1} is larger than a plane of {2} x {3}", s.side, s.height, s.width));
    if (std::max({productOf({s.batch, s.inImage()}), productOf({s.batch, s.outImage()}),
                  productOf({s.channels, s.side, s.side, std::max(s.filters, s.outPlane())})}) > MaxCount)
        return badInput(
            say("a convolution of {1}: its arrays have more than {2} elements", textOf(sizes), MaxCount));
    return s;
}

// Filters are rows of `filterRow` numbers; 0: of as many as they have.
double convolvedAt(const ConvolutionShape& s, const std::vector<Array>& inputs, std::int64_t element,
                   std::int64_t filterRow = 0) {
    const std::int64_t taps = filterRow > 0 ? filterRow : s.channels * s.side * s.side;
    const std::int64_t column = element % s.outWidth(), row = element / s.outWidth() % s.outHeight();
    const std::int64_t filter = element / s.outPlane() % s.filters, image = element / s.outImage();
    double sum = 0;
    for (std::int64_t channel = 0; channel < s.channels; ++channel)
        for (std::int64_t i = 0; i < s.side; ++i)
            for (std::int64_t j = 0; j < s.side; ++j) {
                const std::int64_t y = row * s.stride - s.pad() + i, x = column * s.stride - s.pad() + j;
                if (y < 0 || y >= s.height || x < 0 || x >= s.width) continue;
                sum += inputs[0].at(((image * s.channels + channel) * s.height + y) * s.width + x) *
                       inputs[1].at(filter * taps + (channel * s.side + i) * s.side + j);
            }
    return sum;
}

// Buffers 0 x, 1 w, 2 y; what a way needs beside them comes behind.
Work convolutionWork(const ConvolutionShape& s) {
    Work work;
    const std::int64_t weights = productOf({s.filters, s.channels, s.side, s.side});
    work.buffers = {{Type::Float32, productOf({s.batch, s.inImage()})},
                    {Type::Float32, weights},
                    {Type::Float32, productOf({s.batch, s.outImage()}), Fill::Result}};
    work.macs = static_cast<double>(productOf({s.batch, s.outPlane()})) * static_cast<double>(weights);
    for (const Buffer& each : work.buffers)
        work.bytes += 4.0 * static_cast<double>(each.count);
    work.library = LibraryCall::Convolution;
    work.reference = [s](const std::vector<Array>& inputs, std::int64_t element) {
        return convolvedAt(s, inputs, element);
    };
    return work;
}

Result<Work> direct(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    Work work = convolutionWork(s);
    work.launches = {convolutionLaunch(s.window(), s.batch, 1, s.channels, s.filters, {}, part(0), part(1),
                                       part(2), values)};
    return work;
}

// THREADS of what stands around the products, then their tiles.
std::vector<Parameter> productParameters() {
    std::vector<Parameter> parameters{{"THREADS", RowThreads, {128, RowThreads, 512}}};
    for (const Parameter& each : warpTiles())
        parameters.push_back(each);
    return parameters;
}
Values threadsAlone(const Values& values) { return {values.front()}; }
Values tilesAlone(const Values& values) { return {values.begin() + 1, values.end()}; }

Result<Work> im2col(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    const std::int64_t taps = productOf({s.channels, s.side, s.side}),
                       columns = productOf({taps, s.outPlane()});
    Work work = convolutionWork(s);
    work.buffers.push_back({Type::Float32, columns, Fill::Scratch});
    for (std::int64_t image = 0; image < s.batch; ++image) {
        work.launches.push_back(unfoldLaunch(s.window(), s.channels, part(0, image * s.inImage()), part(3),
                                             numberOf(values, "THREADS")));
        work.launches.push_back(productLaunch(s.filters, s.outPlane(), taps, part(1), part(3),
                                              part(2, image * s.outImage()), tilesAlone(values)));
    }
    return work;
}

// With a bias, and no less than 0; filters are rows of halves.
Result<Work> halfConvolution(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    const std::int64_t taps = productOf({s.channels, s.side, s.side}), row = halfRow(taps);
    Work work = convolutionWork(s);
    work.buffers[1] = {Type::Float16, productOf({s.filters, row}), Fill::Random, row, taps};
    work.buffers.push_back({Type::Float32, s.filters});
    work.buffers.push_back({Type::Float16, productOf({s.outPlane(), row}), Fill::Scratch});
    for (std::int64_t image = 0; image < s.batch; ++image) {
        work.launches.push_back(
            unfoldHalvesLaunch(s.window(), s.channels, part(0, image * s.inImage()), part(4)));
        work.launches.push_back(halfProductLaunch(s.filters, s.outPlane(), taps, false,
                                                  {ReluFunction, 0, 0, part(3)}, part(1), part(4),
                                                  part(2, image * s.outImage()), values));
    }
    work.bytes = bytesOfAll(work);
    work.tolerance = 1e-3; // numbers of the input are rounded to halves
    work.reference = [s, row](const std::vector<Array>& inputs, std::int64_t element) {
        return std::max(0.0, convolvedAt(s, inputs, element, row) +
                                 inputs[3].at(element / s.outPlane() % s.filters));
    };
    return work;
}

// Of codes with a sign, as 8-bit codes again; filters are rows.
Result<Work> codeConvolution(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    const std::int64_t taps = productOf({s.channels, s.side, s.side}), row = codeRow(taps);
    Work work = convolutionWork(s);
    work.buffers = {{Type::Int8, productOf({s.batch, s.inImage()})},
                    {Type::Int8, productOf({s.filters, row}), Fill::Random, row, taps},
                    {Type::Int8, productOf({s.batch, s.outImage()}), Fill::Result},
                    {Type::Int32, s.filters},
                    {Type::Int8, productOf({s.outPlane(), row}), Fill::Scratch}};
    CodeEnding ending;
    ending.terms = part(3), ending.low = -128, ending.high = 127;
    for (std::int64_t image = 0; image < s.batch; ++image) {
        work.launches.push_back(
            unfoldCodesLaunch(s.window(), s.channels, 0, 0, part(0, image * s.inImage()), part(4)));
        work.launches.push_back(codeProductLaunch(s.filters, s.outPlane(), taps, false, ending, part(1),
                                                  part(4), part(2, image * s.outImage()), values));
    }
    work.bytes = bytesOfAll(work);
    work.tolerance = 0;
    work.reference = [s, row](const std::vector<Array>& inputs, std::int64_t element) {
        const double sum =
            convolvedAt(s, inputs, element, row) + inputs[3].at(element / s.outPlane() % s.filters);
        return std::clamp(sum, -128.0, 127.0);
    };
    return work;
}

// The same as sums, by each element for itself.
Result<Work> directOfCodes(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    Work work = convolutionWork(s);
    work.buffers[0].type = work.buffers[1].type = Type::Int8;
    work.buffers[2].type = Type::Int32;
    work.buffers.push_back({Type::Int32, s.filters});
    CodeEnding ending;
    ending.result = CodeResult::Sums;
    ending.terms = part(3);
    work.launches = {codeConvolutionLaunch(s.window(), s.batch, 1, s.channels, s.filters, ending,
                                           {0, 0, part(0)}, part(1), Nothing{}, part(2), values)};
    work.bytes = bytesOfAll(work);
    work.tolerance = 0;
    work.reference = [s](const std::vector<Array>& inputs, std::int64_t element) {
        return convolvedAt(s, inputs, element) + inputs[3].at(element / s.outPlane() % s.filters);
    };
    return work;
}

Result<Work> winograd(const Sizes& sizes, const Values& values) {
    ASSIGN_OR_RETURN(const ConvolutionShape s, shapeOf(sizes));
    if (s.side != 3 || s.stride != 1)
        return unsupported(
            say("Winograd's way is for kernels of 3 x 3 and stride 1, not {1} x {1} and stride {2}", s.side,
                s.stride));
    const std::int64_t across = (s.outWidth() + 1) / 2, tiles = across * ((s.outHeight() + 1) / 2);
    const std::int64_t pairs = productOf({s.filters, s.channels});
    const std::int64_t input = productOf({s.channels, tiles}), output = productOf({s.filters, tiles});
    const Values defines = threadsAlone(values);
    const auto threads = static_cast<std::uint32_t>(numberOf(values, "THREADS"));
    Work work = convolutionWork(s);
    work.tolerance = 1e-4; // its transforms add numbers of the input before they are multiplied
    work.buffers.push_back({Type::Float32, productOf({16, pairs}), Fill::Scratch});
    work.buffers.push_back({Type::Float32, productOf({16, input}), Fill::Scratch});
    work.buffers.push_back({Type::Float32, productOf({16, output}), Fill::Scratch});
    work.launches.push_back({"winograd_filters",
                             defines,
                             {piecesOf(pairs, threads), 1, 1},
                             {threads, 1, 1},
                             {whole(pairs), part(1), part(3)}});
    for (std::int64_t image = 0; image < s.batch; ++image) {
        work.launches.push_back({"winograd_input",
                                 defines,
                                 {piecesOf(tiles, threads), static_cast<std::uint32_t>(s.channels), 1},
                                 {threads, 1, 1},
                                 {whole(s.channels), whole(s.height), whole(s.width), whole(s.pad()),
                                  whole(across), whole(tiles), part(0, image * s.inImage()), part(4)}});
        for (std::int64_t i = 0; i < 16; ++i)
            work.launches.push_back(productLaunch(s.filters, tiles, s.channels, part(3, i * pairs),
                                                  part(4, i * input), part(5, i * output), tilesAlone(values)));
        work.launches.push_back({"winograd_output",
                                 defines,
                                 {piecesOf(tiles, threads), static_cast<std::uint32_t>(s.filters), 1},
                                 {threads, 1, 1},
                                 {whole(s.filters), whole(s.outHeight()), whole(s.outWidth()), whole(across),
                                  whole(tiles), part(5), part(2, image * s.outImage())}});
    }
    return work;
}

// With a bias, and bounded to 0 and 6.
Result<Work> depthwise(const Sizes& sizes, const Values& values) {
    const std::int64_t channels = sizes[1];
    ASSIGN_OR_RETURN(const ConvolutionShape s,
                     shapeOf({sizes[0], channels, sizes[2], sizes[3], channels, sizes[4], sizes[5]}));
    Work work;
    work.buffers = {{Type::Float32, productOf({s.batch, s.inImage()})},
                    {Type::Float32, productOf({channels, s.side, s.side})},
                    {Type::Float32, productOf({s.batch, s.outImage()}), Fill::Result},
                    {Type::Float32, channels}};
    work.launches = {depthwiseLaunch(s.window(), s.batch, channels, {ClipFunction, 0, 6, part(3)}, part(0),
                                     part(1), part(2), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [s](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t channel = element / s.outPlane() % s.channels;
        double sum = inputs[3].at(channel);
        const std::int64_t column = element % s.outWidth(), row = element / s.outWidth() % s.outHeight();
        for (std::int64_t i = 0; i < s.side; ++i)
            for (std::int64_t j = 0; j < s.side; ++j) {
                const std::int64_t y = row * s.stride - s.pad() + i, x = column * s.stride - s.pad() + j;
                if (y < 0 || y >= s.height || x < 0 || x >= s.width) continue;
                sum += inputs[0].at((element / s.outPlane() * s.height + y) * s.width + x) *
                       inputs[1].at((channel * s.side + i) * s.side + j);
            }
        return std::clamp(sum, 0.0, 6.0);
    };
    return work;
}

const std::vector<Sizes> UsualConvolutions{{1, 64, 56, 56, 64, 3, 1}, {8, 256, 14, 14, 256, 3, 1}};

} // namespace

namespace convolution_direct_kernel {
extern const Kernel entry{.name = "convolution_direct",
                          .family = Family::Convolution,
                          .summary = TRANSLATABLE("GPU kernel", "A thread for several filters of an element"),
                          .roof = RoofKind::Float32,
                          .capability = 50,
                          .parameters = {{"THREADS", 128, {64, 128, 256}}, {"FILTERS", 8, {4, 8, 16}}},
                          .sizeNames = ConvolutionSizes,
                          .odd = {{1, 1, 1, 1, 1, 1, 1}, {2, 3, 11, 9, 13, 3, 1}, {1, 5, 15, 14, 10, 5, 2}},
                          .usual = UsualConvolutions,
                          .work = direct};
}
namespace convolution_depthwise_kernel {
extern const Kernel entry{.name = "convolution_depthwise",
                          .family = Family::Convolution,
                          .summary = TRANSLATABLE("GPU kernel", "Each plane by itself, with bias and bounds"),
                          .roof = RoofKind::Copy,
                          .capability = 50,
                          .parameters = {{"THREADS", 128, {64, 128, 256}}},
                          .sizeNames = {"batch", "channels", "height", "width", "side", "stride"},
                          .odd = {{1, 3, 1, 1, 1, 1}, {2, 5, 11, 9, 3, 1}, {1, 7, 15, 14, 5, 2}},
                          .usual = {{1, 144, 56, 56, 3, 1}, {32, 144, 56, 56, 3, 1}},
                          .work = depthwise};
}
namespace convolution_im2col_kernel {
extern const Kernel entry{.name = "convolution_im2col",
                          .family = Family::Convolution,
                          .summary =
                              TRANSLATABLE("GPU kernel", "Windows as columns of a matrix product (im2col)"),
                          .roof = RoofKind::Float32,
                          .capability = 50,
                          .parameters = productParameters(),
                          .sizeNames = ConvolutionSizes,
                          .odd = {{1, 1, 1, 1, 1, 1, 1}, {2, 3, 11, 9, 13, 3, 1}, {1, 5, 15, 14, 10, 5, 2}},
                          .usual = UsualConvolutions,
                          .work = im2col,
                          .needs = warpTileNeeds};
}
namespace convolution_fp16_kernel {
extern const Kernel entry{
    .name = "convolution_fp16",
    .family = Family::Convolution,
    .summary = TRANSLATABLE("GPU kernel", "Windows as rows of halves, multiplied on tensor cores, with bias"),
    .roof = RoofKind::Float16,
    .capability = 80,
    .parameters = tensorTiles(),
    .sizeNames = ConvolutionSizes,
    .odd = {{1, 1, 1, 1, 1, 1, 1}, {2, 3, 11, 9, 13, 3, 1}, {1, 5, 15, 14, 10, 5, 2}},
    .usual = UsualConvolutions,
    .work = halfConvolution};
}
namespace convolution_int8_kernel {
extern const Kernel entry{
    .name = "convolution_int8",
    .family = Family::Convolution,
    .summary = TRANSLATABLE("GPU kernel", "Windows as rows of 8-bit codes, multiplied on tensor cores"),
    .roof = RoofKind::Int8,
    .capability = 80,
    .parameters = tensorTiles(),
    .sizeNames = ConvolutionSizes,
    .odd = {{1, 1, 1, 1, 1, 1, 1}, {2, 3, 11, 9, 13, 3, 1}, {1, 5, 15, 14, 10, 5, 2}},
    .usual = UsualConvolutions,
    .work = codeConvolution};
}
namespace convolution_codes_kernel {
extern const Kernel entry{.name = "convolution_codes",
                          .family = Family::Convolution,
                          .summary =
                              TRANSLATABLE("GPU kernel", "Direct, of 8-bit codes, each element for itself"),
                          .roof = RoofKind::Int8,
                          .capability = 50,
                          .parameters = {{"THREADS", 128, {64, 128, 256}}},
                          .sizeNames = ConvolutionSizes,
                          .odd = {{1, 1, 1, 1, 1, 1, 1}, {2, 3, 11, 9, 4, 3, 1}, {1, 5, 15, 14, 3, 5, 2}},
                          .usual = UsualConvolutions,
                          .work = directOfCodes};
}
namespace convolution_winograd_kernel {
extern const Kernel entry{
    .name = "convolution_winograd",
    .family = Family::Convolution,
    .summary = TRANSLATABLE("GPU kernel", "Winograd's F(2 x 2, 3 x 3): 2.25 times fewer products"),
    .roof = RoofKind::Float32,
    .capability = 50,
    .parameters = productParameters(),
    .sizeNames = ConvolutionSizes,
    .odd = {{1, 1, 1, 1, 1, 3, 1}, {2, 3, 11, 9, 13, 3, 1}, {1, 5, 8, 6, 10, 3, 1}},
    .usual = UsualConvolutions,
    .work = winograd,
    .needs = warpTileNeeds};
}

} // namespace edgewright::gpu
