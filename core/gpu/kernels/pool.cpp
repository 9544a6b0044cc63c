// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over planes, padded such that windows of odd sides lie around each element.
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/gpu/kernels/launches.h"
#include "core/gpu/kernels/parts.h"

#include <limits>

namespace edgewright::gpu {

namespace {

Result<Work> poolWork(const Sizes& sizes, const Values& values, bool isAverage) {
    const std::int64_t planes = sizes[0], height = sizes[1], width = sizes[2], side = sizes[3],
                       stride = sizes[4];
    const std::int64_t pad = (side - 1) / 2;
    if (side > height + 2 * pad || side > width + 2 * pad)
        return badInput(say("the window is {1} x {1}, larger than a plane of {2} x {3}", side, height, width));
    const std::int64_t outHeight = (height + 2 * pad - side) / stride + 1;
    const std::int64_t outWidth = (width + 2 * pad - side) / stride + 1, outPlane = outHeight * outWidth;
    Work work;
    work.buffers = {{Type::Float32, productOf({planes, height, width})},
                    {Type::Float32, productOf({planes, outPlane}), Fill::Result}};
    PlaneWindow window;
    window.height = height, window.width = width, window.outHeight = outHeight, window.outWidth = outWidth;
    window.kernelHeight = window.kernelWidth = side;
    window.strideDown = window.strideAcross = stride;
    window.padTop = window.padLeft = pad;
    work.launches = {poolLaunch(window, planes, isAverage, false, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t plane = element / outPlane, top = element % outPlane / outWidth * stride - pad,
                           left = element % outWidth * stride - pad;
        double largest = -std::numeric_limits<double>::infinity(), sum = 0, count = 0;
        for (std::int64_t y = std::max<std::int64_t>(top, 0); y < std::min(top + side, height); ++y)
            for (std::int64_t x = std::max<std::int64_t>(left, 0); x < std::min(left + side, width); ++x) {
                const double value = inputs[0].at((plane * height + y) * width + x);
                largest = std::max(largest, value);
                sum += value;
                ++count;
            }
        return isAverage ? sum / count : largest;
    };
    work.tolerance = isAverage ? 1e-5 : 0;
    return work;
}

Result<Work> largest(const Sizes& sizes, const Values& values) { return poolWork(sizes, values, false); }
Result<Work> average(const Sizes& sizes, const Values& values) { return poolWork(sizes, values, true); }

Kernel ofWindows(std::string_view name, const char* summary,
                 Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,
            Family::Elements,
            summary,
            RoofKind::Copy,
            50,
            {{"THREADS", 128, {64, 128, 256}}},
            {"planes", "height", "width", "side", "stride"},
            {{1, 1, 1, 1, 1}, {3, 11, 9, 3, 2}, {2, 14, 17, 2, 2}},
            {{4096, 112, 112, 3, 2}},
            work};
}

} // namespace

namespace pool_max_kernel {
extern const Kernel entry =
    ofWindows("pool_max", TRANSLATABLE("GPU kernel", "The largest number of each window"), largest);
}
namespace pool_average_kernel {
extern const Kernel entry =
    ofWindows("pool_average",
              TRANSLATABLE("GPU kernel", "The mean of each window, without what is beyond the edge"), average);
}

} // namespace edgewright::gpu
