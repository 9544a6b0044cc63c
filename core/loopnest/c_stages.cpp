// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/c_stages.h"

#include "core/loopnest/c_text.h"
#include "core/loopnest/view.h"

namespace edgewright::loopnest {

std::string packSource(const Nest& nest, const std::string& name) {
    Lines lines;
    const View view = factorView(nest, *nest.packed);
    const Access& access = *view.access;
    const Affine linear = access.linear();
    lines.open("static void " + name + "(const float* const* operands, float* packed) {");
    lines.add("const float* from = operands[" + std::to_string(access.place) + "];");
    Sum from;
    from.add(linear.offset);
    std::size_t loops = 0;
    const auto loop = [&](const std::string& index, std::int64_t count, std::int64_t stride) {
        lines.open("for (i64 " + index + " = 0; " + index + " < " + std::to_string(count) + "; ++" + index +
                   ") {");
        from.add(stride, index);
        ++loops;
    };
    for (std::size_t place = 0; place < nest.spatial.size(); ++place)
        if (view.spatial[place] != 0)
            loop("e" + std::to_string(place), nest.spatial[place].extent,
                 linear.coefficients[nest.spatial[place].axis]);
    const SpatialLoop& vector = nest.spatial[*nest.vector];
    loop("q", vector.tiles, vector.tile * linear.coefficients[vector.axis]);
    for (std::size_t i = 0; i < nest.reduction.size(); ++i)
        if (view.reduction[i] != 0)
            loop("r" + std::to_string(i), nest.reduction[i].extent,
                 linear.coefficients[nest.reduction[i].axis]);
    loop("l", vector.tile, linear.coefficients[vector.axis]);
    lines.add("*packed++ = q * " + std::to_string(vector.tile) + " + l < " + std::to_string(vector.extent) +
              " ? from[" + from.text() + "] : 0;");
    for (; loops > 0; --loops)
        lines.close();
    lines.close();
    return lines.take();
}

std::string copySource(const Nest& nest, const std::string& name) {
    Lines lines;
    const Access& access = nest.computation->left;
    const PaddedCopy copy = paddedCopy(access, nest.computation->axes);
    std::int64_t floats = 1, elements = 1; // of a task; of the dimensions behind
    for (std::size_t i = copy.outer; i < copy.dims.size(); ++i)
        floats *= copy.dims[i], elements *= access.dims[i];
    lines.open("static void " + name +
               "(const float* const* operands, float* restrict copy, i64 begin, i64 end) {");
    lines.open("for (i64 task = begin; task < end; ++task) {");
    lines.add("const float* from = operands[" + std::to_string(access.place) + "] + task * " +
              std::to_string(elements) + ";");
    lines.add("float* to = copy + task * " + std::to_string(floats) + ";");
    Sum at;
    std::string isInside;
    for (std::size_t i = copy.outer; i < copy.dims.size(); ++i) {
        const std::string index = "i" + std::to_string(i);
        elements /= access.dims[i];
        lines.open("for (i64 " + index + " = " + std::to_string(copy.least[i]) + "; " + index + " < " +
                   std::to_string(copy.least[i] + copy.dims[i]) + "; ++" + index + ")" +
                   (i + 1 < copy.dims.size() ? " {" : ""));
        at.add(elements, index);
        isInside +=
            (isInside.empty() ? "" : " && ") + ("(u64)" + index) + " < " + std::to_string(access.dims[i]);
    }
    lines.add("*to++ = " + isInside + " ? from[" + at.text() + "] : 0;");
    lines.closeWithout();
    for (std::size_t i = copy.outer + 1; i < copy.dims.size(); ++i)
        lines.close();
    lines.close();
    lines.close();
    return lines.take();
}

} // namespace edgewright::loopnest
