// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/indexing/scatter_blocks.h"

#include "core/base/propagate.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/wrapping.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

template <typename T>
T combine(T a, T b, char reduction) {
    switch (reduction) {
    case 'a':
        return wrappingAdd(a, b);
    case 'm':
        return wrappingMul(a, b);
    case '<':
        return b < a ? b : a;
    default:
        return a < b ? b : a;
    }
}

template <typename T>
void combineBlocks(std::span<T> out, std::span<const T> updates, const IndexedBlocks& blocks, char reduction) {
    std::size_t from = 0;
    for (const std::int64_t place : blocks.places)
        for (std::int64_t i = 0; i < blocks.length; ++i) {
            T& element = out[static_cast<std::size_t>(place + i)];
            element = combine(element, updates[from++], reduction);
        }
}

} // namespace

Result<void> scatterInto(KernelContext& context, const ir::Tensor& data, const ir::Tensor& updates,
                         const IndexedBlocks& blocks) {
    if (updates.dtype() != data.dtype())
        return badInput("updates are " + updates.type().text() + " where the data is " + data.type().text());
    const std::string reduction = context.node().stringOr("reduction", "none");
    if (reduction == "none" && data.dtype() == ir::DataType::Float32 && blocks.length == 1) {
        ASSIGN_OR_RETURN(auto out, context.output(0, data.dtype(), data.dims()));
        std::ranges::copy(data.as<float>(), out.as<float>().begin());
        const std::span<float> elements = out.as<float>();
        const float* from = updates.as<float>().data();
        for (const std::int64_t place : blocks.places)
            elements[static_cast<std::size_t>(place)] = *from++;
        return {};
    }
    if (reduction == "none") {
        ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, data.dtype(), data.dims()));
        sink.copy(0, data, 0, data.elements());
        std::int64_t from = 0;
        for (const std::int64_t place : blocks.places) {
            sink.copy(place, updates, from, blocks.length);
            from += blocks.length;
        }
        return sink.finish();
    }
    const char kind = reduction == "add" ? 'a' : reduction == "mul" ? 'm' : reduction == "min" ? '<' : '>';
    if (kind == '>' && reduction != "max")
        return badInput("reduction is '" + reduction + "' where none, add, mul, min or max is expected");
    if (isHalf(data.dtype())) {
        ASSIGN_OR_RETURN(const auto base, asFloat32(context, data));
        ASSIGN_OR_RETURN(const auto added, asFloat32(context, updates));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, data.dtype(), data.dims()));
        std::ranges::copy(base.as<float>(), out.data().begin());
        combineBlocks(out.data(), added.as<float>(), blocks, kind);
        out.finish();
        return {};
    }
    const ir::DataType seen = data.dtype() == ir::DataType::Bool ? ir::DataType::UInt8 : data.dtype();
    return withElementType(seen, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, data.dtype(), data.dims()));
        std::ranges::copy(data.as<T>(), out.template as<T>().begin());
        combineBlocks(out.template as<T>(), updates.as<T>(), blocks, kind);
        return {};
    });
}

} // namespace edgewright::ops
