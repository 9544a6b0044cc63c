// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/computation.h"

#include <algorithm>

namespace edgewright::loopnest {

bool Affine::isConstant() const {
    return std::ranges::all_of(coefficients, [](std::int64_t each) { return each == 0; });
}

std::int64_t Affine::least(std::span<const Axis> axes) const {
    std::int64_t value = offset;
    for (std::size_t i = 0; i < axes.size(); ++i)
        value += std::min<std::int64_t>(0, coefficients[i] * (axes[i].extent - 1));
    return value;
}

std::int64_t Affine::largest(std::span<const Axis> axes) const {
    std::int64_t value = offset;
    for (std::size_t i = 0; i < axes.size(); ++i)
        value += std::max<std::int64_t>(0, coefficients[i] * (axes[i].extent - 1));
    return value;
}

bool Access::dependsOn(std::size_t axis) const {
    return std::ranges::any_of(indices, [&](const Affine& each) { return each.coefficients[axis] != 0; });
}

bool Access::isPadded(std::size_t dimension, std::span<const Axis> axes) const {
    const Affine& index = indices[dimension];
    return index.least(axes) < 0 || index.largest(axes) >= dims[dimension];
}

bool Access::isPadded(std::span<const Axis> axes) const {
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (isPadded(i, axes)) return true;
    return false;
}

std::int64_t Access::elements() const {
    std::int64_t product = 1;
    for (const std::int64_t each : dims)
        product *= each;
    return product;
}

Affine Access::linear() const {
    Affine sum{0, std::vector<std::int64_t>(indices.front().coefficients.size())};
    std::int64_t stride = 1;
    for (std::size_t i = dims.size(); i-- > 0; stride *= dims[i]) {
        sum.offset += stride * indices[i].offset;
        for (std::size_t axis = 0; axis < sum.coefficients.size(); ++axis)
            sum.coefficients[axis] += stride * indices[i].coefficients[axis];
    }
    return sum;
}

namespace {

std::vector<std::size_t> placesOf(const std::vector<Axis>& axes, bool isReduction) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].isReduction == isReduction) places.push_back(i);
    return places;
}

std::string textOf(const Affine& index, std::span<const Axis> axes) {
    std::string text;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (index.coefficients[i] == 0) continue;
        if (!text.empty()) text += "+";
        if (index.coefficients[i] != 1) text += std::to_string(index.coefficients[i]) + "*";
        text += axes[i].name;
    }
    if (index.offset != 0 || text.empty())
        text += (index.offset >= 0 && !text.empty() ? "+" : "") + std::to_string(index.offset);
    return text;
}

std::string textOf(const Access& access, std::span<const Axis> axes) {
    std::string text = access.name + "[";
    for (std::size_t i = 0; i < access.indices.size(); ++i)
        text += (i ? "," : "") + textOf(access.indices[i], axes);
    return text + "]";
}

// The tensors of a computation.
std::vector<Access*> accessesOf(Computation& computation) {
    std::vector<Access*> all{&computation.left, &computation.right, &computation.output};
    for (Addend& each : computation.epilogue.addends)
        all.push_back(&each.access);
    return all;
}

void flatten(Access& access) {
    const Affine linear = access.linear();
    access.dims = {access.elements()};
    access.indices = {linear};
}

void dropAxis(Computation& computation, std::size_t axis) {
    for (Access* const access : accessesOf(computation))
        for (Affine& index : access->indices)
            index.coefficients.erase(index.coefficients.begin() + static_cast<std::ptrdiff_t>(axis));
    computation.axes.erase(computation.axes.begin() + static_cast<std::ptrdiff_t>(axis));
}

// True if the inner axis goes on where the outer one takes its next step.
bool areOne(Computation& computation, std::size_t outer, std::size_t inner) {
    const Axis &first = computation.axes[outer], &second = computation.axes[inner];
    if (first.isReduction != second.isReduction) return false;
    for (const Access* const access : accessesOf(computation)) {
        if (access->indices.size() != 1) {
            if (access->dependsOn(outer) || access->dependsOn(inner)) return false;
            continue;
        }
        const std::vector<std::int64_t>& strides = access->indices[0].coefficients;
        if (strides[outer] != second.extent * strides[inner]) return false;
    }
    return true;
}

} // namespace

std::vector<std::size_t> Computation::spatial() const { return placesOf(axes, false); }
std::vector<std::size_t> Computation::reduction() const { return placesOf(axes, true); }

std::int64_t Computation::iterations() const {
    std::int64_t product = 1;
    for (const Axis& each : axes)
        product *= each.extent;
    return product;
}

std::size_t Computation::operands() const {
    std::size_t last = std::max(left.place, right.place);
    for (const Addend& each : epilogue.addends)
        last = std::max(last, each.access.place);
    return last + 1;
}

std::string Computation::text() const {
    std::string text =
        textOf(output, axes) + " += " + textOf(left, axes) + " * " + textOf(right, axes) + " for";
    for (const Axis& each : axes)
        text += " " + each.name + "=" + std::to_string(each.extent);
    return text;
}

Computation simplified(Computation computation) {
    for (Access* const access : accessesOf(computation))
        if (!access->isPadded(computation.axes)) flatten(*access);
    for (std::size_t i = computation.axes.size(); i-- > 0;)
        if (computation.axes[i].extent == 1) dropAxis(computation, i);
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t outer = 0; outer < computation.axes.size() && !changes; ++outer)
            for (std::size_t inner = 0; inner < computation.axes.size() && !changes; ++inner) {
                if (outer == inner || !areOne(computation, outer, inner)) continue;
                Axis& kept = computation.axes[inner];
                kept.name = computation.axes[outer].name + "_" + kept.name;
                kept.extent *= computation.axes[outer].extent;
                dropAxis(computation, outer);
                changes = true;
            }
    }
    return computation;
}

} // namespace edgewright::loopnest
