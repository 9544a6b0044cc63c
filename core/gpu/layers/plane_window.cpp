// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/plane_window.h"

#include "core/base/say.h"

namespace edgewright::gpu {

Result<PlaneWindow> planeWindow(const ops::Geometry& geometry) {
    const auto& [depth, down, across] = geometry.axes;
    if (!depth.isTrivial()) return unsupported(say("its windows have three axes"));
    PlaneWindow w;
    w.height = down.in, w.width = across.in, w.outHeight = down.out, w.outWidth = across.out;
    w.kernelHeight = down.window.kernel, w.kernelWidth = across.window.kernel;
    w.strideDown = down.window.stride, w.strideAcross = across.window.stride;
    w.dilationDown = down.window.dilation, w.dilationAcross = across.window.dilation;
    w.padTop = down.window.padBegin, w.padLeft = across.window.padBegin;
    w.padBottom = down.window.padEnd, w.padRight = across.window.padEnd;
    return w;
}

} // namespace edgewright::gpu
