// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the data with elements or blocks of it overwritten or combined.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace edgewright::ops::scattering {

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

// Output 0 = data with block i replaced by (or, after the node's attribute `reduction`, combined with) block i
// of `updates`, in order. BadInput when types differ or the reduction is unknown.
Result<void> scatterInto(KernelContext& context, const ir::Tensor& data, const ir::Tensor& updates,
                         const IndexedBlocks& blocks) {
    if (updates.dtype() != data.dtype())
        return badInput(
            say("updates are {1} where the data is {2}", updates.type().text(), data.type().text()));
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
        return badInput(say("reduction is '{1}' where none, add, mul, min or max is expected", reduction));
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

Result<void> runElements(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ASSIGN_OR_RETURN(const auto updates, operand(context, 2));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), data->rank()));
    if (updates->dims() != indices->dims())
        return badInput(
            say("updates are {1} where indices are {2}", updates->type().text(), indices->type().text()));
    ASSIGN_OR_RETURN(auto places,
                     elementPlaces(context, data->dims(), *indices, static_cast<std::size_t>(axis)));
    return scatterInto(context, *data, *updates, {std::move(places), 1});
}

Result<void> runBlocks(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ASSIGN_OR_RETURN(const auto updates, operand(context, 2));
    ASSIGN_OR_RETURN(auto blocks, indexedBlocks(context, data->dims(), *indices, 0));
    ir::Dims expected(indices->dims().begin(), indices->dims().end() - 1);
    expected.insert(expected.end(), data->dims().begin() + indices->dims().back(), data->dims().end());
    if (updates->dims() != expected)
        return badInput(say("updates are {1} where {2} is expected", updates->type().text(),
                            ir::TensorType(data->dtype(), expected).text()));
    return scatterInto(context, *data, *updates, blocks);
}

constexpr Operator row(std::string_view name, RunFunction run, std::int64_t since) {
    return {.name = name, .category = Category::DataMovement, .infer = inferSame, .run = run, .since = since};
}

// Scatter is the name before opset 11.
constexpr std::array Rows{
    row("Scatter", runElements, 9),
    row("ScatterElements", runElements, 11),
    row("ScatterND", runBlocks, 11),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::scattering
