// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/kernels/launch_values.h"

#include "core/gpu/kernels/launches.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

constexpr std::string_view Product = "gemm_warp_tile", Direct = "convolution_direct",
                           Depthwise = "convolution_depthwise";

std::int64_t numberAt(const Launch& launch, std::size_t operand) {
    return std::get<std::int32_t>(launch.operands[operand]);
}
float realAt(const Launch& launch, std::size_t operand) { return std::get<float>(launch.operands[operand]); }

// Twelve operands from there on, as launches.cpp puts them.
PlaneWindow windowAt(const Launch& launch, std::size_t first) {
    const auto at = [&](std::size_t i) { return numberAt(launch, first + i); };
    PlaneWindow w;
    w.height = at(0), w.width = at(1), w.kernelHeight = at(2), w.kernelWidth = at(3);
    w.strideDown = at(4), w.strideAcross = at(5), w.dilationDown = at(6), w.dilationAcross = at(7);
    w.padTop = at(8), w.padLeft = at(9), w.outHeight = at(10), w.outWidth = at(11);
    return w;
}

// As the catalogue's convolutions have them.
bool isPlain(const PlaneWindow& w) {
    const std::int64_t side = w.kernelHeight, stride = w.strideDown, pad = side / 2;
    return w.kernelWidth == side && w.strideAcross == stride && w.dilationDown == 1 && w.dilationAcross == 1 &&
           w.padTop == pad && w.padLeft == pad && w.outHeight == (w.height + 2 * pad - side) / stride + 1 &&
           w.outWidth == (w.width + 2 * pad - side) / stride + 1;
}

// Behind the window: function, alpha, beta, x, w, bias, residual, y.
struct Convolution {
    PlaneWindow window;
    Ending ending;
    Operand x, w, y;
};
Convolution convolutionAt(const Launch& launch, std::size_t first) {
    const std::size_t behind = first + 12;
    const auto operand = [&](std::size_t i) { return launch.operands[behind + i]; };
    return {windowAt(launch, first),
            {static_cast<int>(numberAt(launch, behind)), realAt(launch, behind + 1), realAt(launch, behind + 2),
             operand(5), operand(6)},
            operand(3),
            operand(4),
            operand(7)};
}

bool isEnded(const Launch& launch) { return numberOf(launch.defines, "ENDING") != 0; }

std::int64_t groupsOf(const Launch& launch) { // of a direct convolution
    const std::int64_t filters = numberAt(launch, 1), each = numberOf(launch.defines, "FILTERS");
    return launch.grid.y / ((filters + each - 1) / each);
}

} // namespace

std::optional<LaunchShape> shapeOf(const Launch& launch) {
    if (launch.source == Product)
        return LaunchShape{findKernel(isEnded(launch) ? "gemm_ended" : Product),
                           {numberAt(launch, 0), numberAt(launch, 1), numberAt(launch, 2)}};
    const std::int64_t batch = launch.grid.z;
    if (launch.source == Direct) {
        const PlaneWindow w = windowAt(launch, 2);
        if (!isPlain(w) || groupsOf(launch) != 1) return std::nullopt;
        return LaunchShape{
            findKernel(Direct),
            {batch, numberAt(launch, 0), w.height, w.width, numberAt(launch, 1), w.kernelHeight, w.strideDown}};
    }
    if (launch.source == Depthwise) {
        const PlaneWindow w = windowAt(launch, 0);
        if (!isPlain(w)) return std::nullopt;
        return LaunchShape{
            findKernel(Depthwise),
            {batch, std::int64_t(launch.grid.y), w.height, w.width, w.kernelHeight, w.strideDown}};
    }
    return std::nullopt;
}

Launch withValues(const Launch& launch, const Values& values) {
    const auto operand = [&](std::size_t i) { return launch.operands[i]; };
    if (launch.source == Product) {
        const std::int64_t m = numberAt(launch, 0), n = numberAt(launch, 1), k = numberAt(launch, 2);
        if (!isEnded(launch)) return productLaunch(m, n, k, operand(3), operand(4), operand(5), values);
        const Ending ending{numberOf(launch.defines, "AFTER"), realAt(launch, 7), realAt(launch, 8), operand(9),
                            operand(10)};
        return endedProductLaunch(m, n, k, numberAt(launch, 6) != 0, ending, operand(3), operand(4), operand(5),
                                  values);
    }
    const std::int64_t batch = launch.grid.z;
    if (launch.source == Direct) {
        const Convolution c = convolutionAt(launch, 2);
        return convolutionLaunch(c.window, batch, groupsOf(launch), numberAt(launch, 0), numberAt(launch, 1),
                                 c.ending, c.x, c.w, c.y, values);
    }
    const Convolution c = convolutionAt(launch, 0);
    return depthwiseLaunch(c.window, batch, launch.grid.y, c.ending, c.x, c.w, c.y, values);
}

} // namespace edgewright::gpu
