// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/onednn/choice.h"

namespace edgewright::onednn {

namespace {

struct Extents {
    std::int64_t in = 1, out = 1, taps = 1; // pixels of a plane, of the result, of the kernel
    std::int64_t inPerGroup = 1, outPerGroup = 1;
    bool pointwise = true; // each pixel of the result is made from the pixel at its place
};

Extents extentsOf(const kernels::BackendConvolution& shape) {
    Extents e;
    for (const kernels::BackendAxis& axis : shape.axes) {
        e.in *= axis.in;
        e.out *= axis.out;
        e.taps *= axis.kernel;
        e.pointwise =
            e.pointwise && axis.kernel == 1 && axis.stride == 1 && axis.padBegin == 0 && axis.in == axis.out;
    }
    e.inPerGroup = shape.inChannels / shape.groups;
    e.outPerGroup = shape.outChannels / shape.groups;
    return e;
}

Way wayOfGroups(const Extents& e) {
    constexpr std::int64_t ManyTaps = 25, SmallPlane = 196, FullVector = 16;
    if (e.inPerGroup == 1 && e.outPerGroup == 1)
        return e.taps >= ManyTaps && e.in <= SmallPlane ? Way::Rows : Way::None;
    return e.taps > 1 && e.inPerGroup >= FullVector && e.outPerGroup >= FullVector ? Way::Rows : Way::None;
}

Way wayOfPointwise(const Extents& e, bool avx512) {
    constexpr std::int64_t TinyPlane = 64, SmallPlane = 144, Few = 48, Some = 96;
    if (e.out <= TinyPlane) return e.inPerGroup >= 64 && e.outPerGroup >= 64 ? Way::Rows : Way::None;
    if (e.out < SmallPlane) return Way::None;
    const bool narrows = e.outPerGroup <= Few ? e.outPerGroup <= 2 * e.inPerGroup
                                              : e.outPerGroup <= Some && 3 * e.outPerGroup <= 2 * e.inPerGroup;
    return narrows || !avx512 ? Way::Planes : Way::None;
}

Way wayOfWindows(const Extents& e, bool avx512) {
    constexpr std::int64_t FewInputs = 16, SomeInputs = 32, FewOutputs = 8, FewTaps = 4, SmallPlane = 256;
    if (e.outPerGroup < FewOutputs) return Way::None;
    if (e.taps == 1) return e.in <= SmallPlane && e.inPerGroup >= SomeInputs ? Way::Rows : Way::None;
    if (e.inPerGroup < FewInputs)
        return !avx512 || 2 * e.inPerGroup * e.taps >= 3 * e.outPerGroup ? Way::Blocks : Way::None;
    if (e.taps < FewTaps) return e.outPerGroup <= e.inPerGroup ? Way::Rows : Way::None;
    return e.inPerGroup >= SomeInputs || e.outPerGroup <= 3 * e.inPerGroup ? Way::Rows : Way::None;
}

} // namespace

Way wayFor(const kernels::BackendConvolution& shape, bool avx512, bool always) {
    const Extents e = extentsOf(shape);
    const Way way = shape.groups > 1 ? wayOfGroups(e)
                    : e.pointwise    ? wayOfPointwise(e, avx512)
                                     : wayOfWindows(e, avx512);
    return way == Way::None && always ? Way::Rows : way;
}

} // namespace edgewright::onednn
