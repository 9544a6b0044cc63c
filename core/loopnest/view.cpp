// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/view.h"

namespace edgewright::loopnest {

namespace {

void take(View& view, const Nest& nest, const Affine& linear) {
    view.offset = linear.offset;
    for (const SpatialLoop& each : nest.spatial)
        view.spatial.push_back(linear.coefficients[each.axis]);
    for (const ReductionLoop& each : nest.reduction)
        view.reduction.push_back(linear.coefficients[each.axis]);
}

// Others of the spatial axes, tiles of the vector axis, the reduction, elements of the tile: the last of them
// lie side by side.
View packedView(const Nest& nest, const Access& access, std::int64_t& floats) {
    View view;
    view.access = &access;
    view.pointer = "packed";
    const SpatialLoop& vector = nest.spatial[*nest.vector];
    view.spatial.assign(nest.spatial.size(), 0);
    view.reduction.assign(nest.reduction.size(), 0);
    std::int64_t stride = vector.tile;
    for (std::size_t i = nest.reduction.size(); i-- > 0;) {
        if (!access.dependsOn(nest.reduction[i].axis)) continue;
        view.reduction[i] = stride;
        stride *= nest.reduction[i].extent;
    }
    view.tile = stride;
    stride *= vector.tiles;
    for (std::size_t place = nest.spatial.size(); place-- > 0;) {
        if (place == *nest.vector || !access.dependsOn(nest.spatial[place].axis)) continue;
        view.spatial[place] = stride;
        stride *= nest.spatial[place].extent;
    }
    floats = stride;
    return view;
}

} // namespace

PaddedCopy paddedCopy(const Access& access, const std::vector<Axis>& axes) {
    PaddedCopy copy;
    bool isOuter = true;
    for (std::size_t i = 0; i < access.dims.size(); ++i) {
        const bool isPadded = access.isPadded(i, axes);
        isOuter = isOuter && !isPadded;
        const std::int64_t least = isPadded ? access.indices[i].least(axes) : 0;
        copy.least.push_back(least);
        copy.dims.push_back(isPadded ? access.indices[i].largest(axes) - least + 1 : access.dims[i]);
        copy.floats *= copy.dims.back();
        if (isOuter) copy.tasks *= copy.dims.back(), ++copy.outer;
    }
    return copy;
}

View viewOf(const Nest& nest, const Access& access, const std::string& pointer) {
    View view;
    view.access = &access;
    view.pointer = pointer;
    view.isGuarded = access.isPadded(nest.computation->axes);
    take(view, nest, access.linear());
    return view;
}

View factorView(const Nest& nest, Factor factor) {
    const Access& access = factor == Factor::Left ? nest.computation->left : nest.computation->right;
    std::int64_t floats = 0;
    if (nest.packed == factor) return packedView(nest, access, floats);
    if (!nest.copiesPadding || !access.isPadded(nest.computation->axes))
        return viewOf(nest, access, access.name);
    const PaddedCopy copy = paddedCopy(access, nest.computation->axes);
    Access padded = access;
    padded.dims = copy.dims;
    for (std::size_t i = 0; i < copy.dims.size(); ++i)
        padded.indices[i].offset -= copy.least[i];
    View view;
    view.access = &access;
    view.pointer = "copy";
    take(view, nest, padded.linear());
    return view;
}

std::int64_t packedFloats(const Nest& nest) {
    if (!nest.packed) return 0;
    std::int64_t floats = 0;
    packedView(nest, *nest.packed == Factor::Left ? nest.computation->left : nest.computation->right, floats);
    return floats;
}

} // namespace edgewright::loopnest
